//! Game trees: cells on a grid, joined by lines. Only the part in the viewport is drawn.
//! The layout of the record decides in which cell a node is; this module maps cells to pixels.
//!
//!     let viewport = grid.scrolled(viewport, here);          // scrolls only if the current cell is not fully visible
//!     let (columns, rows) = grid.visible(&viewport);         // which cells to ask the layout for
//!     to_svg(&grid.draw(&tree, &viewport), Theme::Page)

use std::ops::RangeInclusive;

pub use record::layout::GridCoord;
use rules::go::Color;

use crate::lettering::{TextBounds, fitted};
use crate::{Form, HintGrade, Ink, Layer, Picture, Shape};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub at: GridCoord,
    pub kind: CellKind,
    pub has_comment: bool,
    pub judgement: Option<CellJudgement>,
    /// Whether the nodes below are folded.
    pub folded: bool,
}

/// What somebody thinks of a node, as a sign at its edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellJudgement {
    Good,
    Bad,
    Doubtful,
    Interesting,
    Hotspot,
}

impl CellJudgement {
    fn sign(self) -> (&'static str, Ink) {
        match self {
            CellJudgement::Good => ("!", Ink::Note),
            CellJudgement::Bad => ("?", Ink::RedEdge),
            CellJudgement::Doubtful => ("?!", Ink::RedEdge),
            CellJudgement::Interesting => ("!?", Ink::Note),
            CellJudgement::Hotspot => ("★", Ink::Accent),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    Start,
    SetUp,
    Move(Color, u32),
    /// Neither move nor stones: only a comment or marks.
    Plain,
}

/// A line from a node down its column to the bend, then across to the child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub from: GridCoord,
    pub bend: Option<GridCoord>,
    pub to: GridCoord,
}

impl From<record::layout::BranchLine> for Link {
    fn from(link: record::layout::BranchLine) -> Link {
        Link { from: link.from, bend: link.bend, to: link.to }
    }
}

impl Link {
    fn stops(&self) -> impl Iterator<Item = GridCoord> {
        [Some(self.from), self.bend, Some(self.to)].into_iter().flatten()
    }

    /// Whether it may cross these columns and rows.
    fn touches(&self, columns: &RangeInclusive<u32>, rows: &RangeInclusive<u32>) -> bool {
        let crosses = |range: &RangeInclusive<u32>, line: fn(GridCoord) -> u32| {
            let (first, last) = (self.stops().map(line).min(), self.stops().map(line).max());
            first.is_some_and(|n| n <= *range.end()) && last.is_some_and(|n| n >= *range.start())
        };
        crosses(columns, |at| at.column) && crosses(rows, |at| at.row)
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    pub cells: Vec<Cell>,
    pub links: Vec<Link>,
    pub current: Option<GridCoord>,
    /// The branch of the next step, where there are several.
    pub next: Option<GridCoord>,
}

/// The visible part of the drawing, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// The grid in pixels: column width, row height and the margin around the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeGrid {
    pub column: f64,
    pub row: f64,
    pub margin: f64,
}

impl Default for TreeGrid {
    fn default() -> TreeGrid {
        TreeGrid { column: 28.0, row: 30.0, margin: 4.0 }
    }
}

/// The radius of a disc and the side of a box, in columns.
const RADIUS: f64 = 0.34;
const BOX: f64 = 0.86;

impl TreeGrid {
    /// The size in pixels of a tree with this many columns and rows.
    pub fn size(&self, columns: u32, rows: u32) -> (f64, f64) {
        let edges = 2.0 * self.margin;
        (f64::from(columns) * self.column + edges, f64::from(rows) * self.row + edges)
    }

    /// The centre of a cell in the whole drawing.
    pub fn center(&self, at: GridCoord) -> (f64, f64) {
        let x = self.margin + (f64::from(at.column) + 0.5) * self.column;
        (x, self.margin + (f64::from(at.row) + 0.5) * self.row)
    }

    /// The coordinates under a pixel of the whole drawing, whether or not there is a node.
    pub fn hit(&self, x: f64, y: f64) -> Option<GridCoord> {
        let line = |along: f64, step: f64| {
            let n = ((along - self.margin) / step).floor();
            (0.0..=f64::from(u32::MAX)).contains(&n).then_some(n as u32)
        };
        Some(GridCoord { column: line(x, self.column)?, row: line(y, self.row)? })
    }

    /// Columns and rows that are at least partly visible.
    pub fn visible(&self, viewport: &Viewport) -> (RangeInclusive<u32>, RangeInclusive<u32>) {
        // The cast saturates, so that nothing lies left of column 0.
        let range = |from: f64, length: f64, step: f64| {
            let line = |along: f64| ((along - self.margin) / step).floor() as u32;
            line(from)..=line(from + length)
        };
        (range(viewport.x, viewport.width, self.column), range(viewport.y, viewport.height, self.row))
    }

    /// Scrolls so that a cell is fully visible; unchanged if it already is. A distant cell is placed a third from the
    /// left, because most of what readers look at lies ahead.
    #[must_use]
    pub fn scrolled(&self, viewport: Viewport, to: GridCoord) -> Viewport {
        let (x, y) = self.center(to);
        let (left, right) = (x - self.column / 2.0, x + self.column / 2.0);
        let (top, bottom) = (y - self.row / 2.0, y + self.row / 2.0);
        let across = viewport.x <= left && right <= viewport.x + viewport.width;
        let x = if across { viewport.x } else { (x - viewport.width / 3.0).max(0.0) };
        let y = match () {
            () if top < viewport.y => top - self.row,
            () if bottom > viewport.y + viewport.height => bottom + self.row - viewport.height,
            () => return Viewport { x, ..viewport },
        };
        // A viewport lower than three rows has no room for both margins: show the cell.
        let y = y.clamp((bottom - viewport.height).min(top), top.max(bottom - viewport.height));
        Viewport { x, y: y.max(0.0), ..viewport }
    }

    /// Layers from back to front: current, links, comments, cells, next. Moving the cursor changes only the first and
    /// the last. Pixels count from the viewport's corner.
    pub fn draw(&self, tree: &Tree, viewport: &Viewport) -> Picture {
        let sheet = TreeLayers { grid: *self, viewport: *viewport, corner: (viewport.x, viewport.y) };
        let still = sheet.static_layers(&tree.cells, &tree.links);
        let current = std::iter::once(sheet.current(tree.current));
        let layers = current.chain(still).chain([sheet.next(tree.next)]).collect();
        Picture { width: viewport.width, height: viewport.height, label: "Game tree".into(), layers }
    }

    fn cell(&self, cell: &Cell, middle: (f64, f64)) -> Vec<Shape> {
        let radius = self.column * RADIUS;
        let disc = || Shape::circle(middle, radius);
        let tile =
            || Shape::square(middle, radius * 1.9, radius * 0.4).fill(Ink::Panel).stroke(Ink::Muted, 1.0);
        let text = |text: &str, ink: Ink| {
            let bounds = TextBounds { width: radius * 1.7, largest: radius * 1.05, smallest: radius * 0.5 };
            Some(fitted(middle, bounds, text).fill(ink))
        };
        let (body, words) = match cell.kind {
            CellKind::Start => (tile(), text("S", Ink::Text)),
            CellKind::SetUp => (tile(), text("E", Ink::Text)),
            CellKind::Plain => {
                (Shape::circle(middle, radius * 0.45).fill(Ink::Panel).stroke(Ink::Muted, 1.4), None)
            }
            CellKind::Move(Color::Black, number) => {
                let body = disc().fill(Ink::Black).stroke(Ink::Muted, 0.8);
                (body, text(&number.to_string(), Ink::OnBlack))
            }
            CellKind::Move(Color::White, number) => {
                let body = disc().fill(Ink::WhiteLight).stroke(Ink::Muted, 0.8);
                (body, text(&number.to_string(), Ink::OnWhite))
            }
        };
        let more = cell.folded.then(|| self.more(middle));
        std::iter::once(body).chain(words).chain(more).collect()
    }

    /// A small plus at the lower right of a folded node.
    fn more(&self, (x, y): (f64, f64)) -> Shape {
        let (x, y, arm) = (x + self.column * 0.36, y + self.row * 0.34, self.column * 0.09);
        let arms = vec![[(x - arm, y), (x + arm, y)], [(x, y - arm), (x, y + arm)]];
        Shape::new(Form::Lines(arms)).stroke(Ink::Accent, 1.8)
    }
}

/// The layers of a tree one by one, for a page that redraws only what changed. If `corner` stays while the viewport moves,
/// visible shapes keep their coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeLayers {
    pub grid: TreeGrid,
    pub viewport: Viewport,
    pub corner: (f64, f64),
}

impl TreeLayers {
    /// The layers that do not depend on the cursor.
    pub fn static_layers(&self, cells: &[Cell], links: &[Link]) -> [Layer; 3] {
        let (columns, rows) = self.grid.visible(&self.viewport);
        let cells = || cells.iter().filter(|cell| self.shows(cell.at));
        let line = |link: &Link| {
            let points = link.stops().map(|at| self.middle(at)).collect();
            Shape::new(Form::Line(points)).stroke(Ink::Muted, 1.4)
        };
        let links = links.iter().filter(|link| link.touches(&columns, &rows)).map(line);
        let noted = cells().filter(|cell| cell.has_comment);
        let boxes = noted.map(|cell| self.square(cell.at, BOX - 0.04).stroke(Ink::Note, 1.8));
        let signs = cells().filter_map(|cell| Some(judgement(self.middle(cell.at), cell.judgement?)));
        let discs = cells().flat_map(|cell| self.grid.cell(cell, self.middle(cell.at)));
        [
            Layer { class: "links", shapes: links.collect() },
            Layer { class: "comments", shapes: boxes.collect() },
            Layer { class: "cells", shapes: discs.chain(signs).collect() },
        ]
    }

    /// The current node, behind everything.
    pub fn current(&self, at: Option<GridCoord>) -> Layer {
        let shape = at.filter(|at| self.shows(*at)).map(|at| self.square(at, BOX).fill(Ink::Now));
        Layer { class: "current", shapes: shape.into_iter().collect() }
    }

    /// The next node, in front of everything.
    pub fn next(&self, at: Option<GridCoord>) -> Layer {
        let shape = at.filter(|at| self.shows(*at)).map(|at| self.square(at, BOX).stroke(Ink::Now, 2.0));
        Layer { class: "next", shapes: shape.into_iter().collect() }
    }

    /// How bad moves were, as shapes at the upper right of their discs.
    pub fn errors(&self, errors: impl Iterator<Item = (GridCoord, HintGrade)>) -> Layer {
        let shape = |(at, grade): (GridCoord, HintGrade)| {
            let (x, y) = self.middle(at);
            let middle = (x + self.grid.column * 0.3, y - self.grid.row * 0.3);
            grade.shape(middle, self.grid.column * 0.19, Ink::Hint(grade)).stroke(Ink::Panel, 1.0)
        };
        Layer { class: "errors", shapes: errors.filter(|(at, _)| self.shows(*at)).map(shape).collect() }
    }

    /// The centre of a cell, relative to the corner.
    pub fn middle(&self, at: GridCoord) -> (f64, f64) {
        let (x, y) = self.grid.center(at);
        (x - self.corner.0, y - self.corner.1)
    }

    fn shows(&self, at: GridCoord) -> bool {
        let (columns, rows) = self.grid.visible(&self.viewport);
        columns.contains(&at.column) && rows.contains(&at.row)
    }

    fn square(&self, at: GridCoord, side: f64) -> Shape {
        Shape::square(self.middle(at), self.grid.column * side, self.grid.column * 0.22)
    }
}
/// At the lower right edge of the disc.
fn judgement((x, y): (f64, f64), judgement: CellJudgement) -> Shape {
    let (sign, ink) = judgement.sign();
    Shape::text((x + 10.0, y + 9.0), 10.0, sign.to_owned()).fill(ink)
}
