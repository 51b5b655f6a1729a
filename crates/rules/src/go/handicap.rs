//! Handicap stones: on the customary star points, or placed freely by Black.

use std::collections::BTreeSet;
use std::fmt;

use super::{Point, Size};

/// The most stones that have customary points: nine if the board has a centre point, else four; none on tiny boards.
pub fn most_handicap_stones(size: Size) -> u32 {
    let odd = size.width() % 2 == 1 && size.height() % 2 == 1;
    match size.width().min(size.height()) {
        0..=6 => 0,
        7.. if !odd => 4,
        7..=8 => 4,
        _ => 9,
    }
}

/// The customary points for 2 to 9 stones, row by row from the top left. None if this board has no such handicap.
pub fn handicap_points(size: Size, stones: u32) -> Option<Vec<Point>> {
    if !(2..=most_handicap_stones(size)).contains(&stones) {
        return None;
    }
    let near = |lines: u8| if lines > 11 { 3 } else { 2 };
    let lines = |n: u8| (near(n), n / 2, n - 1 - near(n));
    let ((left, middle, right), (top, centre, bottom)) = (lines(size.width()), lines(size.height()));
    let corners = [(right, top), (left, bottom), (left, top), (right, bottom)];
    let sides = [(left, centre), (right, centre), (middle, top), (middle, bottom)];
    let (sides_taken, in_the_middle) = match stones {
        5 => (0, true),
        6 => (2, false),
        7 => (2, true),
        8 => (4, false),
        9 => (4, true),
        _ => (0, false),
    };
    let centre = in_the_middle.then_some((middle, centre));
    let all =
        corners.into_iter().take(stones as usize).chain(sides.into_iter().take(sides_taken)).chain(centre);
    let mut points: Vec<Point> = all.map(|(x, y)| Point::new(x, y)).collect();
    points.sort_by_key(|at| (at.y, at.x));
    Some(points)
}

/// Why stones are not a valid free handicap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandicapError {
    OffBoard {
        at: Point,
    },
    Twice {
        at: Point,
    },
    /// A handicap has at least two stones and leaves White a point.
    Count {
        stones: usize,
    },
}

impl fmt::Display for HandicapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandicapError::OffBoard { .. } => f.write_str("a handicap stone is off the board"),
            HandicapError::Twice { .. } => f.write_str("two handicap stones on one point"),
            HandicapError::Count { stones } => write!(f, "a handicap of {stones} is not possible"),
        }
    }
}

impl std::error::Error for HandicapError {}

pub fn check_free_handicap(size: Size, stones: &[Point]) -> Result<(), HandicapError> {
    let mut seen = BTreeSet::new();
    for at in stones.iter().copied() {
        if !size.contains(at) {
            return Err(HandicapError::OffBoard { at });
        }
        if !seen.insert(at) {
            return Err(HandicapError::Twice { at });
        }
    }
    let fits = (2..size.area()).contains(&stones.len());
    if fits { Ok(()) } else { Err(HandicapError::Count { stones: stones.len() }) }
}
