//! What was played: the tree, its editing and undo, and how games are spelled in files.

pub mod backgammon;
pub mod chess;
mod clip;
pub mod editor;
mod encodings;
mod game_record;
mod game_type;
pub mod go;
pub mod layout;
pub mod pgn;
mod record;
mod refusal;
pub mod sgf;
pub mod simultaneous;
pub mod tree;

pub use backgammon::MatchRecord;
pub use chess::ChessRecord;
pub use clip::Clip;
pub use editor::{CannotApply, Cursor, Edit, EditOf, Editor, Game};
pub use encodings::DoesNotFit;
pub use game_record::{GameRecord, Pasted};
pub use game_type::GameType;
pub use go::GoRecord;
pub use layout::{Layout, Spot};
pub use record::Record;
pub use refusal::Refusal;
pub use sgf::Collection;
pub use tree::{NodeId, Path, PathError, Place, Tree};
