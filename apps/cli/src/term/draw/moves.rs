//! The move list, two moves to a row, with the current one marked; and the comment.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use record::NodeId;
use rules::go::{Color, Move, Size};

use super::overlay::wrap;
use super::{heading, write};
use crate::term::screen::game::GameScreen;
use crate::term::theme::{Part, Theme};

/// `12. W D4`.
pub fn words(number: usize, color: Color, mv: Move, size: Size) -> String {
    let place = match mv {
        Move::Place(at) => at.name(size),
        Move::Pass => "pass".to_owned(),
    };
    format!("{number}. {} {place}", color.letter())
}

pub fn draw(buffer: &mut Buffer, area: Rect, game: &GameScreen, theme: &Theme) {
    heading(buffer, area, 0, "Moves", theme);
    let (moves, here) = game.move_list();
    let size = game.record().size();
    let first = first_row(area, moves.len(), here);
    let half = area.width / 2;
    for (index, (_, color, mv, _)) in moves.iter().enumerate().skip(first * 2) {
        let row = 1 + (index / 2 - first) as u16;
        if row >= area.height {
            break;
        }
        let column = Rect { x: area.x + half * (index % 2) as u16, width: half, ..area };
        write(buffer, column, row, &entry(&words(index + 1, *color, *mv, size), index + 1, here, theme));
    }
}

fn entry<'a>(words: &str, number: usize, here: usize, theme: &Theme) -> Line<'a> {
    // Move numbers have up to three digits; the dots are aligned.
    let (count, rest) = words.split_once('.').unwrap_or((words, ""));
    let text = format!("{count:>3}.{rest}");
    match number.cmp(&here) {
        std::cmp::Ordering::Equal => Line::from(vec![
            Span::styled(">", theme.text(Part::Accent)),
            Span::styled(text, theme.text(Part::Accent)),
        ]),
        std::cmp::Ordering::Less => Line::raw(format!(" {text}")),
        std::cmp::Ordering::Greater => Line::styled(format!(" {text}"), theme.text(Part::Faint)),
    }
}

/// The first row shown: the current move is visible, with some of what follows.
fn first_row(area: Rect, moves: usize, here: usize) -> usize {
    let room = usize::from(area.height.saturating_sub(1)).max(1);
    let rows = moves.div_ceil(2);
    let current = here.saturating_sub(1) / 2;
    (current + 1 + room / 3).min(rows).saturating_sub(room).min(current)
}

pub fn hit(area: Rect, game: &GameScreen, x: u16, y: u16) -> Option<NodeId> {
    if !area.contains((x, y).into()) {
        return None;
    }
    let (moves, here) = game.move_list();
    let row = usize::from(y.checked_sub(area.y + 1)?) + first_row(area, moves.len(), here);
    let column = usize::from(x >= area.x + area.width / 2);
    moves.get(row * 2 + column).map(|(.., node)| *node)
}

/// The rows that a comment needs with its heading.
pub fn comment_rows(text: &str, width: u16) -> u16 {
    let lines: usize = text.lines().map(|line| wrap(line, width.into()).len()).sum();
    u16::try_from(lines + 1).unwrap_or(u16::MAX)
}

/// As much of the comment as fits; a key shows the rest.
pub fn comment(buffer: &mut Buffer, area: Rect, text: &str, theme: &Theme) {
    heading(buffer, area, 0, "Comment", theme);
    let lines = text.lines().flat_map(|line| wrap(line, area.width.into()));
    let room = usize::from(area.height.saturating_sub(1));
    let lines: Vec<String> = lines.collect();
    let cut = lines.len() > room;
    let shown = if cut { room.saturating_sub(1) } else { room };
    for (row, line) in (1..).zip(lines.iter().take(shown)) {
        write(buffer, area, row, &Line::raw(line.as_str()));
    }
    if cut {
        let more = Line::styled("… , reads on", theme.text(Part::Accent));
        write(buffer, area, area.height.saturating_sub(1), &more);
    }
}
