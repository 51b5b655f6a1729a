//! How hard the bot thinks.

use rules::go::Color;

use crate::playout::Habits;
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

    /// Games played in the head before each move.
    pub fn simulations(self) -> u32 {
        match self {
            Level::Easy => 60,
            Level::Medium => 300,
            Level::Hard => 1_500,
            Level::Max => 9_000,
        }
    }
}

/// How a simultaneous position is thought about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    /// As the game is played: both at once.
    #[default]
    AsPlayed,
    /// As if moves alternated and this side were next. Weaker; kept to be measured against.
    Alternating(Color),
}

#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub simulations: u32,
    /// Komi for White.
    pub komi: f32,
    pub manner: Manner,
    pub tuning: Tuning,
}

impl Settings {
    pub fn new(level: Level) -> Settings {
        Settings {
            simulations: level.simulations(),
            komi: 0.0,
            manner: Manner::AsPlayed,
            tuning: Tuning::default(),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    pub habits: Habits,
    pub priors: Priors,
    pub weights: Weights,
    pub margin: f32,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            habits: Habits { save: 230, take: 230, fight: 230 },
            priors: Priors {
                even: 10.0,
                take: 15.0,
                take_many: 30.0,
                save: 10.0,
                fight: 10.0,
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
