//! The studio on this machine: axum on loopback, serving the page that the binary carries; and, when somebody chooses
//! to host, rooms for everybody on the local network.
//!
//! Knows as little of Go, chess and backgammon as it can.

mod anki;
mod cards;
pub mod engine;
mod engines;
mod file;
mod gnubg;
mod guard;
mod host;
mod hosting;
mod lan;
mod library;
mod opened;
mod page;
mod places;
mod rooms;
mod shell;
mod studio;
mod tongue;

pub use anki::Anki;
pub use file::replace_file;
pub use gnubg::{Gnubg, GnubgError};
pub use host::Host;
pub use lan::{Announcement, Found, announce, find};
pub use rooms::{Listed, Opponents, Rooms};
pub use shell::{Later, Menus, Native, Shell};
pub use studio::{BindError, Studio};
