//! The stones on a board, as one bitboard per colour, with its groups and liberties.
//! Applies no rules: it neither captures stones nor refuses moves.

use std::fmt;

use super::{Color, Point, Size};

/// 64-bit words needed for the largest board.
const MAX_WORDS: usize = (Size::MAX as usize * Size::MAX as usize).div_ceil(64);

#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    size: Size,
    /// Black's words, then as many of White's.
    planes: Box<[u64]>,
}

impl Board {
    pub fn empty(size: Size) -> Board {
        Board { size, planes: vec![0; size.area().div_ceil(64) * 2].into() }
    }

    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone at a point; none off the board.
    pub fn get(&self, at: Point) -> Option<Color> {
        Color::BOTH.into_iter().find(|color| self.has(*color, at))
    }

    /// Places or removes a stone. Points off the board are ignored.
    pub fn set(&mut self, at: Point, stone: Option<Color>) {
        for color in Color::BOTH {
            let Some((word, bit)) = self.word_and_bit(color, at) else { return };
            if let Some(word) = self.planes.get_mut(word) {
                *word = if stone == Some(color) { *word | bit } else { *word & !bit };
            }
        }
    }

    /// Row by row from the top left.
    pub fn stones(&self, color: Color) -> impl Iterator<Item = Point> {
        let width = usize::from(self.size.width());
        self.plane(color)
            .iter()
            .enumerate()
            .flat_map(move |(word, bits)| set_bits(*bits).map(move |bit| point_at(word * 64 + bit, width)))
    }

    pub fn count(&self, color: Color) -> usize {
        self.plane(color).iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.planes.iter().all(|word| *word == 0)
    }

    /// The stones connected to the one at `at`; for an empty point, its empty region. Empty off the board.
    pub fn group(&self, at: Point) -> Vec<Point> {
        self.flood_fill(at).collect()
    }

    /// Empty neighbours of the group at `at`, each once. An empty point has none.
    pub fn liberties(&self, at: Point) -> Vec<Point> {
        if self.get(at).is_none() {
            return Vec::new();
        }
        let mut seen = PointSet::default();
        let around = self.flood_fill(at).flat_map(|stone| self.size.neighbours(stone));
        around.filter(|p| self.get(*p).is_none() && seen.insert(self.size.index(*p))).collect()
    }

    pub fn has_liberty(&self, at: Point) -> bool {
        let open = |stone: Point| self.size.neighbours(stone).any(|p| self.get(p).is_none());
        open(at) || self.flood_fill(at).any(open)
    }

    /// A Zobrist hash of the stones, the same on every machine.
    pub fn hash(&self) -> u64 {
        let keys = |color| self.stones(color).map(move |at| stone_key(color, at));
        Color::BOTH.into_iter().flat_map(keys).fold(0, |sum, key| sum ^ key)
    }

    fn has(&self, color: Color, at: Point) -> bool {
        let place = self.word_and_bit(color, at);
        place.is_some_and(|(word, bit)| self.planes.get(word).is_some_and(|w| w & bit != 0))
    }

    fn plane(&self, color: Color) -> &[u64] {
        let (black, white) = self.planes.split_at(self.planes.len() / 2);
        match color {
            Color::Black => black,
            Color::White => white,
        }
    }

    fn word_and_bit(&self, color: Color, at: Point) -> Option<(usize, u64)> {
        let index = self.size.contains(at).then(|| self.size.index(at))?;
        let first = if color == Color::White { self.planes.len() / 2 } else { 0 };
        Some((first + index / 64, 1 << (index % 64)))
    }

    fn flood_fill(&self, from: Point) -> FloodFill<'_> {
        let mut seen = PointSet::default();
        let mut next = Vec::new();
        if self.size.contains(from) {
            seen.insert(self.size.index(from));
            next.push(from);
        }
        FloodFill { board: self, color: self.get(from), seen, next }
    }
}

/// `X` is Black, `O` is White, one line per row.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for at in self.size.points() {
            let stone = match self.get(at) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None => '.',
            };
            let after = if at.x + 1 == self.size.width() { '\n' } else { ' ' };
            write!(f, "{stone}{after}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

/// The Zobrist key of one stone: splitmix64 of its point and colour, so that no table is needed.
pub(super) fn stone_key(color: Color, at: Point) -> u64 {
    let place = u64::from(at.y) << 8 | u64::from(at.x) << 1 | u64::from(color == Color::White);
    let mut z = (place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Connected points of the same content, in no particular order.
struct FloodFill<'a> {
    board: &'a Board,
    color: Option<Color>,
    seen: PointSet,
    next: Vec<Point>,
}

impl Iterator for FloodFill<'_> {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        let at = self.next.pop()?;
        let size = self.board.size;
        for p in size.neighbours(at) {
            if self.board.get(p) == self.color && self.seen.insert(size.index(p)) {
                self.next.push(p);
            }
        }
        Some(at)
    }
}

struct PointSet([u64; MAX_WORDS]);

impl Default for PointSet {
    fn default() -> PointSet {
        PointSet([0; MAX_WORDS])
    }
}

impl PointSet {
    /// True if it was not in the set.
    fn insert(&mut self, index: usize) -> bool {
        let Some(word) = self.0.get_mut(index / 64) else { return false };
        let bit = 1 << (index % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

fn set_bits(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(bit)
    })
}

fn point_at(index: usize, width: usize) -> Point {
    // Both fit: no board is wider or higher than 52.
    Point::new((index % width) as u8, (index / width) as u8)
}
