//! The bare board: wood, lines, star points, coordinates.

use std::collections::BTreeMap;

use rules::go::{Point, Size, column_name};

use super::{DIMMED, Geometry, Scene, markup};
use crate::{Form, Ink, Layer, Shade, Shape};

pub(super) fn layers(scene: &Scene, geometry: &Geometry) -> [Layer; 4] {
    [
        Layer { class: "wood", shapes: wood(geometry) },
        Layer { class: "grid", shapes: grid(scene, geometry) },
        Layer { class: "hoshi", shapes: hoshi(scene, geometry) },
        Layer { class: "coordinates", shapes: coordinates(geometry) },
    ]
}

fn wood(geometry: &Geometry) -> Vec<Shape> {
    let (width, height) = (geometry.width(), geometry.height());
    let radius = (geometry.cell() / 8.0).round();
    let plank = Shape::new(Form::Rect { x: 0.0, y: 0.0, width, height, radius }).fill(Shade::Wood);
    std::iter::once(plank).chain(grain(width, height, geometry.cell())).collect()
}

/// Long, slightly bent wood fibres; the same on every run.
fn grain(width: f64, height: f64, cell: f64) -> impl Iterator<Item = Shape> {
    let count = (width / cell * 1.1) as u32;
    (0..count).map(move |n| {
        let [place, bend, sway, depth] = [0, 1, 2, 3].map(|k| scatter(n * 4 + k));
        let x = ((f64::from(n) + 0.1 + 0.8 * place) / f64::from(count)) * width;
        let room = (x - 1.0).min(width - 1.0 - x).max(0.0);
        let shift = |by: f64| x + ((by - 0.5) * cell * 0.9).clamp(-room, room);
        let inset = (cell / 8.0).round();
        let bends =
            [(shift(bend), height * 0.33), (shift(sway), height * 0.66), (shift(1.0 - bend), height - inset)];
        let points = std::iter::once((x, inset)).chain(bends).collect();
        Shape::new(Form::Curve(points))
            .stroke(Ink::Grain, 0.6 + depth * cell / 28.0)
            .opacity(0.1 + 0.14 * depth)
    })
}

/// A pseudo-random value from 0 to 1.
fn scatter(n: u32) -> f64 {
    let mixed = (n.wrapping_add(1)).wrapping_mul(0x9e37_79b9);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x85eb_ca6b);
    f64::from((mixed ^ (mixed >> 13)) & 0xffff) / 65535.0
}

/// The grid, interrupted at marks on empty points and paler where the board is dimmed.
fn grid(scene: &Scene, geometry: &Geometry) -> Vec<Shape> {
    let on_empty = scene.marks.iter().filter(|mark| scene.stone(mark.at).is_none());
    let gaps: BTreeMap<Point, f64> = on_empty.map(|mark| (mark.at, markup::gap(mark))).collect();
    let bright = |at: Point| match () {
        () if !scene.shows(at) || scene.dimmed.contains(&at) => 0.5,
        () => gaps.get(&at).copied().unwrap_or(0.0),
    };
    let dim = |at: Point| if scene.shows(at) && scene.dimmed.contains(&at) { 0.0 } else { 0.5 };
    let lines = |lines| Shape::new(Form::Lines(lines)).stroke(Ink::WoodLine, geometry.line_width());
    let mut shapes = vec![lines(runs(geometry, &bright))];
    if !scene.dimmed.is_empty() {
        shapes.push(lines(runs(geometry, &dim)).opacity(DIMMED));
    }
    shapes
}

/// The lines of the grid with a gap of this many cells on both sides of each point.
fn runs(geometry: &Geometry, gap: &dyn Fn(Point) -> f64) -> Vec<[(f64, f64); 2]> {
    let [left, top, right, bottom] = geometry.reach();
    let broken = |from: f64, to: f64, along: Vec<(f64, f64)>| -> Vec<(f64, f64)> {
        let mut along = along;
        along.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let gaps = along.into_iter().filter(|(_, gap)| *gap > 0.0);
        let edges =
            gaps.flat_map(|(middle, gap)| [middle - gap * geometry.cell(), middle + gap * geometry.cell()]);
        let ends: Vec<f64> = std::iter::once(from).chain(edges).chain([to]).collect();
        ends.chunks_exact(2).map(|run| (run[0], run[1])).filter(|(start, end)| end - start > 0.01).collect()
    };
    let across = geometry.lines_down().flat_map(|line| {
        let points = geometry.lines_across().map(|other| geometry.crossing(other, line));
        let along = points.map(|at| (geometry.center(at).0, gap(at))).collect();
        let y = geometry.center(geometry.crossing(0, line)).1;
        broken(left, right, along).into_iter().map(move |(start, end)| [(start, y), (end, y)])
    });
    let down = geometry.lines_across().flat_map(|line| {
        let points = geometry.lines_down().map(|other| geometry.crossing(line, other));
        let along = points.map(|at| (geometry.center(at).1, gap(at))).collect();
        let x = geometry.center(geometry.crossing(line, 0)).0;
        broken(top, bottom, along).into_iter().map(move |(start, end)| [(x, start), (x, end)])
    });
    across.chain(down).collect()
}

fn hoshi(scene: &Scene, geometry: &Geometry) -> Vec<Shape> {
    let radius = (geometry.cell() * 0.1).max(1.5);
    let covered = |at: &Point| scene.stone(*at).is_none() && scene.marks.iter().any(|mark| mark.at == *at);
    let dot = |at: Point| {
        let opacity = if scene.dimmed.contains(&at) { DIMMED } else { 1.0 };
        Shape::circle(geometry.center(at), radius).fill(Ink::WoodLine).opacity(opacity)
    };
    let stars = star_points(geometry.size()).into_iter();
    stars.filter(|at| geometry.shows(*at) && scene.shows(*at) && !covered(at)).map(dot).collect()
}

/// Nine on boards with 15 lines and more, five on smaller ones, four where there is no middle.
pub fn star_points(size: Size) -> Vec<Point> {
    let line = |n: u8| if n > 11 { 3 } else { 2 };
    let corners = |n: u8| if n >= 7 { vec![line(n), n - 1 - line(n)] } else { Vec::new() };
    let middle = |n: u8| (n % 2 == 1 && n >= 5).then_some(n / 2);
    let cross = |xs: &[u8], ys: &[u8]| -> Vec<Point> {
        ys.iter().flat_map(|y| xs.iter().map(|x| Point::new(*x, *y))).collect()
    };
    let (mut xs, mut ys) = (corners(size.width()), corners(size.height()));
    let (Some(x), Some(y)) = (middle(size.width()), middle(size.height())) else { return cross(&xs, &ys) };
    if size.width().min(size.height()) >= 15 {
        xs.insert(1, x);
        ys.insert(1, y);
        return cross(&xs, &ys);
    }
    let mut points = cross(&xs, &ys);
    points.push(Point::new(x, y));
    points
}

fn coordinates(geometry: &Geometry) -> Vec<Shape> {
    if !geometry.has_coordinates() {
        return Vec::new();
    }
    let size = (geometry.cell() * 0.36).clamp(6.0, 16.0);
    let (width, height) = (geometry.width(), geometry.height());
    let edge = geometry.margin() * 0.36;
    let letter = |at: (f64, f64), text: String| Shape::text(at, size, text).fill(Ink::WoodLine);
    let row_name = |row: u8| (geometry.size().height() - row).to_string();
    let name = |line: u8, is_across: bool| match is_across == geometry.is_sideways() {
        true => row_name(line),
        false => column_name(line),
    };
    let across = geometry.lines_across().flat_map(|line| {
        let along = geometry.center(geometry.crossing(line, 0)).0;
        [edge, height - edge].map(|y| letter((along, y), name(line, true)))
    });
    let down = geometry.lines_down().flat_map(|line| {
        let along = geometry.center(geometry.crossing(0, line)).1;
        [edge, width - edge].map(|x| letter((x, along), name(line, false)))
    });
    across.chain(down).collect()
}
