//! Game trees: cells on a grid, joined by lines, of which only the part in a window is drawn.
//! Where a node's cell lies is decided by the layout of the record; here it gets its pixels.
//!
//!     let window = paper.scrolled(window, here);              // only if the current cell is not wholly in sight
//!     let (columns, rows) = paper.visible(&window);           // which cells to ask the layout for
//!     to_svg(&paper.draw(&tree, &window), Theme::Page)

use std::ops::RangeInclusive;

pub use record::layout::Spot;
use rules::go::Color;

use crate::lettering::{Room, fitted};
use crate::{Form, Ink, Layer, Picture, Shape};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub at: Spot,
    pub kind: Kind,
    pub has_comment: bool,
    /// Whether what follows is folded away.
    pub folded: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Start,
    SetUp,
    Move(Color, u32),
    /// Neither move nor stones: a node with words or marks alone.
    Plain,
}

/// From a node down its column to the bend, then across to the child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub from: Spot,
    pub bend: Option<Spot>,
    pub to: Spot,
}

impl From<record::layout::Link> for Link {
    fn from(link: record::layout::Link) -> Link {
        Link { from: link.from, bend: link.bend, to: link.to }
    }
}

impl Link {
    fn stops(&self) -> impl Iterator<Item = Spot> {
        [Some(self.from), self.bend, Some(self.to)].into_iter().flatten()
    }

    /// Whether it may cross this part of the paper.
    fn touches(&self, columns: &RangeInclusive<u32>, rows: &RangeInclusive<u32>) -> bool {
        let crosses = |range: &RangeInclusive<u32>, line: fn(Spot) -> u32| {
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
    pub current: Option<Spot>,
    /// The branch that the next step takes; only where there is a choice.
    pub next: Option<Spot>,
}

/// The part of the whole drawing that is in sight, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// The paper's ruling: pixels from column to column, from row to row, and around the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    pub column: f64,
    pub row: f64,
    pub margin: f64,
}

impl Default for Paper {
    fn default() -> Paper {
        Paper { column: 28.0, row: 30.0, margin: 4.0 }
    }
}

/// Of a disc, in parts of a column; boxes around it are larger.
const RADIUS: f64 = 0.34;
const BOX: f64 = 0.86;

impl Paper {
    /// Pixels of a whole tree with so many columns and rows.
    pub fn size(&self, columns: u32, rows: u32) -> (f64, f64) {
        let edges = 2.0 * self.margin;
        (f64::from(columns) * self.column + edges, f64::from(rows) * self.row + edges)
    }

    /// The middle of a cell in the whole drawing.
    pub fn center(&self, at: Spot) -> (f64, f64) {
        let x = self.margin + (f64::from(at.column) + 0.5) * self.column;
        (x, self.margin + (f64::from(at.row) + 0.5) * self.row)
    }

    /// The place under a pixel of the whole drawing, whether or not there is a cell.
    pub fn hit(&self, x: f64, y: f64) -> Option<Spot> {
        let line = |along: f64, step: f64| {
            let n = ((along - self.margin) / step).floor();
            (0.0..=f64::from(u32::MAX)).contains(&n).then_some(n as u32)
        };
        Some(Spot { column: line(x, self.column)?, row: line(y, self.row)? })
    }

    /// Columns and rows that show in a window, if only by a hair.
    pub fn visible(&self, window: &Window) -> (RangeInclusive<u32>, RangeInclusive<u32>) {
        // A float becomes the nearest number that fits: nothing lies left of column 0.
        let range = |from: f64, length: f64, step: f64| {
            let line = |along: f64| ((along - self.margin) / step).floor() as u32;
            line(from)..=line(from + length)
        };
        (range(window.x, window.width, self.column), range(window.y, window.height, self.row))
    }

    /// The window moved so that a cell is wholly in sight; as it was if the cell is already. A cell far off comes
    /// to lie a third from the left, for most of what one looks at lies ahead.
    #[must_use]
    pub fn scrolled(&self, window: Window, to: Spot) -> Window {
        let (x, y) = self.center(to);
        let (left, right) = (x - self.column / 2.0, x + self.column / 2.0);
        let (top, bottom) = (y - self.row / 2.0, y + self.row / 2.0);
        let across = window.x <= left && right <= window.x + window.width;
        let x = if across { window.x } else { (x - window.width / 3.0).max(0.0) };
        let y = match () {
            () if top < window.y => top - self.row,
            () if bottom > window.y + window.height => bottom + self.row - window.height,
            () => return Window { x, ..window },
        };
        // In a window lower than three rows both margins cannot be had: the cell itself comes first.
        let y = y.clamp((bottom - window.height).min(top), top.max(bottom - window.height));
        Window { x, y: y.max(0.0), ..window }
    }

    /// Layers from back to front: current, links, comments, cells, next. Walking changes the first and the last
    /// only. Pixels count from the window's corner.
    pub fn draw(&self, tree: &Tree, window: &Window) -> Picture {
        let sheet = Sheet { paper: *self, window: *window, corner: (window.x, window.y) };
        let still = sheet.still(&tree.cells, &tree.links);
        let current = std::iter::once(sheet.current(tree.current));
        let layers = current.chain(still).chain([sheet.next(tree.next)]).collect();
        Picture { width: window.width, height: window.height, label: "Game tree".into(), layers }
    }

    fn cell(&self, cell: &Cell, middle: (f64, f64)) -> Vec<Shape> {
        let radius = self.column * RADIUS;
        let disc = || Shape::circle(middle, radius);
        let tile =
            || Shape::square(middle, radius * 1.9, radius * 0.4).fill(Ink::Panel).stroke(Ink::Muted, 1.0);
        let text = |text: &str, ink: Ink| {
            let room = Room { width: radius * 1.7, largest: radius * 1.05, smallest: radius * 0.5 };
            Some(fitted(middle, room, text).fill(ink))
        };
        let (body, words) = match cell.kind {
            Kind::Start => (tile(), text("S", Ink::Text)),
            Kind::SetUp => (tile(), text("E", Ink::Text)),
            Kind::Plain => {
                (Shape::circle(middle, radius * 0.45).fill(Ink::Panel).stroke(Ink::Muted, 1.4), None)
            }
            Kind::Move(Color::Black, number) => {
                let body = disc().fill(Ink::Black).stroke(Ink::Muted, 0.8);
                (body, text(&number.to_string(), Ink::OnBlack))
            }
            Kind::Move(Color::White, number) => {
                let body = disc().fill(Ink::WhiteLight).stroke(Ink::Muted, 0.8);
                (body, text(&number.to_string(), Ink::OnWhite))
            }
        };
        let more = cell.folded.then(|| self.more(middle));
        std::iter::once(body).chain(words).chain(more).collect()
    }

    /// A small plus at the lower right: there is more than is shown.
    fn more(&self, (x, y): (f64, f64)) -> Shape {
        let (x, y, arm) = (x + self.column * 0.36, y + self.row * 0.34, self.column * 0.09);
        let arms = vec![[(x - arm, y), (x + arm, y)], [(x, y - arm), (x, y + arm)]];
        Shape::new(Form::Lines(arms)).stroke(Ink::Accent, 1.8)
    }
}

/// The layers of a tree one by one, for a page that draws anew only what changed. Where pixels are counted from may stay
/// while the window moves: then so do the shapes that stay in sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sheet {
    pub paper: Paper,
    pub window: Window,
    pub corner: (f64, f64),
}

impl Sheet {
    /// The layers that walking leaves as they are.
    pub fn still(&self, cells: &[Cell], links: &[Link]) -> [Layer; 3] {
        let (columns, rows) = self.paper.visible(&self.window);
        let cells = || cells.iter().filter(|cell| self.shows(cell.at));
        let line = |link: &Link| {
            let points = link.stops().map(|at| self.middle(at)).collect();
            Shape::new(Form::Line(points)).stroke(Ink::Muted, 1.4)
        };
        let links = links.iter().filter(|link| link.touches(&columns, &rows)).map(line);
        let noted = cells().filter(|cell| cell.has_comment);
        let boxes = noted.map(|cell| self.square(cell.at, BOX - 0.04).stroke(Ink::Note, 1.8));
        let discs = cells().flat_map(|cell| self.paper.cell(cell, self.middle(cell.at)));
        [
            Layer { class: "links", shapes: links.collect() },
            Layer { class: "comments", shapes: boxes.collect() },
            Layer { class: "cells", shapes: discs.collect() },
        ]
    }

    /// Behind everything: where one is.
    pub fn current(&self, at: Option<Spot>) -> Layer {
        let shape = at.filter(|at| self.shows(*at)).map(|at| self.square(at, BOX).fill(Ink::Now));
        Layer { class: "current", shapes: shape.into_iter().collect() }
    }

    /// Before everything: where the next step leads.
    pub fn next(&self, at: Option<Spot>) -> Layer {
        let shape = at.filter(|at| self.shows(*at)).map(|at| self.square(at, BOX).stroke(Ink::Now, 2.0));
        Layer { class: "next", shapes: shape.into_iter().collect() }
    }

    /// The middle of a cell, from the corner.
    pub fn middle(&self, at: Spot) -> (f64, f64) {
        let (x, y) = self.paper.center(at);
        (x - self.corner.0, y - self.corner.1)
    }

    fn shows(&self, at: Spot) -> bool {
        let (columns, rows) = self.paper.visible(&self.window);
        columns.contains(&at.column) && rows.contains(&at.row)
    }

    fn square(&self, at: Spot, side: f64) -> Shape {
        Shape::square(self.middle(at), self.paper.column * side, self.paper.column * 0.22)
    }
}
