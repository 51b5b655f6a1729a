//! Chess records: one game of a PGN file with a cursor and an undo history. Other games of the file are parsed when
//! they are opened; unchanged games are written back byte for byte.

mod branches;
mod find;
mod game_record;
mod new;
mod outline;
mod record;
mod refusal;

pub use new::NewGame;
pub use outline::{MoveOutline, Outline};
pub use record::ChessRecord;
pub use refusal::ChessRefusal;

#[cfg(test)]
mod tests;
