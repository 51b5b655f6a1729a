//! What only a chess record refuses.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChessRefusal {
    /// The piece cannot go there.
    Illegal,
    /// Nothing can be played from a position without kings, or after a move that could not be read.
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
