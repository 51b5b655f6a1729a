//! Playing on the local network: hosting rooms, and finding hosts.

mod find;
mod host;
mod qr;
mod words;

pub use find::{FindArgs, find};
pub use host::{HostArgs, host, journal};
