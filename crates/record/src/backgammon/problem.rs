//! What is wrong with a match, and where.

use std::fmt;

use rules::backgammon::{Dice, Play, Side};

use super::action::Location;

#[derive(Clone, Debug, PartialEq)]
pub struct MatchError {
    pub location: Location,
    pub problem: MatchProblem,
}

#[derive(Clone, Debug)]
pub enum MatchProblem {
    /// An action that cannot be read: the game stops there.
    Unreadable(String),
    /// Text that belongs to no action.
    NotRead(String),
    /// A game without names and score.
    NoScore,
    /// Not legal with the dice. Reading continues if the checkers can be moved that way.
    IllegalPlay {
        dice: Dice,
        play: Play,
    },
    /// The file calls the play illegal and has only the board after it.
    MarkedIllegal,
    CannotDouble(Side),
    CannotBeaver(Side),
    /// An answer without a double.
    NoDouble,
    /// A raccoon without a beaver.
    NoBeaver,
    /// A double without an answer.
    Unanswered,
    CubeTooHigh,
    /// The file gives another value with a double than the doubles before.
    CubeValue {
        written: u32,
        counted: u32,
    },
    OutOfTurn(Side),
    /// Something follows the end of a game.
    AfterEnd,
    /// The actions do not end with this winner, or not with this many points.
    Result {
        side: Side,
        points: u16,
    },
    /// A position set up by hand, which SGF allows.
    SetUp,
    /// The file has another position here than its actions lead to.
    OtherPosition,
    /// The file has another value or owner of the cube here than its actions lead to.
    OtherCube,
    /// A part of a file of eXtreme Gammon that cannot be unpacked or fails its checksum.
    Damaged(&'static str),
    /// Dice that do not exist.
    Dice(i32, i32),
    /// A record that a match does not have here.
    OutOfOrder,
    /// The score of a game differs from the score and result of the game before.
    Score {
        side: Side,
        written: u16,
        counted: u16,
    },
}

impl PartialEq for MatchProblem {
    fn eq(&self, other: &MatchProblem) -> bool {
        self.to_string() == other.to_string()
    }
}

impl fmt::Display for MatchProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchProblem::Unreadable(text) => write!(f, "“{text}” cannot be read"),
            MatchProblem::NotRead(text) => write!(f, "“{text}” is neither a move nor a cube action"),
            MatchProblem::NoScore => f.write_str("the game has no line with names and score"),
            MatchProblem::IllegalPlay { dice, play } if play.is_empty() => {
                write!(f, "no play is not legal with {dice}")
            }
            MatchProblem::IllegalPlay { dice, play } => write!(f, "{play} is not legal with {dice}"),
            MatchProblem::MarkedIllegal => {
                f.write_str("an illegal play, of which the file has only the board after it")
            }
            MatchProblem::CannotDouble(side) => write!(f, "the {side} player cannot double here"),
            MatchProblem::CannotBeaver(side) => write!(f, "the {side} player cannot beaver here"),
            MatchProblem::Unanswered => f.write_str("the double before was neither taken nor passed"),
            MatchProblem::NoDouble => f.write_str("an answer where nobody doubled"),
            MatchProblem::NoBeaver => f.write_str("a raccoon where nobody beavered"),
            MatchProblem::CubeTooHigh => f.write_str("the cube goes too high"),
            MatchProblem::CubeValue { written, counted } => {
                write!(f, "the cube goes to {written}, but the doubles before give {counted}")
            }
            MatchProblem::OutOfTurn(side) => write!(f, "it is not the {side} player's turn"),
            MatchProblem::AfterEnd => f.write_str("the game is already over"),
            MatchProblem::Result { side, points } => {
                write!(f, "the {side} player wins {points}, which does not fit the end of the game")
            }
            MatchProblem::SetUp => f.write_str("a position set up by hand is not read"),
            MatchProblem::OtherPosition => {
                f.write_str("the position in the file is not the one that the actions before lead to")
            }
            MatchProblem::OtherCube => {
                f.write_str("the cube in the file is not the one that the actions before lead to")
            }
            MatchProblem::Damaged(part) => {
                write!(f, "the file is damaged: its {part} are incomplete or altered")
            }
            MatchProblem::Dice(one, other) => write!(f, "{one} and {other} are not a roll"),
            MatchProblem::OutOfOrder => f.write_str("this does not belong here and is not read"),
            MatchProblem::Score { side, written, counted } => {
                write!(f, "the score of the {side} player is {written}, but the games before give {counted}")
            }
        }
    }
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.location, self.problem)
    }
}

impl std::error::Error for MatchError {}
