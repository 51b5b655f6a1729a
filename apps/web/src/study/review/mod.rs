//! The review of a whole game: begun here, searched by the studio's server, and shown beside the moves.

mod game_line;
mod judgements;
mod panel;
mod progress;
mod reviews;
mod worst;
mod writing;

pub use judgements::{Judgement, Judgements, glyph_of};
pub use panel::{ReviewButton, ReviewPanel};
pub use reviews::Reviews;
