//! Two pages, a relay and a direct channel in virtual time: one page hosts the table, the other connects by whichever
//! transport is open.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods)]

mod attempts;
mod games;
mod host_limits;
mod pages;
