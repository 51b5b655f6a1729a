//! Game records: the tree of moves, its editing and undo, and the file formats.

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
pub use layout::{GridCoord, Layout};
pub use record::Record;
pub use refusal::Refusal;
pub use sgf::Collection;
pub use tree::{Attachment, NodeId, Path, PathError, Tree};
