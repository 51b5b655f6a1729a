//! Where the games of a file begin and end, and their tags: enough for a list of games, and fast to compute.
//! Only a result or a tag ends a game; blank lines and prose do not. Text between games is a gap.

use rules::chess::WrittenMove;

use super::scan::{
    TagSpan, byte, comment_end, is_line_start, is_space, is_tag, is_tag_line, line_end, read_tag, result_len,
    skip_space,
};

/// The extent of one game, and its tags in the common list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameExtent {
    pub start: usize,
    pub end: usize,
    /// The start of the moves, relative to the game.
    pub movetext: u32,
    pub first_tag: u32,
    pub tags: u32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    pub games: Vec<GameExtent>,
    pub tags: Vec<TagSpan>,
}

/// A longer game is truncated, so that offsets within a game fit 32 bits.
const MAX_GAME_LEN: usize = u32::MAX as usize - 1;

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
        let within = within.get(..MAX_GAME_LEN).unwrap_or(within);
        let first_tag = self.tags.len();
        let movetext = self.read_tags(within, first_tag);
        let end = if movetext.is_over { movetext.at } else { movetext_end(within, movetext.at) };
        self.games.push(GameExtent {
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
        let mut comment_lines = Vec::new();
        loop {
            let next = skip_space(game, at);
            match byte(game, next) {
                b'[' if end > 0 && next > end + 1 && self.starts_new_game(game, end, next, first_tag) => {
                    return TagsEnd { at: end, is_over: true };
                }
                b'[' if matches!(byte(game, next + 1), b'"' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z') => {
                    self.tags.append(&mut comment_lines);
                    let (tag, after) = read_tag(game, next);
                    self.tags.push(tag);
                    (at, end) = (after, after);
                }
                b'%' | b';' if end > 0 && (byte(game, next) == b';' || is_line_start(game, next)) => {
                    at = line_end(game, next);
                    comment_lines.push(TagSpan::comment_line(next, at));
                }
                _ if next < game.len() || !comment_lines.is_empty() => {
                    let at =
                        comment_lines.first().map_or(next, |comment_line| comment_line.value.start as usize);
                    return TagsEnd { at, is_over: false };
                }
                _ => return TagsEnd { at: end, is_over: true },
            }
        }
    }

    /// A blank line and a tag that this game already has: the game before had no moves.
    fn starts_new_game(&self, game: &[u8], end: usize, next: usize, first_tag: usize) -> bool {
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

/// The first tag or move from here on; a comment before the moves belongs to them.
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

/// A number with its dot, a move, a NAG or a result; prose begins with none of them.
fn begins_moves(text: &[u8], at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let numbered = (1..=4).contains(&digits) && byte(rest, digits) == b'.';
    let ends = |len: usize| rest.get(len).is_none_or(|b| !b.is_ascii_alphabetic());
    let is_move = || WrittenMove::read(rest).is_some_and(|written| ends(written.length()));
    numbered || result_len(text, at) > 0 || matches!(byte(rest, 0), b'(' | b'$') || is_move()
}

/// Bytes that may end or hide moves: all others are skipped.
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

/// The end of the moves: after a result outside variations, or before a line with a tag.
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

/// The end of the result whose `*` or `-` is here.
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
