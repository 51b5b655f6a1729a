//! GNU Backgammon: its hints and analysed matches as text, its analysis in SGF, and the dialogue with it.

mod analysis;
mod ask;
mod text;
mod whole_match;

pub(crate) use analysis::NodeAnalysis;
pub use ask::{answer, ask, is_answered, set_up, version};
pub(crate) use text::{is_gnubg as is_text, read as read_text};
pub use whole_match::MatchDialogue;

use crate::decision::Source;

pub(crate) fn source(version: &str) -> Source {
    Source { program: "GNU Backgammon".into(), version: version.to_string(), match_equity: String::new() }
}
