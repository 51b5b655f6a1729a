//! Two pages that play without a server's table: one of them hosts it. The other connects directly while that works,
//! and through a relay otherwise. Both transports carry the same messages with the same numbers.
//!
//!     connector.handle(now, Input::Closed { attempt })   // [Drop { .. }, UseTransport(Some(Transport::Relay))]: the game continues there

mod connector;
mod heartbeat;
mod host;
mod relay;
mod send_queue;
mod token_bucket;

pub use connector::{Input, Output, PeerConnector, PeerRole, Transport};
pub use heartbeat::Heartbeat;
pub use host::{Input as HostInput, MAX_RELAY_CONNECTIONS, Output as HostOutput, PeerHost};
pub use relay::{FromRelay, MAX_TITLE, TableInfo, ToRelay, is_relay_room, is_stun_server, relay_room};
pub use send_queue::SendQueue;
pub use token_bucket::TokenBucket;
