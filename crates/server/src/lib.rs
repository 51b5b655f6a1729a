//! The server: axum on loopback with the embedded page and the API; and, when the user chooses to host, rooms for the
//! local network.
//!
//! The rules of games are in the core crates; routes, bodies and error codes are in `api`.

mod accept_language;
mod address_limits;
mod anki;
mod cards;
mod data_dirs;
pub mod engine;
mod engines;
mod error_response;
mod extract;
mod file;
mod gnubg;
mod host;
mod hosting;
mod lan;
mod library;
mod listener;
mod open_files;
mod opened_files;
mod origin_check;
mod page;
mod response_headers;
mod rooms;
mod shell;
mod studio;

pub use address_limits::HostLimits;
pub use anki::{Anki, AnkiError};
pub use api::shell::Menus;
pub use file::replace_file;
pub use gnubg::{Gnubg, GnubgError};
pub use host::Host;
pub use lan::{Announcement, FoundHost, announce, find};
pub use rooms::{JournalError, OpenRoomError, Opponents, RoomSummary, Rooms};
pub use shell::{BoxFuture, Native, Shell};
pub use studio::{BindError, Studio};
