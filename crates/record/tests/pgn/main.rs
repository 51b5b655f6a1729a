//! PGN: odd cases as tables, and the laws that hold for any bytes and any game.

#![allow(clippy::unwrap_used, clippy::panic)]

mod cases;
mod edits;
mod properties;
mod shown;
