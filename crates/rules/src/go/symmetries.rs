//! A mutable board with one hash per symmetry (four rotations, mirrored or not). Its key does not depend on how the
//! board is rotated or mirrored: for indexing many games quickly and searching for positions. It accepts every move;
//! `Position` checks legality.
//!
//!     let mut board = Symmetries::new(Size::NINETEEN);
//!     board.play(Color::Black, Point::new(3, 3));
//!     board.key()                                  // the same for all four 4-4 points

use super::board::{Board, stone_key};
use super::{Color, Point, Size};

#[derive(Clone, Debug)]
pub struct Symmetries {
    size: Size,
    /// Row by row, surrounded by `Cell::Edge`.
    cells: Vec<Cell>,
    /// The hash of the stones under each symmetry.
    hashes: [u64; 8],
    /// The number of the last liberty search that visited each cell.
    marks: Vec<u32>,
    search: u32,
    group: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Edge,
    Empty,
    Stone(Color),
}

impl Symmetries {
    pub fn new(size: Size) -> Symmetries {
        let (wide, high) = (usize::from(size.width()) + 2, usize::from(size.height()) + 2);
        let mut cells = vec![Cell::Edge; wide * high];
        for at in size.points() {
            cells[cell_index(size, at)] = Cell::Empty;
        }
        Symmetries { size, marks: vec![0; cells.len()], cells, hashes: [0; 8], search: 0, group: Vec::new() }
    }

    pub fn of(board: &Board) -> Symmetries {
        let mut new = Symmetries::new(board.size());
        for color in Color::BOTH {
            board.stones(color).for_each(|at| new.set(at, Some(color)));
        }
        new
    }

    pub fn size(&self) -> Size {
        self.size
    }

    /// Places or removes a stone without capturing. Points off the board are ignored.
    pub fn set(&mut self, at: Point, stone: Option<Color>) {
        if self.size.contains(at) {
            self.set_cell(cell_index(self.size, at), stone);
        }
    }

    /// Plays a move like `Position::force`: the stone replaces what was there, captures, and is itself
    /// removed if it then has no liberty.
    pub fn play(&mut self, color: Color, at: Point) {
        if !self.size.contains(at) {
            return;
        }
        let here = cell_index(self.size, at);
        self.set_cell(here, Some(color));
        for beside in self.around(here) {
            if self.cells[beside] == Cell::Stone(color.other()) {
                self.take_if_dead(beside);
            }
        }
        self.take_if_dead(here);
    }

    /// Equal for the same stones on boards of the same size, whatever their orientation. Colours are not swapped.
    pub fn key(&self) -> u64 {
        let (width, height) = (self.size.width(), self.size.height());
        let size = u64::from(width.min(height)) << 8 | u64::from(width.max(height));
        let least = self.hashes.iter().min().copied().unwrap_or_default();
        mix(least ^ mix(size))
    }

    fn set_cell(&mut self, here: usize, stone: Option<Color>) {
        if let Cell::Stone(before) = self.cells[here] {
            self.toggle_in_hashes(here, before);
        }
        self.cells[here] = stone.map_or(Cell::Empty, Cell::Stone);
        if let Some(color) = stone {
            self.toggle_in_hashes(here, color);
        }
    }

    /// Adds a stone to all hashes, or removes it.
    fn toggle_in_hashes(&mut self, here: usize, color: Color) {
        let wide = usize::from(self.size.width()) + 2;
        // Both fit: no board is wider or higher than 52.
        let (x, y) = ((here % wide - 1) as u8, (here / wide - 1) as u8);
        let (left, up) = (self.size.width() - 1 - x, self.size.height() - 1 - y);
        let seen = [(x, y), (left, y), (x, up), (left, up), (y, x), (y, left), (up, x), (up, left)];
        for (hash, (x, y)) in self.hashes.iter_mut().zip(seen) {
            *hash ^= stone_key(color, Point::new(x, y));
        }
    }

    fn around(&self, here: usize) -> [usize; 4] {
        let wide = usize::from(self.size.width()) + 2;
        [here - 1, here + 1, here - wide, here + wide]
    }

    fn take_if_dead(&mut self, here: usize) {
        if self.has_liberty(here) {
            return;
        }
        let dead = std::mem::take(&mut self.group);
        dead.iter().for_each(|stone| self.set_cell(*stone, None));
        self.group = dead;
    }

    /// Stops at the first liberty; if there is none, `group` contains all stones of the group.
    fn has_liberty(&mut self, here: usize) -> bool {
        let own = self.cells[here];
        self.search += 1;
        self.group.clear();
        self.group.push(here);
        self.marks[here] = self.search;
        let mut next = 0;
        while let Some(stone) = self.group.get(next).copied() {
            next += 1;
            for beside in self.around(stone) {
                match self.cells[beside] {
                    Cell::Empty => return true,
                    cell if cell == own && self.marks[beside] != self.search => {
                        self.marks[beside] = self.search;
                        self.group.push(beside);
                    }
                    _ => {}
                }
            }
        }
        false
    }
}

fn cell_index(size: Size, at: Point) -> usize {
    (usize::from(at.y) + 1) * (usize::from(size.width()) + 2) + usize::from(at.x) + 1
}

/// The minimum of eight hashes is not evenly distributed; splitmix64 makes it so.
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::go::Position;

    type Moves = Vec<(bool, u8, u8)>;

    fn game(lines: u8) -> impl Strategy<Value = Moves> {
        proptest::collection::vec((any::<bool>(), 0..lines, 0..lines), 0..160)
    }

    fn color(black: bool) -> Color {
        if black { Color::Black } else { Color::White }
    }

    fn keys(size: Size, moves: impl Iterator<Item = (bool, Point)>) -> Vec<u64> {
        let mut board = Symmetries::new(size);
        moves
            .map(|(black, at)| {
                board.play(color(black), at);
                board.key()
            })
            .collect()
    }

    proptest! {
        /// Small boards are full of captures.
        #[test]
        fn the_stones_are_the_same_as_in_position(moves in game(5)) {
            let size = Size::square(5).unwrap();
            let mut board = Symmetries::new(size);
            let mut position = Position::new(size);
            for (black, x, y) in moves {
                let at = Point::new(x, y);
                board.play(color(black), at);
                position = position.force(color(black), at).0;
                prop_assert_eq!(board.key(), Symmetries::of(position.board()).key());
                for p in size.points() {
                    let cell = position.get(p).map_or(Cell::Empty, Cell::Stone);
                    prop_assert_eq!(board.cells[cell_index(size, p)], cell);
                }
            }
        }

        #[test]
        fn a_game_has_the_same_keys_in_every_orientation(moves in game(7)) {
            let (width, height) = (7, 7);
            let size = Size::new(width, height).unwrap();
            let straight = keys(size, moves.iter().map(|(black, x, y)| (*black, Point::new(*x, *y))));
            let mirrored = keys(size, moves.iter().map(|(black, x, y)| (*black, Point::new(6 - x, *y))));
            let turned = keys(size, moves.iter().map(|(black, x, y)| (*black, Point::new(6 - y, *x))));
            prop_assert_eq!(&straight, &mirrored);
            prop_assert_eq!(&straight, &turned);
        }
    }

    #[test]
    fn different_colours_sizes_and_points_have_different_keys() {
        let one = |size: Size, black, x, y| keys(size, [(black, Point::new(x, y))].into_iter())[0];
        let nine = Size::square(9).unwrap();
        let stone = one(Size::NINETEEN, true, 3, 3);
        assert_eq!(stone, one(Size::NINETEEN, true, 15, 3));
        assert_ne!(stone, one(Size::NINETEEN, false, 3, 3));
        assert_ne!(stone, one(Size::NINETEEN, true, 3, 2));
        assert_ne!(stone, one(nine, true, 3, 3));
        let (wide, high) = (Size::new(9, 13).unwrap(), Size::new(13, 9).unwrap());
        assert_eq!(one(wide, true, 2, 3), one(high, true, 3, 2));
    }
}
