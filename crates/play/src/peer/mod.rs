//! Two pages that play without a host's table: one of them keeps it, the other comes by a channel of their own while
//! that stands, and through a meeting place while it does not. Both ways carry the same words with the same numbers.
//!
//!     peering.handle(now, Input::Closed { attempt })   // [Drop { .. }, Speak(Some(Way::Host))]: the game goes on there

mod keeper;
mod outbox;
mod pace;
mod peering;
mod place;
mod pulse;

pub use keeper::{Input as KeeperInput, Keeper, MOST_LINES, Output as KeeperOutput};
pub use outbox::Outbox;
pub use pace::Bucket;
pub use peering::{Input, Output, Peering, Side, Way};
pub use place::{About, Call, LONGEST_TITLE, Reply, is_meeting, meeting};
pub use pulse::Pulse;
