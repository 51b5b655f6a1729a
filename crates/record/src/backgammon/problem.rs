//! What is wrong with a match, and where.

use std::fmt;

use rules::backgammon::{Dice, Play, Side};

use super::action::TextPlace;

#[derive(Clone, Debug, PartialEq)]
pub struct MatchError {
    pub place: TextPlace,
    pub problem: MatchProblem,
}

#[derive(Clone, Debug)]
pub enum MatchProblem {
    Unreadable(String),
    /// Not legal with the dice. The game goes on if the checkers can be moved that way.
    IllegalPlay {
        dice: Dice,
        play: Play,
    },
    CannotDouble(Side),
    /// A take or a pass without a double.
    NoDouble,
    CubeTooHigh,
    /// Two rolls of the same player in a row.
    OutOfTurn(Side),
    /// A position set up by hand, which SGF allows.
    SetUp,
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
            MatchProblem::IllegalPlay { dice, play } if play.is_empty() => {
                write!(f, "no play is not legal with {dice}")
            }
            MatchProblem::IllegalPlay { dice, play } => write!(f, "{play} is not legal with {dice}"),
            MatchProblem::CannotDouble(side) => write!(f, "the {side} player cannot double here"),
            MatchProblem::NoDouble => f.write_str("an answer where nobody doubled"),
            MatchProblem::CubeTooHigh => f.write_str("the cube goes too high"),
            MatchProblem::OutOfTurn(side) => write!(f, "the {side} player moves twice in a row"),
            MatchProblem::SetUp => f.write_str("a position set up by hand is not read"),
            MatchProblem::Score { side, written, counted } => {
                write!(f, "the score of the {side} player is {written}, but the games before give {counted}")
            }
        }
    }
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.place.line, self.place.column, self.problem)
    }
}

impl std::error::Error for MatchError {}
