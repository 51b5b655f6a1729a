//! Everything that reads input from outside, each with the property that must hold for any input: one function per
//! target, which panics where the property is broken.
//!
//! `tests/corpus.rs` checks them over the committed corpus and seeded mutations of it, on stable and with every run of
//! all tests. `cargo xtask fuzz` gives the same functions to libFuzzer, and `cargo xtask torture` a million inputs.
#![allow(clippy::expect_used, clippy::panic, reason = "a broken property is reported by a panic")]

mod api_bodies;
mod backgammon_ids;
mod backgammon_texts;
mod chess_positions;
mod client_messages;
mod corpus;
mod gnubg_output;
mod gtp_analysis;
mod gtp_conversation;
mod gtp_engine;
mod journal;
mod katago_conversation;
mod match_read;
mod mutation;
mod peer_messages;
mod pgn_edit;
mod pgn_read;
mod puzzles;
mod recognise;
mod review;
mod runner;
mod settings_files;
mod sgf_edit;
mod sgf_read;
mod stored_data;
mod table_messages;
mod uci_conversation;
// It includes a file of the server, whose unit tests belong there.
#[cfg(not(test))]
mod websocket_frames;
mod workspace_files;
mod xg_read;

pub use corpus::corpus;
pub use mutation::Mutations;
pub use runner::{Checked, MAX_TIME, Runner};

/// What is fuzzed.
pub struct Target {
    /// Also the name of its folder in `corpus`.
    pub name: &'static str,
    /// Panics if the property does not hold for this input.
    pub check: fn(&[u8]),
}

const fn target(name: &'static str, check: fn(&[u8])) -> Target {
    Target { name, check }
}

/// In the order in which they are run.
pub const TARGETS: &[Target] = &[
    target("api_bodies", api_bodies::check),
    target("backgammon_ids", backgammon_ids::check),
    target("backgammon_texts", backgammon_texts::check),
    target("chess_positions", chess_positions::check),
    target("client_messages", client_messages::check),
    target("gnubg_output", gnubg_output::check),
    target("gtp_analysis", gtp_analysis::check),
    target("gtp_conversation", gtp_conversation::check),
    target("gtp_engine", gtp_engine::check),
    target("journal", journal::check),
    target("katago_conversation", katago_conversation::check),
    target("match_read", match_read::check),
    target("peer_messages", peer_messages::check),
    target("pgn_edit", pgn_edit::check),
    target("pgn_read", pgn_read::check),
    target("puzzles", puzzles::check),
    target("recognise", recognise::check),
    target("review", review::check),
    target("settings_files", settings_files::check),
    target("sgf_edit", sgf_edit::check),
    target("sgf_read", sgf_read::check),
    target("stored_data", stored_data::check),
    target("table_messages", table_messages::check),
    target("uci_conversation", uci_conversation::check),
    #[cfg(not(test))]
    target("websocket_frames", websocket_frames::check),
    target("workspace_files", workspace_files::check),
    target("xg_read", xg_read::check),
];

impl Target {
    pub fn named(name: &str) -> Option<&'static Target> {
        TARGETS.iter().find(|target| target.name == name)
    }
}
