//! The built-in Go player: playouts and Monte Carlo tree search for ordinary and simultaneous Go, seeded, run in slices
//! by the caller. Uses no clocks and no threads: a host may run one search per core and `merge` their roots.

mod board;
mod ending;
mod game;
mod job;
mod level;
mod liberties;
mod opening;
mod pattern;
mod playout;
mod playouts;
mod prior;
mod root;
mod score;
mod search;
mod settings;
mod tactics;
mod tree;
mod turn;
mod vertex_list;

pub use game::Game;
pub use job::{Answer, CurrentPosition, GameHistory, Job, MoveOrder, Question, Work};
pub use level::Level;
pub use playout::PlayoutPolicy;
pub use playouts::Playouts;
pub use prior::Priors;
pub use root::{Advice, MoveStats, Root};
pub use search::{Progress, Search, Turn};
pub use settings::{Settings, Tuning, TurnModel};
pub use tree::Weights;
