//! Refusals that only Go records have.

use std::fmt;

use rules::go::{Color, Illegal, Point};

use crate::tree::NodeId;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoRefusal {
    Illegal(Illegal),
    /// The last move is followed by others.
    HasFollowers,
    NoLiberty {
        at: Point,
    },
    /// The other colour is to play.
    NotItsTurn {
        color: Color,
    },
    /// A branch with that move exists already.
    SameMove {
        node: NodeId,
    },
    /// No free letter is left.
    AllTaken,
    /// It is not a game of Go: its nodes have properties, but no board.
    OtherGame,
    /// Nothing follows that could be the solution of a problem.
    NoSolution,
    /// An invalid property name, or a value that would end its brackets.
    NotAProperty,
}

impl fmt::Display for GoRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GoRefusal::Illegal(illegal) => illegal.fmt(f),
            GoRefusal::HasFollowers => f.write_str("other moves follow this one; cut them first"),
            GoRefusal::NoLiberty { .. } => {
                f.write_str("the stone would have no liberties and capture nothing")
            }
            GoRefusal::NotItsTurn { color: Color::Black } => f.write_str("it is not Black's turn"),
            GoRefusal::NotItsTurn { color: Color::White } => f.write_str("it is not White's turn"),
            GoRefusal::SameMove { .. } => f.write_str("there is already a branch with that move"),
            GoRefusal::AllTaken => f.write_str("every letter is already on the board; remove one first"),
            GoRefusal::OtherGame => f.write_str("this game is not Go, so it has no board here"),
            GoRefusal::NoSolution => {
                f.write_str("play the solution here first; other branches become wrong answers")
            }
            GoRefusal::NotAProperty => f.write_str("this is not a valid SGF property"),
        }
    }
}

impl std::error::Error for GoRefusal {}
