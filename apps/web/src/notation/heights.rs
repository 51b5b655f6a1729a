//! The heights of all blocks, measured where a block was drawn and estimated elsewhere: where each one is, and which are
//! visible.

use std::ops::Range;

use record::chess::notation::{Block, Token};

/// Pixels that are always drawn above and below the visible part, so that scrolling seldom shows an empty place.
const NEAR: f64 = 160.0;
/// What is drawn further away is taken out.
const FAR: f64 = 400.0;
/// How many blocks a step draws ahead at either end: a step that scrolls finds them there, and costs hardly more than
/// others.
pub const AHEAD: usize = 4;

#[derive(Default)]
pub struct Heights {
    all: Vec<f64>,
}

impl Heights {
    /// Estimates for a pane of that width, where a row of the main line is `row` high.
    pub fn estimated(blocks: &[Block], width: f64, row: f64) -> Heights {
        Heights { all: blocks.iter().map(|block| estimate(block, width.max(120.0), row)).collect() }
    }

    /// Takes over what was measured of blocks that are the same before and after an edit.
    pub fn keep(&mut self, before: &Heights, same_at_start: usize, same_at_end: usize) {
        for (now, was) in self.all.iter_mut().zip(&before.all).take(same_at_start) {
            *now = *was;
        }
        for (now, was) in self.all.iter_mut().rev().zip(before.all.iter().rev()).take(same_at_end) {
            *now = *was;
        }
    }

    pub fn set(&mut self, block: usize, height: f64) {
        if let Some(known) = self.all.get_mut(block) {
            *known = height;
        }
    }

    /// The height of some blocks together.
    pub fn of(&self, blocks: Range<usize>) -> f64 {
        self.all.get(blocks).map_or(0.0, |some| some.iter().sum())
    }

    /// From the top to the start of a block.
    pub fn top(&self, block: usize) -> f64 {
        self.of(0..block.min(self.all.len()))
    }

    /// From the end of a block to the bottom.
    pub fn below(&self, end: usize) -> f64 {
        self.of(end.min(self.all.len())..self.all.len())
    }

    /// The blocks to draw now that this part is visible, while these are drawn, with so many more at either end.
    pub fn next_drawn(&self, drawn: &Range<usize>, ahead: usize, top: f64, height: f64) -> Range<usize> {
        let near = self.near(top, height);
        if drawn.end <= near.start || drawn.start >= near.end {
            return near;
        }
        let far = self.around(top, height, FAR);
        let start = near.start.min(drawn.start.saturating_sub(ahead)).max(far.start);
        let end = near.end.max(drawn.end + ahead).min(far.end);
        start..end
    }

    /// The blocks that cannot be missing while this part is visible.
    pub fn near(&self, top: f64, height: f64) -> Range<usize> {
        self.around(top, height, NEAR)
    }

    fn around(&self, top: f64, height: f64, margin: f64) -> Range<usize> {
        let (from, to) = (top - margin, top + height + margin);
        let (mut at, mut start, mut end) = (0.0, None, 0);
        for (n, height) in self.all.iter().enumerate() {
            if at > to {
                break;
            }
            if at + height >= from {
                start.get_or_insert(n);
            }
            at += height;
            end = n + 1;
        }
        start.unwrap_or(end)..end
    }
}

/// Where to scroll so that a row at `top` is visible: nowhere if it is, else a third of the pane away from the edge that
/// it left, so that the next steps do not scroll again.
pub fn scrolled_to(scrolled: f64, pane: f64, top: f64, height: f64) -> f64 {
    let is_visible = top >= scrolled && top + height <= scrolled + pane;
    match is_visible {
        true => scrolled,
        false if top < scrolled => (top + height - pane * 2.0 / 3.0).max(0.0),
        false => (top - pane / 3.0).max(0.0),
    }
}

fn estimate(block: &Block, width: f64, row: f64) -> f64 {
    // Average widths of letters, and heights of lines, as in the style sheet.
    let lines = |letters: usize, letter: f64| (letters as f64 * letter / (width - 60.0)).ceil().max(1.0);
    match block {
        Block::Row { .. } | Block::Result(_) => row,
        Block::Comment { text } | Block::Unread { text } => lines(text.chars().count(), 7.6) * 22.5 + 6.0,
        Block::Line { tokens, .. } => lines(tokens.iter().map(letters).sum(), 7.0) * 20.0 + 4.0,
        Block::Folded { .. } => 24.0,
    }
}

fn letters(token: &Token) -> usize {
    match token {
        Token::Number(number) => number.len() + 1,
        Token::Move { .. } => 5,
        Token::Comment(text) | Token::Unread(text) => text.chars().count() + 1,
        Token::Open(_) | Token::Close => 2,
        Token::Folded(_) => 30,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heights(all: &[f64]) -> Heights {
        Heights { all: all.to_vec() }
    }

    #[test]
    fn only_blocks_near_the_visible_part_are_drawn() {
        let many = heights(&[27.0; 10_000]);
        let drawn = many.near(100_000.0, 300.0);
        assert!(drawn.contains(&3_704) && drawn.contains(&3_714), "{drawn:?}");
        assert!(drawn.len() < 25, "{drawn:?}");
        assert_eq!(many.near(0.0, 300.0).start, 0);
        assert_eq!(many.near(269_900.0, 300.0).end, 10_000);
        assert_eq!(heights(&[]).near(50.0, 300.0), 0..0);
        assert_eq!(many.near(9_000_000.0, 300.0), 10_000..10_000, "past the end");
        assert_eq!(many.next_drawn(&(0..20), AHEAD, 100_000.0, 300.0), drawn, "nothing of it is drawn");
    }

    #[test]
    fn a_step_that_scrolls_draws_no_more_than_others() {
        let many = heights(&[27.0; 10_000]);
        let (mut top, mut drawn) = (0.0, many.near(0.0, 300.0));
        for step in 0..600 {
            // The pane scrolls by two thirds every seventh row, as in walking through a game.
            if step % 7 == 6 {
                top += 200.0;
            }
            let next = many.next_drawn(&drawn, AHEAD, top, 300.0);
            let near = many.near(top, 300.0);
            assert!(next.start <= near.start && near.end <= next.end, "{next:?} {near:?}");
            assert!(next.end - drawn.end <= AHEAD, "{drawn:?} {next:?}");
            assert!(next.len() < 60, "{next:?}");
            drawn = next;
        }
        assert!(drawn.end > many.near(top, 300.0).end, "{drawn:?}");
    }

    #[test]
    fn the_parts_above_and_below_add_up() {
        let all = heights(&[27.0, 40.0, 27.0]);
        assert_eq!((all.top(1), all.of(1..2), all.below(2)), (27.0, 40.0, 27.0));
        assert_eq!((all.top(9), all.below(9)), (94.0, 0.0));
    }

    #[test]
    fn measured_heights_survive_an_edit_in_the_middle() {
        let before = heights(&[27.0, 61.0, 27.0, 83.0]);
        let mut after = heights(&[27.0, 40.0, 27.0, 27.0, 40.0]);
        after.keep(&before, 2, 1);
        assert_eq!(after.all, [27.0, 61.0, 27.0, 27.0, 83.0]);
    }

    #[test]
    fn a_visible_row_does_not_scroll() {
        assert_eq!(scrolled_to(100.0, 300.0, 373.0, 27.0), 100.0);
        assert_eq!(scrolled_to(100.0, 300.0, 374.0, 27.0), 274.0, "below: a third from the top");
        assert_eq!(scrolled_to(500.0, 300.0, 480.0, 27.0), 307.0, "above: a third from the bottom");
        assert_eq!(scrolled_to(100.0, 300.0, 10.0, 27.0), 0.0);
    }
}
