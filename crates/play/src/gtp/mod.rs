//! The conversation with an engine in the Go Text Protocol, version 2, as a state machine without a process.
//! The engine is an opponent, never the board: it is sent the game as the record has it, and asked for moves.
//! `engine` is the other end: our bot behind GTP.
//!
//!     conversation.handle(now, Input::Query(Query::Move { game, color }));   // replays what the engine has missed

pub mod analysis;
mod command;
mod conversation;
pub mod engine;
mod game;
mod process;
mod replies;
mod reply_reader;
mod rule_names;
mod transcript;

pub use conversation::{Conversation, Input, Output, Query, State};
/// Rules in KataGo's words, as a command has them.
pub(crate) fn rules_text(rules: rules::go::Rules) -> String {
    rule_names::name(rules)
}

/// The same as JSON.
pub(crate) fn rules_of(rules: rules::go::Rules) -> serde_json::Value {
    let text = rules_text(rules);
    serde_json::from_str(&text).unwrap_or(serde_json::Value::String(text))
}

pub use game::{EngineMove, Game};
pub use transcript::{Speaker, TranscriptLine};
