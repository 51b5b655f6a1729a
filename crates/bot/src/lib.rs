//! Who plays when nobody else does: playouts and search for simultaneous and for ordinary Go, seeded and stepped in
//! slices. Knows nothing of rooms, clocks or threads: a host may run one search for each core and `merge` their roots.

mod board;
mod game;
mod liberties;
mod list;
mod playout;
mod playouts;
mod prior;
mod root;
mod score;
mod search;
mod settings;
mod shape;
mod tree;
mod turn;

pub use game::Game;
pub use playout::Habits;
pub use playouts::Playouts;
pub use prior::Priors;
pub use root::{Choice, Root};
pub use search::{Progress, Search, Turn};
pub use settings::{Level, Manner, Settings, Tuning};
pub use tree::Weights;
