//! The game of Go: boards of any size up to 52 by 52, rectangular ones included.

mod board;
mod history;
mod point;
mod position;
mod ruleset;
pub mod simultaneous;

pub use board::Board;
pub use point::{Color, Move, Point, Size, SizeError, column_name};
pub use position::{Illegal, Position};
pub use ruleset::{Compensation, Ko, Rules, Scoring};
