//! Draws positions and game trees as layered pictures, and maps pixels to points.
//! A picture is data: `svg` writes it, and a page can update it layer by layer. No DOM, no gestures.

pub mod backgammon;
pub mod chess;
pub mod go;
mod hint;
mod lettering;
mod picture;
mod svg;
mod theme;
pub mod tree;

pub use hint::HintGrade;
pub use picture::{Anchor, Form, Ink, Layer, Paint, Picture, Shade, Shape};
pub use svg::{Tag, defs_svg, entity, inner_svg, layer_svg, to_svg, to_svg_of_width};
pub use theme::Theme;
