//! Points and lists of points as values spell them.

use rules::go::{Move, Point, Size};

/// Points already seen: a bit for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PointSet([u64; Size::MAX as usize]);

impl PointSet {
    pub fn new() -> PointSet {
        PointSet([0; Size::MAX as usize])
    }

    /// Whether it was not there yet.
    pub fn insert(&mut self, at: Point) -> bool {
        let Some(row) = self.0.get_mut(usize::from(at.y)) else { return false };
        let bit = 1u64.checked_shl(at.x.into()).unwrap_or(0);
        let new = *row & bit == 0;
        *row |= bit;
        new
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

/// A point, or all points of a rectangle `aa:cc` in whichever order its corners stand.
pub(crate) fn expand(text: &str, size: Size, mut each: impl FnMut(Point)) {
    let Some((one, other)) = text.split_once(':') else {
        return read_point(text, size).into_iter().for_each(each);
    };
    let (Some(a), Some(b)) = (corner(one), corner(other)) else { return };
    for y in a.y.min(b.y)..=a.y.max(b.y).min(size.height().saturating_sub(1)) {
        for x in a.x.min(b.x)..=a.x.max(b.x).min(size.width().saturating_sub(1)) {
            each(Point::new(x, y));
        }
    }
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
