//! Points, sizes and colours, and their two notations: `Q16` on the board, `pd` in a file.

use std::fmt;

/// Column letters: without I, which looks like J or 1.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    Black,
    White,
}

impl Color {
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    #[must_use]
    pub fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// `B` or `W`, as in move lists and SGF.
    pub fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }
}

/// Width and height of a board, each 1 to 52.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A board has 1 to 52 lines in each direction: SGF has no letters for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    pub width: u32,
    pub height: u32,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a board of {} by {} is not possible: choose 1 to 52 lines per side",
            self.width, self.height
        )
    }
}

impl std::error::Error for SizeError {}

impl Size {
    pub const MAX: u8 = 52;
    pub const NINETEEN: Size = Size { width: 19, height: 19 };

    pub fn new(width: u32, height: u32) -> Result<Size, SizeError> {
        let fits = |n: u32| u8::try_from(n).ok().filter(|n| (1..=Size::MAX).contains(n));
        match (fits(width), fits(height)) {
            (Some(width), Some(height)) => Ok(Size { width, height }),
            _ => Err(SizeError { width, height }),
        }
    }

    pub fn square(lines: u32) -> Result<Size, SizeError> {
        Size::new(lines, lines)
    }

    pub fn width(self) -> u8 {
        self.width
    }

    pub fn height(self) -> u8 {
        self.height
    }

    pub fn is_square(self) -> bool {
        self.width == self.height
    }

    pub fn area(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    pub fn contains(self, at: Point) -> bool {
        at.x < self.width && at.y < self.height
    }

    /// Row by row from the top left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Point { x, y }))
    }

    /// The index of a point in that order.
    pub fn index(self, at: Point) -> usize {
        usize::from(at.y) * usize::from(self.width) + usize::from(at.x)
    }

    /// The neighbours that are on the board, up to four.
    pub fn neighbours(self, at: Point) -> impl Iterator<Item = Point> {
        let around = [
            (at.x.checked_sub(1), Some(at.y)),
            (Some(at.x + 1), Some(at.y)),
            (Some(at.x), at.y.checked_sub(1)),
            (Some(at.x), Some(at.y + 1)),
        ];
        around
            .into_iter()
            .filter_map(|(x, y)| Some(Point { x: x?, y: y? }))
            .filter(move |p| self.contains(*p))
    }
}

/// An intersection: `x` from the left, `y` from the top, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    pub x: u8,
    pub y: u8,
}

impl Point {
    pub fn new(x: u8, y: u8) -> Point {
        Point { x, y }
    }

    /// `pd`: column then row from the top left, a-z then A-Z.
    pub fn from_sgf(text: &[u8]) -> Option<Point> {
        match text {
            [x, y] => Some(Point { x: line_of(*x)?, y: line_of(*y)? }),
            _ => None,
        }
    }

    pub fn to_sgf(self) -> [u8; 2] {
        [letter_of(self.x), letter_of(self.y)]
    }

    /// `Q16`: column letter without I, row from the bottom. Either case; after Z the columns are AA, BB, CC …
    pub fn from_name(text: &str, size: Size) -> Option<Point> {
        let digits = text.find(|c: char| c.is_ascii_digit())?;
        let (letters, row) = text.split_at(digits);
        let row: u8 = row.parse().ok().filter(|r| (1..=size.height).contains(r))?;
        let first = letters.bytes().next()?.to_ascii_uppercase();
        if !letters.bytes().all(|b| b.eq_ignore_ascii_case(&first)) {
            return None;
        }
        let column = COLUMNS.iter().position(|c| *c == first)? + (letters.len() - 1) * COLUMNS.len();
        let at = Point { x: u8::try_from(column).ok()?, y: size.height - row };
        size.contains(at).then_some(at)
    }

    pub fn name(self, size: Size) -> String {
        format!("{}{}", column_name(self.x), size.height.saturating_sub(self.y))
    }
}

/// The letter over a column: A to Z without I, then AA, BB, CC …
pub fn column_name(x: u8) -> String {
    let round = usize::from(x) / COLUMNS.len();
    let letter = char::from(COLUMNS[usize::from(x) % COLUMNS.len()]);
    std::iter::repeat_n(letter, round + 1).collect()
}

fn line_of(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

fn letter_of(line: u8) -> u8 {
    if line < 26 { b'a' + line } else { b'A' + (line - 26).min(25) }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    Place(Point),
    Pass,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_skip_i_and_rows_count_from_the_bottom() {
        let at = Point::new(8, 3);
        assert_eq!(at.name(Size::NINETEEN), "J16");
        assert_eq!(Point::from_name("j16", Size::NINETEEN), Some(at));
        assert_eq!(Point::from_name("I16", Size::NINETEEN), None);
        assert_eq!(Point::from_name("T20", Size::NINETEEN), None);
    }

    #[test]
    fn every_point_of_the_largest_board_has_one_name_and_one_sgf_form() {
        let size = Size::square(52).unwrap();
        for at in size.points() {
            assert_eq!(Point::from_name(&at.name(size), size), Some(at));
            assert_eq!(Point::from_sgf(&at.to_sgf()), Some(at));
        }
    }
}
