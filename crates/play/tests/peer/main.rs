//! Two pages, a meeting place and a channel in virtual time: one page keeps the table, the other comes to it whichever
//! way is open.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods)]

mod attempts;
mod games;
mod house;
mod pages;
