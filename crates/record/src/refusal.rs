//! Why an operation on a record was refused: reasons common to all games, and each game's own.

use std::fmt;

use crate::GameType;
use crate::chess::ChessRefusal;
use crate::editor::CannotApply;
use crate::encodings::DoesNotFit;
use crate::go::GoRefusal;
use crate::pgn::ArrangeError;

/// Why an operation was refused. The record is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The node before the first move cannot be cut, moved or judged.
    Start,
    /// There is no other branch beside this node.
    NoBranch,
    NothingToPaste,
    NotFound,
    /// The charset lacks a character; converting the file to UTF-8 helps.
    DoesNotFit(DoesNotFit),
    CannotApply(CannotApply),
    /// Only records of that game can do this.
    OnlyFor(GameType),
    /// Records of that game cannot do this.
    NotFor(GameType),
    /// Records of this game cannot be edited.
    ReadOnly,
    /// Files of eXtreme Gammon are only read.
    NeverWritten,
    /// The games of the file stay as they are.
    Arrange(ArrangeError),
    Go(GoRefusal),
    Chess(ChessRefusal),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Start => f.write_str("there is no move at the start"),
            Refusal::NoBranch => f.write_str("there is no other branch here"),
            Refusal::NothingToPaste => f.write_str("nothing has been cut or copied yet"),
            Refusal::NotFound => f.write_str("it was not found in this game"),
            Refusal::DoesNotFit(lacks) => lacks.fmt(f),
            Refusal::CannotApply(cannot) => cannot.fmt(f),
            Refusal::OnlyFor(game) => write!(f, "that works only in games of {game}"),
            Refusal::NotFor(game) => write!(f, "games of {game} do not have that"),
            Refusal::ReadOnly => f.write_str("records of this game cannot be edited"),
            Refusal::NeverWritten => f.write_str("files of eXtreme Gammon are read and never written"),
            Refusal::Arrange(error) => error.fmt(f),
            Refusal::Go(refusal) => refusal.fmt(f),
            Refusal::Chess(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}

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

impl From<ArrangeError> for Refusal {
    fn from(error: ArrangeError) -> Refusal {
        match error {
            ArrangeError::DoesNotFit(lacks) => Refusal::DoesNotFit(lacks),
            error => Refusal::Arrange(error),
        }
    }
}

impl From<GoRefusal> for Refusal {
    fn from(refusal: GoRefusal) -> Refusal {
        Refusal::Go(refusal)
    }
}

impl From<ChessRefusal> for Refusal {
    fn from(refusal: ChessRefusal) -> Refusal {
        Refusal::Chess(refusal)
    }
}

impl From<rules::go::Illegal> for Refusal {
    fn from(illegal: rules::go::Illegal) -> Refusal {
        GoRefusal::Illegal(illegal).into()
    }
}

impl From<rules::chess::Illegal> for Refusal {
    fn from(_: rules::chess::Illegal) -> Refusal {
        ChessRefusal::Illegal.into()
    }
}
