//! The conversation with a GTP engine that analyses, `kata-analyze` or `lz-analyze`, as a state machine without a process.
//! Which of the two was sent tells how to read the values: their shapes overlap.

mod commands;
mod conversation;
mod info;
#[cfg(test)]
mod tests;

pub use commands::Ask;
pub use conversation::{Conversation, Input, Output, State};
pub use info::{Dialect, read_info};
