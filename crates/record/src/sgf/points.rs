//! Points and lists of points in property values.

use rules::go::{Move, Point, Size};

/// A set of points: one bit per point, one word per row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PointSet([u64; Size::MAX as usize]);

impl PointSet {
    pub fn new() -> PointSet {
        PointSet([0; Size::MAX as usize])
    }

    /// Adds part of a row, and returns the points that were not in the set. Cheap for overlapping rectangles.
    fn add_row(&mut self, y: u8, from: u8, to: u8) -> impl Iterator<Item = Point> + use<> {
        let up_to = |x: u8| u64::MAX.checked_shl(x.into()).map_or(u64::MAX, |above| !above);
        let stretch = up_to(to.saturating_add(1)) & !up_to(from);
        let row = self.0.get_mut(usize::from(y));
        let mut new = row.map_or(0, |row| {
            let new = stretch & !*row;
            *row |= stretch;
            new
        });
        std::iter::from_fn(move || {
            let x = u8::try_from(new.trailing_zeros()).ok().filter(|x| *x < 64)?;
            new &= new - 1;
            Some(Point::new(x, y))
        })
    }
}

pub(crate) fn read_point(text: &str, size: Size) -> Option<Point> {
    Point::from_sgf(text.trim().as_bytes()).filter(|p| size.contains(*p))
}

pub(crate) fn read_move(text: &str, size: Size) -> Option<Move> {
    let text = text.trim();
    let small = size.width() <= 19 && size.height() <= 19;
    match text {
        "" => Some(Move::Pass),
        "tt" if small => Some(Move::Pass),
        _ => read_point(text, size).map(Move::Place),
    }
}

/// A point, or all points of a rectangle `aa:cc` (corners in any order) that were not seen yet.
pub(crate) fn expand(text: &str, size: Size, seen: &mut PointSet, each: impl FnMut(Point)) {
    let ends = match text.split_once(':') {
        Some((one, other)) => corner(one).zip(corner(other)),
        None => read_point(text, size).map(|at| (at, at)),
    };
    let Some((a, b)) = ends else { return };
    let last = |line: u8, lines: u8| line.min(lines.saturating_sub(1));
    let (bottom, right) = (last(a.y.max(b.y), size.height()), last(a.x.max(b.x), size.width()));
    let rows = a.y.min(b.y)..=bottom;
    let left = a.x.min(b.x);
    rows.filter(|_| left <= right).flat_map(|y| seen.add_row(y, left, right)).for_each(each);
}

fn corner(text: &str) -> Option<Point> {
    Point::from_sgf(text.trim().as_bytes())
}

/// `19`, ` 9 `, `19:13`, and the `19x19` that some programs write.
pub(crate) fn read_size(text: &str) -> Option<Size> {
    let number = |text: &str| {
        let digits: String = text.trim().chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().ok()
    };
    match text.split_once([':', 'x', 'X']) {
        Some((width, height)) => Size::new(number(width)?, number(height)?).ok(),
        None => Size::square(number(text)?).ok(),
    }
}
