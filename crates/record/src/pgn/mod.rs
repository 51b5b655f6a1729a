//! Lossless PGN: a file's bytes are kept, games are parsed on demand, and an unchanged game is written back byte for
//! byte. Files with errors are never refused; each error is reported as a finding.
//!
//!     let file = Pgn::read(bytes);                       // finds the games and their tags
//!     let game = file.game(0)?;                          // tree, moves, comments
//!     let first = game.tree().first_child(game.root())?;
//!     game.mv(first)                                     // e2e4, in whatever notation it was written

mod arrange;
mod changes;
mod charset;
mod command;
mod comment_before;
mod edit;
mod evals;
mod file;
mod finding;
mod game;
mod index;
mod lex;
mod movetext;
mod nag;
mod notes;
mod read;
mod scan;
mod typed_comment;
mod write;

pub use arrange::ArrangeError;
pub use charset::Charset;
pub use command::{Brush, Command, Eval, Score, Shape, commands, comment_text};
pub use edit::{MoveTarget, NodeText};
pub use file::{Pgn, game_from_fen};
pub use finding::{Finding, FindingKind};
pub use game::{Game, Header, Nag, Note, Outcome, Start};
pub use nag::nag_sign;
pub use notes::{NotePlacement, Style};
pub use scan::TagFault;
