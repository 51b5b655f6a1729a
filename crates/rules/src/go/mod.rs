//! The game of Go: boards of any size up to 52 by 52, rectangular ones included.

mod board;
mod handicap;
mod history;
mod point;
mod points;
mod position;
mod ruleset;
mod score;
pub mod simultaneous;
mod symmetries;

pub use board::Board;
pub use handicap::{HandicapError, check_free_handicap, handicap_points, most_handicap_stones};
pub use point::{Color, Move, Point, Size, SizeError, column_name};
pub use points::{Outcome, Points};
pub use position::{Illegal, Position};
pub use ruleset::{Compensation, Ko, Rules, Scoring};
pub use score::{Count, Marking, Score};
pub use symmetries::Symmetries;
