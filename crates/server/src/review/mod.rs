//! Reviews of whole games: the loop around `analysis::review`, the processes of engines, and the store of evaluations.

mod bot_analyst;
mod gnubg_match;
mod gtp_analyst;
mod katago_analyst;
mod process;
mod run;
mod store;
mod uci_analyst;

use std::time::Duration;

use analysis::review::Question;
use analysis::{EngineName, Line};

pub use bot_analyst::BotAnalyst;
pub use gnubg_match::{AnalysedMatch, MatchAnalysisError, MatchAnalyst};
pub use gtp_analyst::GtpAnalyst;
pub use katago_analyst::KatagoAnalyst;
pub use run::{Interrupted, Job, run};
pub use store::{Store, effort_text};
pub use uci_analyst::UciAnalyst;

use crate::engine::CommandLine;
use crate::engines::KnownEngine;

/// How thoroughly each position is searched at first unless something else is wanted. It is a part of the keys in the
/// store, so the page and the command line use the same.
pub const CHESS_NODES: u64 = 200_000;
/// Visits of the bot, which is quick, and of engines with a network.
pub const BOT_VISITS: u64 = 2000;
pub const NETWORK_VISITS: u64 = 100;
/// An engine with a network is faster with several positions at once.
pub const AT_ONCE: usize = 4;
/// The memory for a chess engine's table of positions.
pub const HASH_MB: u32 = 128;
/// How long an engine may say nothing.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// What an engine says to a review.
#[derive(Debug)]
pub enum AnalystEvent {
    Answer {
        question: Question,
        lines: Vec<Line>,
    },
    /// It does not get an answer to this question; the next one may be answered.
    Failed {
        question: Question,
        why: String,
    },
    /// It cannot be used any more.
    Gone {
        why: String,
    },
}

/// An engine that answers questions about one game.
pub trait Analyst {
    fn engine(&self) -> EngineName;

    /// Begins a search, or queues it. The error says why this position cannot be searched.
    fn ask(&mut self, question: Question) -> Result<(), String>;

    /// What happens next; None if nothing does in this time.
    fn wait(&mut self, at_most: Duration) -> Option<AnalystEvent>;
}

/// The engine for chess that is installed on this machine.
pub fn chess_engine() -> Option<CommandLine> {
    let path = KnownEngine::analysing(api::engines::Game::Chess)?.path()?;
    Some(CommandLine::new(path, [] as [&str; 0]))
}
