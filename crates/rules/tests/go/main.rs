//! The game of Go by pictures: `X` black, `O` white, and the points that a test speaks of spelled as on a board.

#![allow(clippy::panic, clippy::unwrap_used)]

mod counting;
mod handicaps;
mod laws;
mod picture;
mod placing;
mod repeating;
