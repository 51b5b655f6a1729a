//! What a player did in a match, and the position before it.

use std::fmt;

use rules::backgammon::{Dice, Play, Position, Side, Stage};

use super::problem::MatchProblem;
use crate::tree::NodeId;

#[derive(Clone, Copy, Debug)]
pub enum Action {
    /// A roll and the play made with it, which is empty if nothing could be played.
    Roll {
        dice: Dice,
        play: Play,
    },
    Double,
    /// Of a double, a beaver or a raccoon.
    Take,
    Pass,
    /// Redoubles at once and keeps the cube.
    Beaver,
    /// Doubles the beaver.
    Raccoon,
}

/// Line and column of an action in its file, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextLocation {
    pub line: usize,
    /// In characters.
    pub column: usize,
}

/// Where something is in the file of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Location {
    Text(TextLocation),
    /// The number of a record in a file of eXtreme Gammon, from 0.
    Record(usize),
}

impl Location {
    /// The line of a text from 1, or the number of a record from 0.
    pub fn number(self) -> usize {
        match self {
            Location::Text(at) => at.line,
            Location::Record(number) => number,
        }
    }

    pub fn record(self) -> Option<usize> {
        if let Location::Record(number) = self { Some(number) } else { None }
    }
}

impl From<TextLocation> for Location {
    fn from(at: TextLocation) -> Location {
        Location::Text(at)
    }
}

/// `3:11` or `record 7`
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Text(at) => write!(f, "{}:{}", at.line, at.column),
            Location::Record(number) => write!(f, "record {number}"),
        }
    }
}

/// What is wrong with an action, independent of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionFault {
    OutOfTurn,
    /// A roll or a double while a double waits for its answer.
    Unanswered,
    /// The file marks the play as illegal and does not contain it.
    MarkedIllegal,
}

#[derive(Clone, Copy, Debug)]
pub struct PlayedAction {
    pub side: Side,
    pub action: Action,
    /// The position of the decision: with the dice of a roll, with the double for an answer.
    pub before: Position,
    pub fault: Option<ActionFault>,
    pub location: Location,
    /// The node of an SGF file, which may contain an analysis.
    pub node: Option<NodeId>,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Roll { dice, play } if play.is_empty() => write!(f, "{dice}: no play"),
            Action::Roll { dice, play } => write!(f, "{dice}: {play}"),
            Action::Double => f.write_str("doubles"),
            Action::Take => f.write_str("takes"),
            Action::Pass => f.write_str("passes"),
            Action::Beaver => f.write_str("beavers"),
            Action::Raccoon => f.write_str("raccoons"),
        }
    }
}

impl PlayedAction {
    /// Why the action breaks the rules. Computed on demand: listing the legal plays takes longer than reading.
    pub fn problem(&self) -> Option<MatchProblem> {
        match self.fault {
            Some(ActionFault::OutOfTurn) => return Some(MatchProblem::OutOfTurn(self.side)),
            Some(ActionFault::Unanswered) => return Some(MatchProblem::Unanswered),
            Some(ActionFault::MarkedIllegal) => return Some(MatchProblem::MarkedIllegal),
            None => {}
        }
        let before = &self.before;
        match self.action {
            Action::Roll { dice, play } => self.illegal_play(dice, play),
            Action::Double => {
                (!before.may_double(self.side)).then_some(MatchProblem::CannotDouble(self.side))
            }
            Action::Take | Action::Pass if before.offered().is_none() => Some(MatchProblem::NoDouble),
            Action::Take => before.accepted_cube().is_none().then_some(MatchProblem::CubeTooHigh),
            Action::Pass => None,
            Action::Beaver if before.stage != Stage::Doubled => Some(MatchProblem::NoDouble),
            Action::Raccoon if before.stage != Stage::Beavered => Some(MatchProblem::NoBeaver),
            Action::Beaver | Action::Raccoon => {
                (!before.beavers_allowed()).then_some(MatchProblem::CannotBeaver(self.side))
            }
        }
    }

    fn illegal_play(&self, dice: Dice, play: Play) -> Option<MatchProblem> {
        let legal = self.before.legal_plays();
        let after = play.on(&self.before.board, self.side);
        let is_legal = match legal.is_empty() {
            true => play.is_empty(),
            false => legal.iter().any(|legal| Some(legal.board) == after),
        };
        (!is_legal).then_some(MatchProblem::IllegalPlay { dice, play })
    }
}
