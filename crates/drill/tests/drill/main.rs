//! The trainer as scripts with virtual time; sessions, cycles, schedule and progress; properties for any input.

#![allow(clippy::unwrap_used, clippy::panic)]

mod attempts;
mod cycles;
mod figures;
mod fsrs_reference;
mod go_problems;
mod history;
mod history_properties;
mod judged_moves;
mod progress;
mod properties;
mod script;
mod sessions;
mod transpositions;
mod typed_moves;
mod words;
