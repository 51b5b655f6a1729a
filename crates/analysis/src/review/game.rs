//! The game that is reviewed, as the machine sees it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Evaluation, Thresholds};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// White in chess, Black in Go.
    First,
    Second,
}

impl Player {
    pub const ALL: [Player; 2] = [Player::First, Player::Second];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    Opening,
    Middlegame,
    Endgame,
}

impl Phase {
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];
}

/// A move of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// As the game's engines write it.
    pub text: String,
    pub player: Player,
    pub phase: Phase,
    /// The next position does not come from this move: stones were set up after it. It cannot be judged.
    pub is_interrupted: bool,
}

/// The value of a position that needs no search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Given {
    /// The game is over there.
    Over(Evaluation),
    /// The file has it, and it is not to be searched again.
    File(Evaluation),
}

/// How the accuracy of a player is calculated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accuracy {
    /// As on lichess.
    Chess,
    /// From the points lost.
    Go,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    pub steps: Vec<Step>,
    /// By the number of the position; position 0 is the start.
    pub given: BTreeMap<usize, Given>,
    pub thresholds: Thresholds,
    pub accuracy: Accuracy,
}

impl Game {
    pub(super) fn positions(&self) -> usize {
        self.steps.len() + 1
    }

    pub(super) fn given(&self, position: usize) -> Option<Given> {
        self.given.get(&position).copied()
    }
}
