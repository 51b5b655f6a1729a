//! What was played: the tree, its editing and undo, and how games are spelled in files.

pub mod chess;
pub mod editor;
pub mod go;
pub mod layout;
mod letters;
pub mod pgn;
pub mod sgf;
pub mod simultaneous;
pub mod tree;

pub use chess::ChessRecord;
pub use editor::{CannotApply, Edit, EditOf, Editor, Game};
pub use go::GoRecord;
pub use layout::{Layout, Spot};
pub use sgf::Collection;
pub use tree::{NodeId, Path, PathError, Place, Tree};
