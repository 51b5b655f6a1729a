//! The trainer as scripts with virtual time; sessions, cycles, schedule and progress; properties for any input.

#![allow(clippy::unwrap_used, clippy::panic)]

mod attempts;
mod cycles;
mod fsrs_reference;
mod go_problems;
mod progress;
mod properties;
mod script;
mod sessions;
