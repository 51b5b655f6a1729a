//! Area: stones on the board and the empty points that only one colour touches.

use super::board::{Board, Cell};
use crate::go::{Color, Point, Size};

/// The owner of every point. Red stones and points that both or neither reach have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    size: Size,
    owners: Vec<Option<Color>>,
}

impl Area {
    pub fn owner(&self, at: Point) -> Option<Color> {
        if self.size.contains(at) { self.owners[self.size.index(at)] } else { None }
    }

    pub fn points(&self, color: Color) -> u32 {
        self.owners.iter().map(|owner| u32::from(*owner == Some(color))).sum()
    }

    /// Black's lead after komi, in half points like `komi`, so that nothing is rounded. 0 is a draw.
    pub fn lead(&self, komi: i32) -> i32 {
        let halves = |color| i32::try_from(2 * self.points(color)).unwrap_or(i32::MAX);
        halves(Color::Black) - halves(Color::White) - komi
    }
}

pub(super) fn area(board: &Board, dead: &[Point]) -> Area {
    let size = board.size();
    let board = without(board, dead);
    let mut owners: Vec<Option<Color>> = size.points().map(|at| board.at(at).color()).collect();
    let mut seen = vec![false; size.area()];
    for at in size.points() {
        if board.at(at) != Cell::Empty || seen[size.index(at)] {
            continue;
        }
        let region = board.region(at, &mut seen);
        let colors: Vec<Color> = region.touches.iter().filter_map(|cell| cell.color()).collect();
        if let [owner] = colors[..] {
            for at in region.points {
                owners[size.index(at)] = Some(owner);
            }
        }
    }
    Area { size, owners }
}

fn without(board: &Board, dead: &[Point]) -> Board {
    let mut left = board.clone();
    let mut seen = vec![false; board.size().area()];
    for at in dead.iter().filter(|at| board.at(**at).color().is_some()) {
        if !seen[board.size().index(*at)] {
            for stone in board.region(*at, &mut seen).points {
                left.put(stone, Cell::Empty);
            }
        }
    }
    left
}
