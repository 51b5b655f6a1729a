//! What happens in time. Everything here has one shape: `handle(now, input) -> outputs` and `deadline()`.
//! Knows no process, socket or clock: a host starts, reads, writes and waits, and says what time it is.

pub mod clock;
pub mod gtp;
pub mod guest;
pub mod kifu;
mod moment;
pub mod peer;
pub mod protocol;
pub mod room;
pub mod table;

pub use moment::Moment;
