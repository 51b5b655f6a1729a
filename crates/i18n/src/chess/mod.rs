//! Words for chess, in files of their own because there are many.

pub mod en;
mod nag_names;
mod typed_moves;
pub mod vi;
pub mod zh;
