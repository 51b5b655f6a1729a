//! Read errors and where they are.

use record::backgammon::xg::XgFault;
use record::backgammon::{Location, MatchProblem, TextLocation};
use rules::backgammon::IdError;
use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub struct ReadError {
    pub location: Location,
    pub problem: Problem,
}

#[derive(Clone, Debug, PartialEq)]
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
    /// The player on roll may not double, or would gain nothing by it.
    NoCube,
    /// A match that cannot be read or breaks the rules here.
    Match(MatchProblem),
    /// gnubg's analysis of a play in a format that is not known.
    UnknownPlayAnalysis,
    UnknownCubeAnalysis,
    /// A file of eXtreme Gammon that cannot be read at all.
    Xg(XgFault),
    /// No known format.
    Unknown,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Id(error) => write!(f, "{error}"),
            Problem::NoAnalysis => f.write_str("no moves and no cube table below this position"),
            Problem::NoPosition => f.write_str("a table with no position above it"),
            Problem::NoDice => f.write_str("moves below a position without dice"),
            Problem::DiceAtCube => f.write_str("a cube table below a position with dice"),
            Problem::CubeRows(found) => write!(f, "only {found} of the three rows of a cube table"),
            Problem::Play(text) => write!(f, "“{text}” cannot be read as a play"),
            Problem::NoCube => f.write_str("the player on roll may not double here"),
            Problem::Match(problem) => write!(f, "{problem}"),
            Problem::UnknownPlayAnalysis => f.write_str("the analysis of the move is unknown"),
            Problem::UnknownCubeAnalysis => f.write_str("the cube analysis is unknown"),
            Problem::Xg(fault) => write!(f, "{fault}"),
            Problem::Unknown => f.write_str("neither a position ID nor a known kind of analysis"),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.location {
            Location::Text(at) => write!(f, "line {}: {}", at.line, self.problem),
            Location::Record(number) => write!(f, "record {number}: {}", self.problem),
        }
    }
}

impl std::error::Error for ReadError {}

impl ReadError {
    pub(crate) fn new(line: usize, problem: Problem) -> ReadError {
        ReadError { location: TextLocation { line, column: 1 }.into(), problem }
    }

    /// Finds the column in the line's text.
    pub(crate) fn in_line(self, text: &str) -> ReadError {
        let place = match &self.problem {
            Problem::Id(error) => {
                let column = error.column_in(text);
                return self.at_column(column);
            }
            Problem::Match(_) | Problem::Xg(_) => return self,
            Problem::Play(play) => text.find(play.as_str()),
            _ => None,
        };
        let start = place.unwrap_or_else(|| text.len() - text.trim_start().len());
        self.at_column(text.char_indices().take_while(|(at, _)| *at < start).count() + 1)
    }

    fn at_column(mut self, column: usize) -> ReadError {
        if let Location::Text(at) = &mut self.location {
            at.column = column;
        }
        self
    }
}
