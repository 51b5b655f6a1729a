//! Chess boards: the hand on them, and what they look like.

#![allow(clippy::unwrap_used, clippy::panic)]

mod hand;
mod laws;
mod looks;
