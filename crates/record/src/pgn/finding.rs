//! Problems found in a game: where, what, and whether they were repaired.

use std::fmt;

use rules::chess::{FenError, MoveError, Repair};

use super::scan::TagFault;
use crate::tree::NodeId;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Line and column from 1, in the file that was read.
    pub line: usize,
    pub column: usize,
    pub kind: FindingKind,
    /// The position in which a move could not be played.
    pub fen: Option<String>,
    /// The move that it is about, or the one before text that is not understood; none after the result.
    pub node: Option<NodeId>,
    /// The move that could not be played, or the text that is not understood, as written.
    pub written: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindingKind {
    Tag(TagFault),
    FenRepaired(Repair),
    FenUnusable(FenError),
    UnknownVariant,
    Move(MoveError),
    NotSan,
    NotUnderstood,
    CommentNotClosed,
    /// `(` before the first move of its line.
    VariationTooEarly,
    VariationNotClosed,
    VariationNotOpened,
    VariationEmpty,
    VariationTooDeep,
    ResultInVariation,
}

impl FindingKind {
    /// Errors may have been read wrongly; everything else was repaired unambiguously.
    pub fn is_error(&self) -> bool {
        match self {
            FindingKind::Tag(_)
            | FindingKind::FenUnusable(_)
            | FindingKind::Move(_)
            | FindingKind::CommentNotClosed
            | FindingKind::VariationNotClosed
            | FindingKind::VariationNotOpened
            | FindingKind::VariationTooDeep => true,
            FindingKind::FenRepaired(_)
            | FindingKind::UnknownVariant
            | FindingKind::NotSan
            | FindingKind::NotUnderstood
            | FindingKind::VariationTooEarly
            | FindingKind::VariationEmpty
            | FindingKind::ResultInVariation => false,
        }
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FindingKind::Tag(fault) => write!(f, "{fault}"),
            FindingKind::FenRepaired(repair) => write!(f, "{repair}"),
            FindingKind::FenUnusable(error) => write!(f, "{error}"),
            FindingKind::UnknownVariant => f.write_str("unknown variant, read as chess"),
            FindingKind::Move(unplayable) => write!(f, "{unplayable}"),
            FindingKind::NotSan => f.write_str("move not written in SAN"),
            FindingKind::NotUnderstood => f.write_str("neither a move nor a comment"),
            FindingKind::CommentNotClosed => f.write_str("comment not closed"),
            FindingKind::VariationTooEarly => f.write_str("variation before the move it replaces"),
            FindingKind::VariationNotClosed => f.write_str("variation not closed"),
            FindingKind::VariationNotOpened => f.write_str("')' without '('"),
            FindingKind::VariationEmpty => f.write_str("variation without a move"),
            FindingKind::VariationTooDeep => f.write_str("variations nested too deeply, kept as text"),
            FindingKind::ResultInVariation => f.write_str("result inside a variation"),
        }
    }
}

impl fmt::Display for TagFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TagFault::NameMissing => "tag without a name",
            TagFault::ValueMissing => "tag without a value",
            TagFault::QuotesMissing => "tag value without quotes",
            TagFault::QuoteNotClosed => "quote of a tag value not closed",
            TagFault::QuoteNotEscaped => "quote inside a tag value without a backslash",
            TagFault::LineBreak => "line break inside a tag value",
            TagFault::BracketMissing => "tag without its closing bracket",
        })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.kind.is_error() { "error" } else { "warning" };
        write!(f, "{}:{}: {word}: {}", self.line, self.column, self.kind)?;
        self.fen.iter().try_for_each(|fen| write!(f, " in {fen}"))
    }
}

/// Counts lines and columns while moving forward through a text. `\n`, `\r\n` and `\r` each end a line.
pub(super) struct LineCounter<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
    column: usize,
}

impl<'a> LineCounter<'a> {
    pub fn new(text: &'a [u8], line: usize, column: usize) -> LineCounter<'a> {
        LineCounter { text, at: 0, line, column }
    }

    /// Line and column of an offset, which must not be before the previous one.
    pub fn of(&mut self, offset: usize) -> (usize, usize) {
        let passed = self.text.get(self.at..offset).unwrap_or_default();
        let mut line_start = None;
        for n in memchr::memchr2_iter(b'\n', b'\r', passed) {
            let pair = passed.get(n) == Some(&b'\r') && self.text.get(self.at + n + 1) == Some(&b'\n');
            if !pair {
                (self.line, line_start) = (self.line + 1, Some(n + 1));
            }
        }
        self.column = match line_start {
            Some(start) => 1 + characters(passed.get(start..).unwrap_or_default()),
            None => self.column + characters(passed),
        };
        self.at = self.at.max(offset);
        (self.line, self.column)
    }
}

/// Characters, not bytes, if the text is UTF-8.
fn characters(text: &[u8]) -> usize {
    std::str::from_utf8(text).map_or(text.len(), |text| text.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_line_breaks_and_characters_not_bytes_are_counted() {
        let text = "a\nb\r\nc\rdé x\n\ny".as_bytes();
        let mut places = LineCounter::new(text, 5, 3);
        let found: Vec<_> = [0, 2, 5, 7, 11, 14].map(|at| places.of(at)).to_vec();
        assert_eq!(found, [(5, 3), (6, 1), (7, 1), (8, 1), (8, 4), (10, 1)]);
    }
}
