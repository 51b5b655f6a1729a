//! A board that is looked at from all its eight sides at once. Stones are put and taken in place, and the key of a
//! position is the same however the board was turned or mirrored: for replaying many games quickly, and finding in them
//! what was played elsewhere. It refuses nothing; for what is legal ask `Position`.
//!
//!     let mut board = Kaleidoscope::new(Size::NINETEEN);
//!     board.play(Color::Black, Point::new(3, 3));
//!     board.key()                                  // as after any other 4-4 point

use super::board::{Board, stone_key};
use super::{Color, Point, Size};

#[derive(Clone, Debug)]
pub struct Kaleidoscope {
    size: Size,
    /// Row by row, with an edge all around.
    cells: Vec<Cell>,
    /// The hash of the stones as seen from each side.
    views: [u64; 8],
    /// Where the last search for liberties has been, by its number.
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

impl Kaleidoscope {
    pub fn new(size: Size) -> Kaleidoscope {
        let (wide, high) = (usize::from(size.width()) + 2, usize::from(size.height()) + 2);
        let mut cells = vec![Cell::Edge; wide * high];
        for at in size.points() {
            cells[place(size, at)] = Cell::Empty;
        }
        Kaleidoscope { size, marks: vec![0; cells.len()], cells, views: [0; 8], search: 0, group: Vec::new() }
    }

    pub fn of(board: &Board) -> Kaleidoscope {
        let mut new = Kaleidoscope::new(board.size());
        for color in Color::BOTH {
            board.stones(color).for_each(|at| new.set(at, Some(color)));
        }
        new
    }

    pub fn size(&self) -> Size {
        self.size
    }

    /// Puts a stone, or takes it away; nothing is captured. Off the board nothing happens.
    pub fn set(&mut self, at: Point, stone: Option<Color>) {
        if self.size.contains(at) {
            self.change(place(self.size, at), stone);
        }
    }

    /// A move as `Position::force` carries it out: the stone replaces what was there, captures, and is itself removed if
    /// it has no liberty then.
    pub fn play(&mut self, color: Color, at: Point) {
        if !self.size.contains(at) {
            return;
        }
        let here = place(self.size, at);
        self.change(here, Some(color));
        for beside in self.around(here) {
            if self.cells[beside] == Cell::Stone(color.other()) {
                self.take_if_dead(beside);
            }
        }
        self.take_if_dead(here);
    }

    /// The same for the same stones on a board of the same size, from whichever side one looks; colours are kept apart.
    pub fn key(&self) -> u64 {
        let (width, height) = (self.size.width(), self.size.height());
        let size = u64::from(width.min(height)) << 8 | u64::from(width.max(height));
        let least = self.views.iter().min().copied().unwrap_or_default();
        mixed(least ^ mixed(size))
    }

    fn change(&mut self, here: usize, stone: Option<Color>) {
        if let Cell::Stone(before) = self.cells[here] {
            self.look(here, before);
        }
        self.cells[here] = stone.map_or(Cell::Empty, Cell::Stone);
        if let Some(color) = stone {
            self.look(here, color);
        }
    }

    /// A stone appears in, or vanishes from, all views.
    fn look(&mut self, here: usize, color: Color) {
        let wide = usize::from(self.size.width()) + 2;
        // Both fit: no board is wider or higher than 52.
        let (x, y) = ((here % wide - 1) as u8, (here / wide - 1) as u8);
        let (left, up) = (self.size.width() - 1 - x, self.size.height() - 1 - y);
        let seen = [(x, y), (left, y), (x, up), (left, up), (y, x), (y, left), (up, x), (up, left)];
        for (view, (x, y)) in self.views.iter_mut().zip(seen) {
            *view ^= stone_key(color, Point::new(x, y));
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
        dead.iter().for_each(|stone| self.change(*stone, None));
        self.group = dead;
    }

    /// Ends at the first liberty; without one, `group` holds all the stones.
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

fn place(size: Size, at: Point) -> usize {
    (usize::from(at.y) + 1) * (usize::from(size.width()) + 2) + usize::from(at.x) + 1
}

/// The least of eight numbers is small more often than not; this spreads it again (splitmix64).
fn mixed(number: u64) -> u64 {
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

    type Played = Vec<(bool, u8, u8)>;

    fn game(lines: u8) -> impl Strategy<Value = Played> {
        proptest::collection::vec((any::<bool>(), 0..lines, 0..lines), 0..160)
    }

    fn color(black: bool) -> Color {
        if black { Color::Black } else { Color::White }
    }

    fn keys(size: Size, moves: impl Iterator<Item = (bool, Point)>) -> Vec<u64> {
        let mut board = Kaleidoscope::new(size);
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
        fn the_stones_are_those_of_the_rules(moves in game(5)) {
            let size = Size::square(5).unwrap();
            let mut board = Kaleidoscope::new(size);
            let mut position = Position::new(size);
            for (black, x, y) in moves {
                let at = Point::new(x, y);
                board.play(color(black), at);
                position = position.force(color(black), at).0;
                prop_assert_eq!(board.key(), Kaleidoscope::of(position.board()).key());
                for p in size.points() {
                    let cell = position.get(p).map_or(Cell::Empty, Cell::Stone);
                    prop_assert_eq!(board.cells[place(size, p)], cell);
                }
            }
        }

        #[test]
        fn a_game_is_the_same_from_every_side(moves in game(7)) {
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
    fn colours_sizes_and_places_are_told_apart() {
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
