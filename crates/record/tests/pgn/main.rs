//! PGN: unusual cases as tables, and properties of any bytes and any game.

#![allow(clippy::unwrap_used, clippy::panic)]

mod cases;
mod edits;
mod properties;
mod shown;
mod typed_comments;
