//! Chess records: a game of a PGN file with a cursor and an undo history, and everything that can be done to it. The
//! other games of the file are read when they are opened; what nobody touched is written back byte for byte.

mod branches;
mod find;
mod new;
mod outline;
mod record;
mod refusal;

pub use branches::Clip;
pub use new::NewGame;
pub use outline::{Entry, Outline};
pub use record::ChessRecord;
pub use refusal::Refusal;

#[cfg(test)]
mod tests;
