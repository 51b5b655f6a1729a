//! Chess records: one game of a PGN file with a cursor and an undo history. Other games of the file are parsed when
//! they are opened; unchanged games are written back byte for byte.

mod branches;
mod find;
mod game_record;
mod games;
mod line;
mod new;
pub mod notation;
mod outline;
mod problem;
mod problems;
mod record;
mod refusal;
mod score_sheet;

pub use new::NewGame;
pub use outline::{MoveOutline, Outline};
pub use problems::Problem;
pub use record::ChessRecord;
pub use refusal::ChessRefusal;
pub use score_sheet::SheetItem;

#[cfg(test)]
mod tests;
