//! Markup on the board: marks, letters, numbers, lines, arrows and territory.

use rules::go::{Color, Point};

use super::{Geometry, Mark, MarkKind, Scene, Stone};
use crate::lettering::{TextBounds, fitted};
use crate::{Form, Ink, Shape};

pub(super) fn mark(scene: &Scene, geometry: &Geometry, mark: &Mark) -> Shape {
    let ink = Stone::contrast(scene.stone(mark.at));
    let (cell, middle) = (geometry.cell(), geometry.center(mark.at));
    let width = (cell / 13.0).max(1.2);
    match &mark.kind {
        MarkKind::Triangle => triangle(middle, cell * 0.29).stroke(ink, width),
        MarkKind::Square => Shape::square(middle, cell * 0.42, 0.0).stroke(ink, width),
        MarkKind::Circle => Shape::circle(middle, cell * 0.25).stroke(ink, width),
        MarkKind::Cross => cross(middle, cell * 0.2).stroke(ink, width * 1.15),
        MarkKind::Selected => Shape::square(middle, cell * 0.32, cell * 0.06).fill(ink),
        MarkKind::Label(text) => written(middle, cell, text, 0.62).fill(ink),
    }
}

/// How much of the lines on either side a mark on an empty point hides, in cells.
pub(super) fn gap(mark: &Mark) -> f64 {
    match mark.kind {
        MarkKind::Label(_) => 0.42,
        _ => 0.3,
    }
}

pub(super) fn number(scene: &Scene, geometry: &Geometry, at: Point, number: u32) -> Shape {
    let ink = Stone::contrast(scene.stone(at));
    written(geometry.center(at), geometry.cell(), &number.to_string(), 0.5).fill(ink)
}

fn written(middle: (f64, f64), cell: f64, text: &str, largest: f64) -> Shape {
    fitted(middle, TextBounds { width: cell * 0.8, largest: cell * largest, smallest: cell * 0.24 }, text)
}

pub(super) fn line(geometry: &Geometry, from: Point, to: Point, arrow: bool) -> Vec<Shape> {
    let cell = geometry.cell();
    let ((x1, y1), (x2, y2)) = (geometry.center(from), geometry.center(to));
    let length = (x2 - x1).hypot(y2 - y1);
    if length == 0.0 {
        return Vec::new();
    }
    let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
    let width = (cell / 11.0).max(1.5);
    let head = cell * 0.34;
    // An arrow stops short of the middle, so that its target stays readable.
    let (x2, y2) = if arrow { (x2 - dx * cell * 0.22, y2 - dy * cell * 0.22) } else { (x2, y2) };
    let end = if arrow { (x2 - dx * head * 0.8, y2 - dy * head * 0.8) } else { (x2, y2) };
    let shaft = |ink, more| Shape::new(Form::Line(vec![(x1, y1), end])).stroke(ink, width + more);
    let tip = |ink, more| {
        let back = (x2 - dx * head, y2 - dy * head);
        let side = head * 0.5;
        let corners = vec![
            (x2, y2),
            (back.0 - dy * side, back.1 + dx * side),
            (back.0 + dy * side, back.1 - dx * side),
        ];
        Shape::new(Form::Polygon(corners)).fill(ink).stroke(ink, more)
    };
    // A pale rim keeps the line readable on black stones and across the grid.
    let rim = width * 0.7;
    let mut shapes = vec![shaft(Ink::OnBlack, rim)];
    if arrow {
        shapes.push(tip(Ink::OnBlack, rim));
    }
    shapes.push(shaft(Ink::OnWhite, 0.0));
    if arrow {
        shapes.push(tip(Ink::OnWhite, 0.5));
    }
    shapes
}

/// A small square of the owner's colour: on an empty point territory, on a stone a dead one.
pub(super) fn territory(geometry: &Geometry, at: Point, owner: Color) -> Shape {
    let (fill, edge) = match owner {
        Color::Black => (Ink::Black, Ink::OnBlack),
        Color::White => (Ink::WhiteLight, Ink::WhiteEdge),
    };
    let cell = geometry.cell();
    Shape::square(geometry.center(at), cell * 0.3, cell * 0.04)
        .fill(fill)
        .stroke(edge, (cell / 32.0).max(0.6))
}

fn triangle((x, y): (f64, f64), reach: f64) -> Shape {
    let (dx, dy) = (reach * 0.866, reach * 0.5);
    Shape::new(Form::Polygon(vec![(x, y - reach), (x + dx, y + dy), (x - dx, y + dy)]))
}

fn cross((x, y): (f64, f64), reach: f64) -> Shape {
    let arm = |s: f64| [(x - reach, y - reach * s), (x + reach, y + reach * s)];
    Shape::new(Form::Lines(vec![arm(1.0), arm(-1.0)]))
}
