//! GNU Backgammon: its hints and analysed matches as text, its SGF, and how to ask it.

mod ask;
mod sgf;
mod text;
mod tree;

pub use ask::{answer, ask, is_answered, set_up, version};
pub(crate) use sgf::{is_sgf, match_info, read as read_sgf, read_roll};
pub(crate) use text::{is_gnubg as is_text, read as read_text};
pub(crate) use tree::{Node, games};

use crate::decision::Source;

fn source(version: &str) -> Source {
    Source { program: "GNU Backgammon".into(), version: version.to_string(), match_equity: String::new() }
}
