//! The conversation with an engine in the Go Text Protocol, version 2, as a machine without a process.
//! The engine is an opponent, never the board: it is told the game as the record has it, and asked for moves.
//!
//!     conversation.handle(now, Input::Ask(Ask::Move { game, color }));   // replays what the engine has missed

mod conversation;
pub mod engine;
mod game;
mod hearing;
mod life;
mod step;
mod transcript;
mod wire;

pub use conversation::{Ask, Conversation, Input, Output, State};
pub use game::{Game, Said};
pub use transcript::{Line, Speaker};
