//! Chess boards: what there is to see as data, the same as SVG in layers, which square a point belongs to, and a hand
//! that turns pointers and keys into moves and arrows.
//!
//!     let mut hand = Hand::new(Told::of(&position, None, None), Color::White);
//!     hand.handle(Deed::Down { … });  hand.handle(Deed::Up { … })      // Some(Announcement::Move { e2, e4 })
//!     layer_svg(&hand.scene(), Layer::Pieces)                           // what to show

mod draw;
mod geometry;
mod hand;
mod pieces;
mod scene;
mod text;

pub use draw::{Layer, definitions, inner_svg, layer_svg, to_svg};
pub use geometry::{SIDE, SQUARE, View};
pub use hand::{Announcement, Button, Deed, Hand, Key, Told};
pub use pieces::{piece_name, piece_svg, piece_symbols};
pub use scene::{Glide, Scene, Target, glides};
pub use text::board_text;
