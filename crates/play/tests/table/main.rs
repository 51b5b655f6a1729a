//! Tables with their players in virtual time: normal games, unreliable networks and cheaters.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods)]

mod clocks;
mod fairness;
mod frames;
mod games;
mod journal;
mod network;
mod party;
mod signals;
