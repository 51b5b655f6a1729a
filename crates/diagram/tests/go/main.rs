//! Pictures of Go boards: snapshots, and properties of all of them.
#![allow(clippy::unwrap_used)]

mod looks;
mod properties;
mod records;
