//! The game of Go: boards of any size up to 52 by 52, rectangular ones included.

mod point;

pub use point::{Color, Move, Point, Size, SizeError, column_name};
