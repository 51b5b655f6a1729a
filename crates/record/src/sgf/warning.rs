//! Warnings about a file. They never prevent reading it, and everything is written back.

use std::fmt;

use crate::tree::NodeId;

/// A warning with line and column, both from 1; the column counts characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    pub line: usize,
    pub column: usize,
    pub kind: WarningKind,
    /// The property that it is about, as in the file.
    pub property: Option<Box<str>>,
    /// The node that it is in, or after.
    pub node: Option<NodeId>,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.line, self.column)?;
        self.property.iter().try_for_each(|name| write!(f, "{name}: "))?;
        self.kind.fmt(f)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WarningKind {
    TextOutsideGames,
    ExtraClose,
    MissingClose,
    MissingOpen,
    MissingSemicolon,
    ValueNotClosed,
    ValueWithoutName,
    NameWithoutValue,
    StrayText,
    EmptyVariation,
    DoubleOpen,
    NodeAfterVariation,
    /// The property occurs twice in its node.
    Twice,
    /// Several values where one is allowed.
    ManyValues,
    BothColours,
    MoveWithSetup,
    MoveInRoot,
    NotAPoint,
    NotANumber,
    NotASize,
    NotText,
    Occupied,
    Suicide,
    Ko,
    UnknownCharset,
    /// There are more warnings than are listed.
    More,
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WarningKind::TextOutsideGames => "text outside of the games",
            WarningKind::ExtraClose => ") without a matching (",
            WarningKind::MissingClose => "the file ends before the game is closed with )",
            WarningKind::MissingOpen => "a game that does not begin with (",
            WarningKind::MissingSemicolon => "a node that does not begin with ;",
            WarningKind::ValueNotClosed => "a value that is not closed with ]",
            WarningKind::ValueWithoutName => "a value without a property name",
            WarningKind::NameWithoutValue => "a property name without a value",
            WarningKind::StrayText => "text outside of any property",
            WarningKind::EmptyVariation => "a variation without a node",
            WarningKind::DoubleOpen => "a ( directly after another",
            WarningKind::NodeAfterVariation => "a node after a variation, read as another variation",
            WarningKind::Twice => "the property occurs twice in this node",
            WarningKind::ManyValues => "several values where one is expected",
            WarningKind::BothColours => "a black and a white move in one node",
            WarningKind::MoveWithSetup => "a move and set-up stones in one node",
            WarningKind::MoveInRoot => "a move in the first node",
            WarningKind::NotAPoint => "not a point of this board",
            WarningKind::NotANumber => "not a number",
            WarningKind::NotASize => "not a board size; 19 is used",
            WarningKind::NotText => "bytes that are not valid in this charset",
            WarningKind::Occupied => "a move onto a stone",
            WarningKind::Suicide => "a move without liberties",
            WarningKind::Ko => "a ko retaken immediately",
            WarningKind::UnknownCharset => "unknown charset",
            WarningKind::More => "further warnings of this kind are not listed",
        })
    }
}

/// A warning with its byte offset, before line and column are computed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PendingWarning {
    pub at: u32,
    pub kind: WarningKind,
    pub property: Option<Box<str>>,
}

/// More warnings than this are not useful.
const MAX_WARNINGS: usize = 1000;

#[derive(Clone, Debug, Default)]
pub(crate) struct PendingWarnings(Vec<PendingWarning>);

impl PendingWarnings {
    pub fn add(&mut self, at: usize, kind: WarningKind) {
        self.add_about(at, kind, None);
    }

    pub fn add_about(&mut self, at: usize, kind: WarningKind, property: Option<&str>) {
        let (kind, property) = match self.0.len() {
            0..MAX_WARNINGS => (kind, property.map(Into::into)),
            MAX_WARNINGS => (WarningKind::More, None),
            _ => return,
        };
        self.0.push(PendingWarning { at: u32::try_from(at).unwrap_or(u32::MAX), kind, property });
    }

    pub fn sorted(mut self) -> Vec<PendingWarning> {
        self.0.sort();
        self.0
    }
}

/// Computes lines and columns of warnings in file order, in one pass.
pub(crate) fn locate(
    bytes: &[u8],
    warnings: &[PendingWarning],
    width: impl Fn(&[u8]) -> usize,
    node_at: impl Fn(usize) -> Option<NodeId>,
) -> Vec<Warning> {
    let (mut line, mut column, mut seen) = (1, 1, 0);
    let place = |note: &PendingWarning| {
        let at = (note.at as usize).min(bytes.len());
        while let Some(length) = bytes.get(seen..at).and_then(line_length) {
            seen += length;
            (line, column) = (line + 1, 1);
        }
        // From the warning before, not from the start of the line: whole files may be one line.
        column += width(bytes.get(seen..at).unwrap_or_default());
        seen = at;
        Warning { line, column, kind: note.kind, property: note.property.clone(), node: node_at(at) }
    };
    warnings.iter().map(place).collect()
}

/// The length of the first line with its break: LF, CR, CRLF or LFCR.
fn line_length(bytes: &[u8]) -> Option<usize> {
    let at = memchr::memchr2(b'\n', b'\r', bytes)?;
    let pair = bytes.get(at + 1).is_some_and(|b| matches!(b, b'\n' | b'\r') && *b != bytes[at]);
    Some(at + 1 + usize::from(pair))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Warnings about a file that is one line, and how many bytes were looked at for their columns.
    fn located(count: u32) -> (Vec<Warning>, usize) {
        let kind = WarningKind::StrayText;
        let warnings: Vec<PendingWarning> =
            (0..count).map(|n| PendingWarning { at: n * 10, kind, property: None }).collect();
        let bytes = "é 3456789".repeat(count as usize);
        let measured = Cell::new(0);
        let width = |text: &[u8]| {
            measured.set(measured.get() + text.len());
            String::from_utf8_lossy(text).chars().count()
        };
        (locate(bytes.as_bytes(), &warnings, width, |_| None), measured.get())
    }

    #[test]
    fn columns_are_counted_on_from_the_warning_before() {
        let (warnings, measured) = located(500);
        let columns: Vec<usize> = warnings.iter().map(|warning| warning.column).collect();
        assert_eq!(columns, (0..500).map(|n| n * 9 + 1).collect::<Vec<_>>());
        assert_eq!(measured, 499 * 10, "every byte before the last warning is measured once");
    }
}
