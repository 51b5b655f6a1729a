//! Chess: positions as values, moves, and their notations. A thin layer over shakmaty, which has the rules.
//!
//!     let before = Position::initial();
//!     let e4 = before.read_move("e2-e4")?;      // as people write it
//!     let after = before.play(e4)?;             // the old position is still there
//!     before.san(e4)                            // "e4"

mod engine_line;
mod fen;
mod moves;
mod position;
mod setup;
mod typed_move;
mod written_move;

pub use engine_line::LineMove;
pub use fen::{FenError, FromFen, Repair};
pub use moves::{Move, PieceStep};
pub use position::{Illegal, Position};
pub use setup::{CastlingRight, Setup};
pub use shakmaty::{Color, File, Piece, Rank, Role, Square};
pub use typed_move::{Candidate, TypedMoveError};
pub use written_move::{MoveError, ResolvedMove, WrittenMove};
