//! The rules of Go, tested with pictures: `X` black, `O` white, and points named as on a board.

#![allow(clippy::panic, clippy::unwrap_used)]

mod counting;
mod handicaps;
mod picture;
mod placing;
mod properties;
mod repeating;
