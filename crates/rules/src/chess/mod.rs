//! Chess: positions as values, moves, and how both are spelled. A thin face on shakmaty, which knows the rules.
//!
//!     let before = Position::initial();
//!     let e4 = before.read_move("e2-e4")?;      // as people write it
//!     let after = before.play(e4)?;             // the old position is still there
//!     before.san(e4)                            // "e4"

mod fen;
mod moves;
mod position;
mod setup;
mod spelling;

pub use fen::{FenError, FromFen, Repair};
pub use moves::{Move, Step};
pub use position::{Illegal, Position};
pub use setup::{Right, Setup};
pub use shakmaty::{Color, File, Piece, Rank, Role, Square};
pub use spelling::{Spelling, Understood, Unplayable};
