//! The bot's playing levels and search parameters.

use rules::go::Color;

use crate::playout::PlayoutPolicy;
use crate::prior::Priors;
use crate::tree::Weights;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    Easy,
    Medium,
    Hard,
    Max,
}

impl Level {
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Max];

    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Max => "max",
        }
    }

    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name))
    }

    /// Simulations per move.
    pub fn simulations(self) -> u32 {
        match self {
            Level::Easy => 60,
            Level::Medium => 300,
            Level::Hard => 1_500,
            Level::Max => 9_000,
        }
    }
}

/// How a simultaneous position is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TurnModel {
    /// Both sides move at once, as in the game.
    #[default]
    Simultaneous,
    /// As if moves alternated and this side were next. Weaker; used for comparison.
    Alternating(Color),
}

#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub simulations: u32,
    /// Komi for White, without the compensation for handicap stones, which the rules of the position give.
    pub komi: f32,
    /// Black's handicap stones.
    pub handicap: u32,
    pub turn_model: TurnModel,
    pub tuning: Tuning,
}

impl Settings {
    pub fn new(level: Level) -> Settings {
        Settings {
            simulations: level.simulations(),
            komi: 0.0,
            handicap: 0,
            turn_model: TurnModel::Simultaneous,
            tuning: Tuning::default(),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    pub policy: PlayoutPolicy,
    pub priors: Priors,
    pub weights: Weights,
    pub margin: f32,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            policy: PlayoutPolicy { save: 230, take: 230, pattern: 230 },
            priors: Priors {
                even: 10.0,
                capture: 15.0,
                capture_many: 30.0,
                save: 10.0,
                pattern: 10.0,
                near: [12.0, 8.0, 4.0],
                self_atari: 10.0,
                edge: 10.0,
                collision: 20.0,
                pass: 5.0,
            },
            weights: Weights { rave: 3000.0, explore: 0.0, expand_at: 2 },
            margin: 0.1,
        }
    }
}
