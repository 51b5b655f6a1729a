//! The search parameters.

use rules::go::{Color, Size};

use crate::level::Level;
use crate::playout::{MoveOrder, PlayoutPolicy};
use crate::prior::Priors;
use crate::tree::Weights;

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
    /// As long a search as this level makes on this board.
    pub fn new(level: Level, size: Size) -> Settings {
        let mut settings = Settings::with_simulations(level.simulations(size));
        if level.mistake() > 0.0 {
            // What a bad move loses must be known too.
            settings.tuning.weights.explore = 0.3;
        }
        settings
    }

    pub fn with_simulations(simulations: u32) -> Settings {
        Settings {
            simulations,
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
    /// Where moves alternate.
    pub weights: Weights,
    /// Where both move at once.
    pub joint_weights: Weights,
    /// How much of a result is the margin, so that the winner does not play pointless moves.
    pub margin: f32,
    /// Corners first on large boards.
    pub opening: bool,
    /// Playouts continue after two passes in the tree, so that dead stones are taken.
    pub play_on: bool,
    /// Ends a search once the simulations that are left cannot change the move.
    pub stop_early: bool,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            policy: PlayoutPolicy { save: 230, take: 230, pattern: 230, self_atari: 200, ladder: true },
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
                ladder: 10.0,
            },
            weights: Weights { rave: 3000.0, explore: 0.0, expand_at: 2 },
            joint_weights: Weights { rave: 300.0, explore: 0.0, expand_at: 2 },
            margin: 0.1,
            opening: true,
            play_on: true,
            stop_early: true,
        }
    }
}

impl Tuning {
    pub(crate) fn weights_for(&self, order: MoveOrder) -> Weights {
        if order == MoveOrder::Simultaneous { self.joint_weights } else { self.weights }
    }
}
