//! What was wrong with one block of a text, and on which line.

use rules::backgammon::IdError;
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    pub line: usize,
    /// In characters from 1.
    pub column: usize,
    pub problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    Id(IdError),
    /// A position with text under it, but no moves and no cube table.
    NoAnalysis,
    /// A table of moves or cube actions with no position above it.
    NoPosition,
    /// Moves for a position without dice.
    NoDice,
    /// A cube table for a position with dice.
    DiceAtCube,
    /// The cube table needs three rows.
    CubeRows(usize),
    Play(String),
    /// The player on roll may not turn the cube, or would win nothing by it.
    NoCube,
    /// A match record that breaks off or breaks the rules here.
    Record(String),
    /// Nothing in the text is known.
    Unknown,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Id(error) => write!(f, "{error}"),
            Problem::NoAnalysis => f.write_str("no moves and no cube table under this position"),
            Problem::NoPosition => f.write_str("a table with no position above it"),
            Problem::NoDice => f.write_str("moves under a position without dice"),
            Problem::DiceAtCube => f.write_str("a cube table under a position with dice"),
            Problem::CubeRows(found) => write!(f, "{found} of the three rows of a cube table"),
            Problem::Play(text) => write!(f, "“{text}” cannot be read as a play"),
            Problem::NoCube => f.write_str("the player on roll has no cube to turn here"),
            Problem::Record(what) => f.write_str(what),
            Problem::Unknown => f.write_str("neither a position id nor an analysis that is known"),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for ReadError {}

impl ReadError {
    pub(crate) fn new(line: usize, problem: Problem) -> ReadError {
        ReadError { line, column: 1, problem }
    }

    /// The line itself tells where in it the mistake stands.
    pub(crate) fn in_line(self, text: &str) -> ReadError {
        let place = match &self.problem {
            Problem::Id(error) => return ReadError { column: error.column_in(text), ..self },
            Problem::Play(play) => text.find(play.as_str()),
            _ => None,
        };
        let start = place.unwrap_or_else(|| text.len() - text.trim_start().len());
        ReadError { column: text.char_indices().take_while(|(at, _)| *at < start).count() + 1, ..self }
    }
}
