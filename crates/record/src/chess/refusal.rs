//! Why something was not done, in words for whoever asked.

use std::fmt;

use rules::chess::Illegal;

use crate::editor::CannotApply;
use crate::pgn::Unfit;

/// Why something was not done. The record is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The piece cannot go there.
    Illegal,
    /// Nothing can be played from a position without kings, or after a move that could not be read.
    NoPosition,
    /// The start can be neither cut, moved nor judged.
    Start,
    /// There is no other branch beside this move.
    NoBranch,
    NothingToPaste,
    NotFound,
    /// `ChessRecord::convert_to_utf8` makes room.
    DoesNotFit(Unfit),
    CannotApply(CannotApply),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Illegal => f.write_str("that move is not legal here"),
            Refusal::NoPosition => f.write_str("nothing can be played here"),
            Refusal::Start => f.write_str("there is no move at the start"),
            Refusal::NoBranch => f.write_str("there is no other branch here"),
            Refusal::NothingToPaste => f.write_str("nothing was cut or copied yet"),
            Refusal::NotFound => f.write_str("there is no such place in this game"),
            Refusal::DoesNotFit(lacks) => lacks.fmt(f),
            Refusal::CannotApply(cannot) => cannot.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<Illegal> for Refusal {
    fn from(_: Illegal) -> Refusal {
        Refusal::Illegal
    }
}

impl From<Unfit> for Refusal {
    fn from(lacks: Unfit) -> Refusal {
        Refusal::DoesNotFit(lacks)
    }
}

impl From<CannotApply> for Refusal {
    fn from(cannot: CannotApply) -> Refusal {
        Refusal::CannotApply(cannot)
    }
}
