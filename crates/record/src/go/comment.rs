//! Shortcuts for editing the comment.

use rules::go::{Move, Point, Size};

use super::file::NodeKind;
use super::record::GoRecord;
use super::view::Mark;
use crate::editor::Cursor;
use crate::game_record::GameRecord;
use crate::refusal::Refusal;

impl GoRecord {
    /// Removes one line, counted from 1.
    pub fn drop_comment_line(&mut self, number: usize) -> Result<(), Refusal> {
        let comment = self.comment();
        let lines: Vec<&str> = comment.split('\n').collect();
        if number == 0 || number > lines.len() {
            return Err(Refusal::NotFound);
        }
        let kept = lines.iter().enumerate().filter(|(n, _)| n + 1 != number).map(|(_, line)| *line);
        self.replace_comment(&kept.collect::<Vec<_>>().join("\n"))
    }

    /// Replaces the first mention of the move at the cursor with "this".
    pub fn mention_move_as_this(&mut self) -> Result<(), Refusal> {
        let state = self.state();
        let Some((_, Move::Place(at))) = state.last_move.filter(|_| state.kind == NodeKind::Move) else {
            return Err(Refusal::NotFound);
        };
        let comment = self.comment();
        let found = mention(&comment, at, self.size(), 0).ok_or(Refusal::NotFound)?;
        self.replace_comment(&splice(&comment, found, "this"))
    }

    /// Replaces every mention of a marked point with "marked stone", "square marked stone" or its letter.
    pub fn mention_marks_by_shape(&mut self) -> Result<(), Refusal> {
        let markup = self.markup();
        let triangles = markup.marks.iter().filter_map(|(at, mark)| match mark {
            Mark::Triangle => Some((*at, "marked stone")),
            Mark::Square => Some((*at, "square marked stone")),
            _ => None,
        });
        let labels = markup.labels.iter().map(|(at, text)| (*at, text.as_str()));
        let before = self.comment();
        let mut comment = before.clone();
        for (at, words) in triangles.chain(labels) {
            let mut from = 0;
            while let Some((start, end)) = mention(&comment, at, self.size(), from) {
                comment = splice(&comment, (start, end), words);
                from = start + words.len();
            }
        }
        if comment == before {
            return Err(Refusal::NotFound);
        }
        self.replace_comment(&comment)
    }

    /// As a separate undo step, not as typing.
    fn replace_comment(&mut self, text: &str) -> Result<(), Refusal> {
        self.editor.end_typing();
        self.set_comment(text)?;
        self.editor.end_typing();
        Ok(())
    }
}

/// Where a point is named as a separate word, in either case.
fn mention(text: &str, at: Point, size: Size, from: usize) -> Option<(usize, usize)> {
    let name = at.name(size).to_ascii_lowercase();
    let lower = text.to_ascii_lowercase();
    let part_of_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let mut start = from;
    loop {
        let found = start + lower.get(start..)?.find(&name)?;
        let end = found + name.len();
        let before = lower.get(..found).and_then(|s| s.chars().next_back());
        let after = lower.get(end..).and_then(|s| s.chars().next());
        if !part_of_word(before) && !part_of_word(after) {
            return Some((found, end));
        }
        start = end;
    }
}

fn splice(text: &str, (start, end): (usize, usize), words: &str) -> String {
    [text.get(..start).unwrap_or_default(), words, text.get(end..).unwrap_or_default()].concat()
}
