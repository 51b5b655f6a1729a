//! The studio on this machine: axum on loopback, serving the page that the binary carries.
//!
//! Knows as little of Go, chess and backgammon as it can.

mod file;
mod guard;
mod opened;
mod page;
mod studio;

pub use file::replace_file;
pub use studio::{BindError, Studio};
