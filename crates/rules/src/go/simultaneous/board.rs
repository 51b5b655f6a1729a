//! The cells of a board and the groups on it.

use crate::go::{Color, Point, Size};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    Empty,
    Stone(Color),
    /// Belongs to nobody and stays forever. Acts like the board's edge.
    Red,
}

impl Cell {
    /// As boards are written: `.` empty, `X` Black, `O` White, `#` red.
    pub fn symbol(self) -> char {
        match self {
            Cell::Empty => '.',
            Cell::Stone(Color::Black) => 'X',
            Cell::Stone(Color::White) => 'O',
            Cell::Red => '#',
        }
    }

    pub fn from_symbol(symbol: char) -> Option<Cell> {
        match symbol {
            '.' => Some(Cell::Empty),
            'X' => Some(Cell::Stone(Color::Black)),
            'O' => Some(Cell::Stone(Color::White)),
            '#' => Some(Cell::Red),
            _ => None,
        }
    }

    pub fn color(self) -> Option<Color> {
        match self {
            Cell::Stone(color) => Some(color),
            Cell::Empty | Cell::Red => None,
        }
    }

    /// Its part of the board's hash.
    fn key(self, index: usize) -> u64 {
        match self {
            Cell::Empty => 0,
            Cell::Stone(Color::Black) => key(index as u64, 1),
            Cell::Stone(Color::White) => key(index as u64, 2),
            Cell::Red => key(index as u64, 3),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    size: Size,
    cells: Vec<Cell>,
    /// Of all cells that are not empty. Updated with the cells, because every move needs it.
    hash: u64,
}

impl Board {
    pub(super) fn empty(size: Size) -> Board {
        Board { size, cells: vec![Cell::Empty; size.area()], hash: 0 }
    }

    pub(super) fn new(size: Size, stones: impl Fn(Point) -> Cell) -> Board {
        let mut board = Board::empty(size);
        for at in size.points() {
            board.put(at, stones(at));
        }
        board
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    pub(super) fn at(&self, at: Point) -> Cell {
        if self.size.contains(at) { self.cells[self.size.index(at)] } else { Cell::Empty }
    }

    pub(super) fn put(&mut self, at: Point, cell: Cell) {
        if self.size.contains(at) {
            let index = self.size.index(at);
            let before = std::mem::replace(&mut self.cells[index], cell);
            self.hash ^= before.key(index) ^ cell.key(index);
        }
    }

    /// Every stone without a liberty, in board order.
    pub(super) fn dead(&self) -> Vec<(Point, Color)> {
        self.dead_among(self.size.points())
    }

    /// Like `dead`, but only groups with a stone on one of these points.
    fn dead_among(&self, points: impl Iterator<Item = Point>) -> Vec<(Point, Color)> {
        let mut seen = vec![false; self.size.area()];
        let mut dead = Vec::new();
        for at in points {
            let Some(color) = self.at(at).color() else { continue };
            if seen[self.size.index(at)] {
                continue;
            }
            let region = self.region(at, &mut seen);
            if !region.touches.contains(&Cell::Empty) {
                dead.extend(region.points.into_iter().map(|p| (p, color)));
            }
        }
        dead.sort_by_key(|(p, _)| self.size.index(*p));
        dead
    }

    /// Removes all stones without a liberty at once, after stones were placed on these points: only their
    /// groups and adjacent ones can have lost a liberty. One pass is enough, because removing stones takes no
    /// liberties away.
    pub(super) fn remove_dead(&mut self, placed: &[Point]) -> Vec<(Point, Color)> {
        let near = |at: &Point| std::iter::once(*at).chain(self.size.neighbours(*at));
        let dead = self.dead_among(placed.iter().flat_map(near));
        for (at, _) in &dead {
            self.put(*at, Cell::Empty);
        }
        dead
    }

    /// The connected points of the same kind, and the other kinds they touch (each once).
    pub(super) fn region(&self, from: Point, seen: &mut [bool]) -> Region {
        let kind = self.at(from);
        let mut region = Region { points: vec![from], touches: Vec::new() };
        seen[self.size.index(from)] = true;
        let mut next = 0;
        while let Some(at) = region.points.get(next).copied() {
            next += 1;
            for near in self.size.neighbours(at) {
                let cell = self.at(near);
                if cell != kind {
                    if !region.touches.contains(&cell) {
                        region.touches.push(cell);
                    }
                } else if !std::mem::replace(&mut seen[self.size.index(near)], true) {
                    region.points.push(near);
                }
            }
        }
        region
    }

    pub(super) fn hash(&self, barred: Option<Point>) -> u64 {
        self.hash ^ barred.map_or(0, |at| key(self.size.index(at) as u64, 4))
    }
}

pub(super) struct Region {
    pub(super) points: Vec<Point>,
    pub(super) touches: Vec<Cell>,
}

/// Splitmix64 of the point and what is on it.
fn key(index: u64, kind: u64) -> u64 {
    let mut z = (index * 8 + kind + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
