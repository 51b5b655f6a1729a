//! Chess games in PGN, nothing lost: a file's bytes are kept, games are read when they are asked for, and an
//! unchanged game is written back byte for byte. Odd files are read with a finding for each fault, never refused.
//!
//!     let file = Pgn::read(bytes);                       // finds the games and their tags
//!     let game = file.game(0)?;                          // tree, moves, comments
//!     let first = game.tree().first_child(game.root())?;
//!     game.mv(first)                                     // e2e4, however it was spelled

mod changes;
mod charset;
mod command;
mod edit;
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
mod write;

pub use charset::Charset;
pub use command::{Brush, Command, Eval, Score, Shape, commands, words};
pub use edit::{NodeText, Playing};
pub use file::Pgn;
pub use finding::{Finding, FindingKind};
pub use game::{Game, Heading, Nag, Note, Outcome, Start};
pub use nag::nag_sign;
pub use notes::{Spot, Style};
pub use scan::TagFault;
