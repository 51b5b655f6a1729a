//! The studio on this machine: axum on loopback, serving the page that the binary carries.
//!
//! Knows as little of Go, chess and backgammon as it can.

mod anki;
mod cards;
mod file;
mod gnubg;
mod guard;
mod opened;
mod page;
mod studio;

pub use anki::Anki;
pub use file::replace_file;
pub use gnubg::{Gnubg, GnubgError};
pub use studio::{BindError, Studio};
