//! The conversation with a chess engine that speaks UCI, as a state machine without a process.
//!
//!     conversation.handle(now, Input::Search(Box::new(Search::new(start, moves, lines, limit)?)));
//!     // Output::Report for each depth, then Output::Finished
//!
//! One search runs at a time; a new one stops it and waits until the engine has confirmed that with `bestmove`.

mod conversation;
mod info;
mod search;
#[cfg(test)]
mod tests;

pub use conversation::{Conversation, Input, Options, Output, State};
pub use search::{Search, SearchError};
