//! Refusals that only chess records have.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChessRefusal {
    /// The piece cannot go there.
    Illegal,
    /// No move can be played in a position without kings, or after an unreadable move.
    NoPosition,
}

impl fmt::Display for ChessRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ChessRefusal::Illegal => "that move is not legal here",
            ChessRefusal::NoPosition => "no move can be played here",
        })
    }
}

impl std::error::Error for ChessRefusal {}
