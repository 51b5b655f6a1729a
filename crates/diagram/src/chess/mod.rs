//! Chess boards: a scene as data, its layers as SVG, and which square a point belongs to.
//!
//!     layer_svg(&Scene::of(&position, Color::White), Layer::Pieces)

mod draw;
mod geometry;
mod pieces;
mod plain_pieces;
mod scene;
mod text;

pub use draw::{Layer, choice_square, definitions, inner_svg, layer_svg, to_svg, to_svg_with};
pub use geometry::{SIDE, SQUARE, View};
pub use pieces::{PieceSet, all_pieces, piece_name, piece_svg, piece_symbols};
pub use scene::{Glide, Hint, Scene, Target, glides};
pub use text::board_text;
