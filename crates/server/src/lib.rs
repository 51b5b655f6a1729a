//! The server: axum on loopback with the embedded page and the API; and, when the user chooses to host, rooms for the
//! local network.
//!
//! The rules of games are in the core crates; routes, bodies and error codes are in `api`.

mod accept_language;
mod access_key;
mod address_limits;
mod analysis;
mod anki;
mod backups;
mod cards;
mod data_dirs;
mod earlier_versions;
pub mod engine;
mod engines;
mod error_response;
mod extract;
mod file;
mod gnubg;
mod host;
mod hosting;
mod http_request;
mod lan;
mod library;
mod listener;
mod match_analysis;
mod open_files;
mod opened_files;
mod origin_check;
mod page;
mod part_files;
mod preview;
mod private_files;
mod public_url;
mod response_headers;
pub mod review;
mod rooms;
mod running_studio;
mod shell;
mod studio;
mod training;
mod training_folder;
mod update_stream;

pub use address_limits::HostLimits;
pub use anki::{Anki, AnkiError};
pub use api::shell::Menus;
pub use file::{replace_file, replace_private_file};
pub use gnubg::{Gnubg, GnubgError};
pub use host::Host;
pub use lan::{Announcement, FoundHost, announce, find};
pub use part_files::{create_part_file, remove_part_files};
pub use private_files::{create_private_file, create_private_folder, make_private};
pub use public_url::{InvalidPublicUrl, PublicUrl};
pub use rooms::{JournalDamage, JournalError, OpenRoomError, Opponents, RoomSummary, Rooms};
pub use running_studio::{Claim, RunningStudio, StudioLock, claim_studio};
pub use shell::{BoxFuture, Native, Shell};
pub use studio::{BindError, Studio};
pub use training_folder::{NotReplaced, TrainingFolder};
