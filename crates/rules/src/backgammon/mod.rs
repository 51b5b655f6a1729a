//! Backgammon: one absolute board, the legal plays of a roll, and the notation of plays and positions.
//! The bottom player moves from 24 down to 1 in the board's numbering, the top player the other way. Boards are never
//! rotated for storage; `Board::mover_view` returns the board from the mover's side.
//!
//! ```
//! use rules::backgammon::Position;
//! let opening = Position::read("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")?.position;
//! assert!(opening.legal_plays().iter().any(|legal| legal.play.to_string() == "8/5 6/5"));
//! # Ok::<(), rules::backgammon::IdError>(())
//! ```

mod board;
mod gnuid;
mod id;
mod ogid;
mod partial_play;
mod play;
mod plays;
mod position;
mod set_up;
mod wanted;
mod xgid;

pub use board::{BAR, Board, BoardError, CHECKERS, OFF, Side};
pub use id::{Converted, IdError, Lost, Notation, Read};
pub use partial_play::{PartialPlay, PartialPlayError};
pub use play::{Hop, Play, PlayError};
pub use plays::{LegalPlay, legal_plays};
pub use position::{Cube, DEFAULT_CUBE_LIMIT, Dice, Position, Score, Stage, Stake};
pub use set_up::{SetUp, SetUpFault, SetUpInput};
pub use wanted::Wanted;
