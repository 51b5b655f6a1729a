//! Rooms with their players in virtual time: games as they should go, networks as they are, and people who cheat.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods)]

mod clocks;
mod fairness;
mod frames;
mod games;
mod journal;
mod network;
mod party;
mod signals;
