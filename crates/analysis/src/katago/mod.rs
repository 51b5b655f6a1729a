//! The conversation with KataGo's analysis engine: JSON objects, a line each, in any order. A state machine without a
//! process.
//!
//!     conversation.handle(now, Input::Introduce);             // its version and network, once it is ready
//!     conversation.handle(now, Input::Ask(Box::new(query)));  // Output::Answer, after other answers perhaps
//!
//! Values are as Black sees them: every query demands it, whatever the engine's settings say.

mod conversation;
mod query;
mod reply;
#[cfg(test)]
mod tests;

pub use conversation::{Conversation, Input, Output, State};
pub use query::Query;
pub use reply::Reply;
