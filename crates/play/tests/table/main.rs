//! Tables with their clients in virtual time: normal games, unreliable networks, and hosts and players who cheat.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods)]

mod clocks;
mod entering;
mod fairness;
mod frames;
mod games;
mod journal;
mod network;
mod signals;
mod simulated_room;
