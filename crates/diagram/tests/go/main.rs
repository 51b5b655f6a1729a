//! Pictures of Go boards: what they look like (snapshots) and what holds for every one of them.
#![allow(clippy::unwrap_used)]

mod looks;
mod properties;
mod records;
