//! Where the games of a file begin and end, and their tags: all that a list of games needs, and quick to find.
//! Only a result or a tag ends a game; blank lines and prose do not. What lies between games is stored as a gap.

use rules::chess::WrittenMove;

use super::scan::{
    TagSpan, byte, comment_end, is_line_start, is_space, is_tag, is_tag_line, line_end, read_tag, result_len,
    skip_space,
};

/// One game of the file: where it lies and where its tags are in the common list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    pub start: usize,
    pub end: usize,
    /// Where the moves begin, from the start of the game.
    pub movetext: u32,
    pub first_tag: u32,
    pub tags: u32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    pub games: Vec<Extent>,
    pub tags: Vec<TagSpan>,
}

/// A game longer than this is cut, so that places within a game fit 32 bits.
const LONGEST: usize = u32::MAX as usize - 1;

impl Index {
    pub fn read(text: &[u8]) -> Index {
        let mut index = Index::default();
        let mut at = 0;
        while let Some(start) = next_game(text, at) {
            at = index.read_game(text, start);
        }
        index
    }

    fn read_game(&mut self, text: &[u8], start: usize) -> usize {
        let within = text.get(start..).unwrap_or_default();
        let within = within.get(..LONGEST).unwrap_or(within);
        let first_tag = self.tags.len();
        let movetext = self.read_tags(within, first_tag);
        let end = if movetext.is_over { movetext.at } else { movetext_end(within, movetext.at) };
        self.games.push(Extent {
            start,
            end: start + end,
            movetext: movetext.at as u32,
            first_tag: first_tag as u32,
            tags: (self.tags.len() - first_tag) as u32,
        });
        start + end
    }

    fn read_tags(&mut self, game: &[u8], first_tag: usize) -> TagsEnd {
        let mut at = 0;
        let mut end = 0;
        let mut remarks = Vec::new();
        loop {
            let next = skip_space(game, at);
            match byte(game, next) {
                b'[' if end > 0 && next > end + 1 && self.begins_anew(game, end, next, first_tag) => {
                    return TagsEnd { at: end, is_over: true };
                }
                b'[' if matches!(byte(game, next + 1), b'"' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z') => {
                    self.tags.append(&mut remarks);
                    let (tag, after) = read_tag(game, next);
                    self.tags.push(tag);
                    (at, end) = (after, after);
                }
                b'%' | b';' if end > 0 && (byte(game, next) == b';' || is_line_start(game, next)) => {
                    at = line_end(game, next);
                    remarks.push(TagSpan::remark(next, at));
                }
                _ if next < game.len() || !remarks.is_empty() => {
                    let at = remarks.first().map_or(next, |remark| remark.value.start as usize);
                    return TagsEnd { at, is_over: false };
                }
                _ => return TagsEnd { at: end, is_over: true },
            }
        }
    }

    /// A blank line and a tag that was already given: a game without any moves went before.
    fn begins_anew(&self, game: &[u8], end: usize, next: usize, first_tag: usize) -> bool {
        let gap = game.get(end..next).unwrap_or_default();
        let breaks =
            gap.iter().filter(|b| **b == b'\n').count().max(gap.iter().filter(|b| **b == b'\r').count());
        let known = self.tags.get(first_tag..).unwrap_or_default();
        let name = |tag: &TagSpan| tag.name.of(game).to_ascii_lowercase();
        breaks > 1 && is_tag(game, next) && {
            let new = name(&read_tag(game, next).0);
            known.iter().any(|tag| name(tag) == new)
        }
    }
}

struct TagsEnd {
    at: usize,
    is_over: bool,
}

/// The first tag or move from here on; a comment that stands before the moves belongs to them.
fn next_game(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    let mut comment = None;
    loop {
        at = skip_space(text, at);
        match byte(text, at) {
            _ if at >= text.len() => return None,
            b'[' if is_tag(text, at) => return Some(at),
            b'%' if is_line_start(text, at) => at = line_end(text, at),
            b'{' => {
                comment = comment.or(Some(at));
                at = comment_end(text, at).0;
            }
            b';' => {
                comment = comment.or(Some(at));
                at = line_end(text, at);
            }
            _ if begins_moves(text, at) => return Some(comment.unwrap_or(at)),
            _ => (comment, at) = (None, line_end(text, at)),
        }
    }
}

/// A number with its dot, a move, a glyph or a result; prose begins with none of them.
fn begins_moves(text: &[u8], at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let numbered = (1..=4).contains(&digits) && byte(rest, digits) == b'.';
    let ends = |len: usize| rest.get(len).is_none_or(|b| !b.is_ascii_alphabetic());
    let is_move = || WrittenMove::read(rest).is_some_and(|spelling| ends(spelling.length()));
    numbered || result_len(text, at) > 0 || matches!(byte(rest, 0), b'(' | b'$') || is_move()
}

/// What ends or hides moves: everything else is passed over in one step per byte.
const IS_BORDER: [bool; 256] = {
    let mut table = [false; 256];
    let borders = b"{;()*-\n\r";
    let mut i = 0;
    while i < borders.len() {
        table[borders[i] as usize] = true;
        i += 1;
    }
    table
};

/// Where the moves end: after a result outside variations, or before a line with a tag.
fn movetext_end(text: &[u8], start: usize) -> usize {
    let mut at = start;
    let mut depth = 0_u32;
    let mut line_is_new = is_line_start(text, start);
    loop {
        if line_is_new {
            if is_tag_line(text, at) {
                return content_end(text, start, at);
            }
            if byte(text, at) == b'%' {
                at = line_end(text, at);
            }
        }
        let rest = text.get(at..).unwrap_or_default();
        let Some(n) = rest.iter().position(|b| IS_BORDER[usize::from(*b)]) else {
            return content_end(text, start, text.len());
        };
        at += n;
        line_is_new = false;
        match byte(text, at) {
            b'{' => at = comment_end(text, at).0,
            b';' => at = line_end(text, at),
            b'(' => (depth, at) = (depth.saturating_add(1), at + 1),
            b')' => (depth, at) = (depth.saturating_sub(1), at + 1),
            b'\n' | b'\r' => (line_is_new, at) = (true, at + 1),
            _ => match result_around(text, start, at) {
                Some(end) if depth == 0 => return after_result(text, end),
                _ => at += 1,
            },
        }
    }
}

/// The end of the result whose `*` or `-` stands here.
fn result_around(text: &[u8], start: usize, at: usize) -> Option<usize> {
    let begins = [at, at.wrapping_sub(1), at.wrapping_sub(3)];
    let mut found = begins.into_iter().filter(|begin| *begin >= start && *begin <= at);
    found.find_map(|begin| match result_len(text, begin) {
        0 => None,
        len => (begin + len > at).then_some(begin + len),
    })
}

/// Comments on the line of the result still belong to the game.
pub(super) fn after_result(text: &[u8], result: usize) -> usize {
    let mut end = result;
    loop {
        let mut at = end;
        while matches!(byte(text, at), b' ' | b'\t') {
            at += 1;
        }
        match byte(text, at) {
            b'{' => end = comment_end(text, at).0,
            b';' => return line_end(text, at),
            _ => return end,
        }
    }
}

fn content_end(text: &[u8], start: usize, end: usize) -> usize {
    let content = text.get(start..end).unwrap_or_default();
    start + content.iter().rposition(|b| !is_space(*b)).map_or(0, |n| n + 1)
}
