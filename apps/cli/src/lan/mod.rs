//! Playing on the local network: hosting rooms, and finding hosts.

mod check_journal;
mod find;
mod host;
mod qr;
mod room_text;

pub use check_journal::check_journal;
pub use find::{FindArgs, find};
pub use host::{HostArgs, host, journal};
