//! Why something was not done, in words for whoever asked.

use std::fmt;

use rules::go::{Color, Illegal, Point};

use crate::editor::CannotApply;
use crate::sgf::DoesNotFit;
use crate::tree::NodeId;

/// Why something was not done. The record is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    Illegal(Illegal),
    /// The last move is followed by others.
    HasFollowers,
    /// The first node can be neither cut nor moved.
    FirstNode,
    /// There is no other branch beside this node.
    NoBranch,
    NoLiberty {
        at: Point,
    },
    /// The other colour is to play.
    NotItsTurn {
        color: Color,
    },
    /// There is a branch with that move already.
    SameMove {
        node: NodeId,
    },
    NothingToPaste,
    NotFound,
    /// No letter is left.
    AllTaken,
    /// No name for a property, or a value that would not stay between its brackets.
    NotAProperty,
    /// `GoRecord::convert_to_utf8` makes room.
    DoesNotFit(DoesNotFit),
    /// The changes do not fit the record.
    CannotApply(CannotApply),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Illegal(illegal) => illegal.fmt(f),
            Refusal::HasFollowers => f.write_str("other moves follow this one; cut them first"),
            Refusal::FirstNode => f.write_str("the first node cannot be cut or moved"),
            Refusal::NoBranch => f.write_str("there is no other branch here"),
            Refusal::NoLiberty { .. } => f.write_str("the stone would have no liberty and capture nothing"),
            Refusal::NotItsTurn { color: Color::Black } => f.write_str("it is not Black's turn"),
            Refusal::NotItsTurn { color: Color::White } => f.write_str("it is not White's turn"),
            Refusal::SameMove { .. } => f.write_str("there is a branch with that move already"),
            Refusal::NothingToPaste => f.write_str("nothing was cut or copied yet"),
            Refusal::NotFound => f.write_str("there is no such place in this game"),
            Refusal::AllTaken => f.write_str("every letter is on the board already; take one away first"),
            Refusal::NotAProperty => f.write_str("this is no property that SGF can hold"),
            Refusal::DoesNotFit(lacks) => lacks.fmt(f),
            Refusal::CannotApply(cannot) => cannot.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<Illegal> for Refusal {
    fn from(illegal: Illegal) -> Refusal {
        Refusal::Illegal(illegal)
    }
}

impl From<DoesNotFit> for Refusal {
    fn from(lacks: DoesNotFit) -> Refusal {
        Refusal::DoesNotFit(lacks)
    }
}

impl From<CannotApply> for Refusal {
    fn from(cannot: CannotApply) -> Refusal {
        Refusal::CannotApply(cannot)
    }
}
