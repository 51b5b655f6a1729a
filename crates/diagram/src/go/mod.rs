//! Go boards: a `Scene` says what is on them, a `Geometry` where it is, and `draw` makes the picture.
//!
//!     let geometry = Geometry::new(position.size()).fitting(800.0, 600.0);
//!     to_svg(&draw(&Scene::of(&position), &geometry), Theme::Light)

mod animation;
mod board;
mod figure;
mod geometry;
mod hints;
mod markup;
mod numbers;
mod scene;
mod stones;
mod study;
mod text;

use rules::go::Point;

pub use animation::animation;
pub use board::star_points;
pub use figure::{Elsewhere, Figure, figures};
pub use geometry::Geometry;
pub use hints::{Candidate, Hints, hint_layers};
pub use numbers::{Numbering, numbers};
pub use scene::{Ghost, GhostKind, Line, Mark, MarkKind, Scene};
pub use stones::{Stone, stone};
pub use study::{Look, Variations};
pub use text::board_text;

use crate::{Ink, Layer, Picture, Shape};

/// The opacity of dimmed points.
const DIMMED: f64 = 0.4;

/// Layers from back to front: those of `bare_board`, then those of `on_board`.
pub fn draw(scene: &Scene, geometry: &Geometry) -> Picture {
    let layers = bare_board(scene, geometry).into_iter().chain(on_board(scene, geometry)).collect();
    let (width, height) = (geometry.width(), geometry.height());
    Picture { width, height, label: scene.label.clone(), layers }
}

/// Wood, grid, hoshi, coordinates. They change only when `Scene::bare` changes.
pub fn bare_board(scene: &Scene, geometry: &Geometry) -> [Layer; 4] {
    board::layers(scene, geometry)
}

/// Shadows, stones, ghosts, territory, lines, marks, numbers, last (and what is against the rules), highlights, pointer.
pub fn on_board(scene: &Scene, geometry: &Geometry) -> [Layer; 10] {
    let shown = |at: &Point| geometry.shows(*at) && scene.shows(*at);
    let stones = || scene.stones.iter().filter(|(at, _)| shown(at)).map(|(at, stone)| (*at, *stone));
    let ghosts = |pointer: bool| {
        let these = scene.ghosts.iter().filter(move |ghost| (ghost.kind == GhostKind::Pointer) == pointer);
        these.filter(|ghost| shown(&ghost.at)).map(|ghost| stones::ghost(geometry, ghost))
    };
    let marks = || scene.marks.iter().filter(|mark| shown(&mark.at));
    let lines = scene.lines.iter().filter(|line| shown(&line.from) && shown(&line.to));
    let here = |points| <[Point]>::iter(points).copied().filter(shown);
    let layer = |class, shapes| Layer { class, shapes };
    [
        layer(
            "shadows",
            stones().filter_map(|(at, stone)| stones::shadow(scene, geometry, at, stone)).collect(),
        ),
        layer(
            "stones",
            stones().flat_map(|(at, kind)| stones::stone_shapes(scene, geometry, at, kind)).collect(),
        ),
        layer("ghosts", ghosts(false).collect()),
        layer("territory", territory(scene, geometry, shown)),
        layer("lines", lines.flat_map(|l| markup::line(geometry, l.from, l.to, l.arrow)).collect()),
        layer("marks", marks().map(|mark| markup::mark(scene, geometry, mark)).collect()),
        layer("numbers", numbered(scene, geometry, shown)),
        layer("last", last(scene, geometry, shown)),
        layer("highlights", here(&scene.highlights).flat_map(|at| highlight(geometry, at)).collect()),
        layer("pointer", ghosts(true).collect()),
    ]
}

fn territory(scene: &Scene, geometry: &Geometry, shown: impl Fn(&Point) -> bool) -> Vec<Shape> {
    let here = scene.territory.iter().filter(|(at, _)| shown(at));
    here.map(|(at, owner)| markup::territory(geometry, *at, *owner)).collect()
}

fn numbered(scene: &Scene, geometry: &Geometry, shown: impl Fn(&Point) -> bool) -> Vec<Shape> {
    let marked = |at: &Point| scene.marks.iter().any(|mark| mark.at == *at);
    let here = scene.numbers.iter().filter(|(at, _)| shown(at) && !marked(at));
    here.map(|(at, number)| markup::number(scene, geometry, *at, *number)).collect()
}

fn last(scene: &Scene, geometry: &Geometry, shown: impl Fn(&Point) -> bool) -> Vec<Shape> {
    let rings = scene.last.iter().filter(|at| shown(at)).map(|at| ring(scene, geometry, *at));
    let frames = scene.irregular.iter().filter(|at| shown(at)).flat_map(|at| irregular(geometry, *at));
    rings.chain(frames).collect()
}

/// A ring around the middle of the stone, or along its edge if the stone has a label.
fn ring(scene: &Scene, geometry: &Geometry, at: Point) -> Shape {
    let written = scene.numbers.iter().any(|(p, _)| *p == at) || scene.marks.iter().any(|mark| mark.at == at);
    let radius = if written { 0.41 } else { 0.25 };
    let cell = geometry.cell();
    Shape::circle(geometry.center(at), cell * radius)
        .stroke(Stone::contrast(scene.stone(at)), (cell / 14.0).max(1.2))
}

/// A red square around a move that the rules forbid.
fn irregular(geometry: &Geometry, at: Point) -> [Shape; 2] {
    let cell = geometry.cell();
    let width = (cell / 14.0).max(1.5);
    let frame = Shape::square(geometry.center(at), cell * 0.98, 0.0);
    [frame.clone().stroke(Ink::Panel, width * 2.0), frame.stroke(Ink::RedEdge, width)]
}

/// With a rim, because the highlight colour and wood are about equally light.
fn highlight(geometry: &Geometry, at: Point) -> [Shape; 2] {
    let cell = geometry.cell();
    let width = (cell / 14.0).max(1.5);
    let frame = Shape::square(geometry.center(at), cell * 0.94, cell * 0.22);
    [frame.clone().stroke(Ink::Panel, width * 2.0), frame.stroke(Ink::Now, width)]
}
