//! Playing on the local network: hosting rooms, and finding hosts.

mod find;
mod host;
mod qr;
mod room_text;

pub use find::{FindArgs, find};
pub use host::{HostArgs, host, journal};
