//! Refusals that only chess records have.

use std::fmt;

use rules::chess::TypedMoveError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChessRefusal {
    /// The piece cannot go there.
    Illegal,
    /// No move can be played in a position without kings, or after an unreadable move.
    NoPosition,
    /// A problem is made where no move follows.
    NoSolution,
    /// A typed text that is not one legal move.
    Typed { text: String, error: TypedMoveError },
}

impl fmt::Display for ChessRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChessRefusal::Illegal => f.write_str("that move is not legal here"),
            ChessRefusal::NoPosition => f.write_str("no move can be played here"),
            ChessRefusal::NoSolution => {
                f.write_str("play the solution here first; other branches become wrong answers")
            }
            ChessRefusal::Typed { text, error } => write!(f, "{text}: {error}"),
        }
    }
}

impl std::error::Error for ChessRefusal {}
