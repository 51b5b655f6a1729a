//! What it looks like: positions and trees as layered pictures, and which point a pixel belongs to.
//! A picture is data; `svg` writes it, a page may walk it. Knows no DOM.

pub mod backgammon;
pub mod chess;
pub mod go;
mod lettering;
mod picture;
mod svg;
mod theme;
pub mod tree;

pub use picture::{Anchor, Form, Ink, Layer, Paint, Picture, Shade, Shape};
pub use svg::{Tag, defs_svg, inner_svg, layer_svg, to_svg};
pub use theme::Theme;
