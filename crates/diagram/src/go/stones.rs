//! Stones, their shadows, and ghosts of possible moves.

use rules::go::{Color, Point};

use super::{DIMMED, Geometry, Ghost, GhostKind, Scene};
use crate::{Form, Ink, Paint, Shade, Shape};

/// The stone on a point. Red stones and holes occur in simultaneous Go only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stone {
    Black,
    White,
    Red,
    Hole,
}

impl From<Color> for Stone {
    fn from(color: Color) -> Stone {
        match color {
            Color::Black => Stone::Black,
            Color::White => Stone::White,
        }
    }
}

impl Stone {
    /// The colour of text on it; on an empty point that of the lines.
    pub(super) fn contrast(stone: Option<Stone>) -> Ink {
        match stone {
            Some(Stone::Black | Stone::Hole) => Ink::OnBlack,
            Some(Stone::White) => Ink::OnWhite,
            Some(Stone::Red) => Ink::OnRed,
            None => Ink::WoodLine,
        }
    }
}

/// The radius of a stone, in cells.
const RADIUS: f64 = 0.475;

/// A single stone, for pages that add one without redrawing the board.
pub fn stone(geometry: &Geometry, at: Point, stone: Stone) -> Vec<Shape> {
    let cell = geometry.cell();
    match stone {
        Stone::Hole => vec![Shape::circle(geometry.center(at), cell * 0.34).fill(Ink::Hole)],
        Stone::Red => vec![disc(geometry, at, stone, RADIUS), diamond(geometry.center(at), cell * 0.2)],
        Stone::Black | Stone::White => vec![disc(geometry, at, stone, RADIUS)],
    }
}

pub(super) fn stone_shapes(scene: &Scene, geometry: &Geometry, at: Point, kind: Stone) -> Vec<Shape> {
    let opacity = if scene.dimmed.contains(&at) { DIMMED } else { 1.0 };
    stone(geometry, at, kind).into_iter().map(|shape| shape.opacity(opacity)).collect()
}

pub(super) fn shadow(scene: &Scene, geometry: &Geometry, at: Point, stone: Stone) -> Option<Shape> {
    if stone == Stone::Hole || scene.dimmed.contains(&at) {
        return None;
    }
    let cell = geometry.cell();
    let (x, y) = geometry.center(at);
    Some(Shape::circle((x + cell * 0.03, y + cell * 0.06), cell * 0.52).fill(Shade::Shadow))
}

pub(super) fn ghost(geometry: &Geometry, ghost: &Ghost) -> Shape {
    let (radius, opacity) = match ghost.kind {
        GhostKind::Pointer => (RADIUS, 0.6),
        GhostKind::Next => (0.3, 0.55),
        GhostKind::Sibling => (0.18, 0.6),
    };
    disc(geometry, ghost.at, ghost.color.into(), radius).opacity(opacity)
}

/// A stone of a line that is looked at.
pub(super) fn translucent(geometry: &Geometry, at: Point, stone: Stone) -> Shape {
    disc(geometry, at, stone, RADIUS).opacity(0.82)
}

fn disc(geometry: &Geometry, at: Point, stone: Stone, radius: f64) -> Shape {
    let cell = geometry.cell();
    let light = (at.x.wrapping_mul(7) ^ at.y.wrapping_mul(13)) % Shade::LIGHTS;
    let (shade, edge): (Paint, Ink) = match stone {
        Stone::Black => (Shade::Black(light).into(), Ink::BlackEdge),
        Stone::White => (Shade::White(light).into(), Ink::WhiteEdge),
        Stone::Red => (Shade::Red.into(), Ink::RedEdge),
        Stone::Hole => (Ink::Hole.into(), Ink::Hole),
    };
    Shape::circle(geometry.center(at), cell * radius).fill(shade).stroke(edge, (cell / 48.0).max(0.5))
}

/// The mark on a red stone, so that its shape differs too.
fn diamond((x, y): (f64, f64), reach: f64) -> Shape {
    let corners = vec![(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)];
    Shape::new(Form::Polygon(corners)).fill(Ink::OnRed)
}
