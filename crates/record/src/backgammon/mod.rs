//! Backgammon matches: `.mat` files (Jellyfish, gnubg, eXtreme Gammon), SGF with GM[6], and the binary files of eXtreme
//! Gammon (`.xg`, `.xgp`), read and navigated.
//! The bytes of a file are the truth and are written back unchanged: matches are not edited.
//!
//! ```
//! use record::GameRecord;
//! use record::backgammon::{MatchFile, MatchRecord};
//! let text = " 3 point match\n\n Game 1\n Ann : 0             Bo : 0\n  1) 31: 8/5 6/5       42: 8/4 6/4\n";
//! let mut record = MatchRecord::open(MatchFile::read(text.as_bytes())?, 0);
//! assert_eq!(record.position().dice().map(|dice| dice.to_string()), Some("31".into()));
//! record.forward();
//! assert_eq!(record.last_action().map(|played| played.action.to_string()), Some("31: 8/5 6/5".into()));
//! # Ok::<(), record::backgammon::NoMatch>(())
//! ```

mod action;
mod file;
mod game;
mod mat;
mod problem;
mod record;
mod replay;
mod sgf;
mod steps;
mod text;
mod variant;
pub mod xg;

pub use action::{Action, ActionFault, Location, PlayedAction, TextLocation};
pub use file::{MatchFile, MatchFormat, NoMatch};
pub use game::{MatchGame, Players, Win};
pub use mat::is_match_text;
pub use problem::{MatchError, MatchProblem};
pub use record::MatchRecord;
pub use sgf::read_points;
pub use text::decode;

#[cfg(test)]
mod tests;
