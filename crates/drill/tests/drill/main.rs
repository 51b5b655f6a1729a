//! The trainer as scripts with virtual time, its sessions, cycles and schedule, and laws for any hand.

#![allow(clippy::unwrap_used, clippy::panic)]

mod attempts;
mod cycles;
mod go_problems;
mod laws;
mod memories;
mod script;
mod sessions;
