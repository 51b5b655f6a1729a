//! The first moves on a large board, where playouts know too little: empty corners first, then nothing on the first line
//! and nothing low where no stones are.

use rules::go::Point;

use crate::board::{BLACK, Board, Vertex, WHITE};

/// From this size on.
const MIN_LINES: u8 = 13;
/// Up to this many stones on the board; a fight may have to be continued before the corners.
const MAX_STONES: usize = 30;
const MAX_STONES_FOR_CORNERS: usize = 12;

pub(crate) struct Opening<'a, const N: usize> {
    board: &'a Board<N>,
    /// The corners without a stone; none while a fight goes on.
    empty_corners: Vec<Point>,
}

impl<'a, const N: usize> Opening<'a, N> {
    /// None once it is over, and on small boards.
    pub(crate) fn of(board: &'a Board<N>, last: [Vertex; 2]) -> Option<Opening<'a, N>> {
        let size = board.size();
        let stones: Vec<Point> =
            size.points().filter(|point| board.is_stone(board.vertex_of(*point))).collect();
        if size.width().min(size.height()) < MIN_LINES || stones.len() > MAX_STONES {
            return None;
        }
        let touches =
            |at: &Vertex| board.around(*at).has_beside(BLACK) || board.around(*at).has_beside(WHITE);
        let fights = last.iter().any(|at| board.is_stone(*at) && touches(at));
        let (right, bottom) = (size.width() - 1, size.height() - 1);
        let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)].map(|(x, y)| Point::new(x, y));
        let reach = size.width().min(size.height()) / 3;
        let is_empty = |corner: &Point| {
            stones.iter().all(|at| at.x.abs_diff(corner.x).max(at.y.abs_diff(corner.y)) > reach)
        };
        let wanted = !fights && stones.len() <= MAX_STONES_FOR_CORNERS;
        let empty_corners = corners.into_iter().filter(|corner| wanted && is_empty(corner)).collect();
        Some(Opening { board, empty_corners })
    }

    pub(crate) fn allows(&self, at: Vertex) -> bool {
        let point = self.board.point_of(at);
        if !self.empty_corners.is_empty() {
            return self.empty_corners.iter().any(|corner| takes_corner(*corner, point));
        }
        match self.line(point) {
            // Only a fight over several stones is worth it.
            1 => self
                .board
                .beside(at)
                .into_iter()
                .any(|near| self.board.atari(near).is_some() && self.board.stones(near) > 2),
            2 => self.has_stones_near(at),
            _ => true,
        }
    }

    /// From the nearest edge; the first is 1.
    fn line(&self, point: Point) -> u8 {
        let (right, bottom) = (self.board.size().width() - 1, self.board.size().height() - 1);
        1 + point.x.min(point.y).min(right - point.x).min(bottom - point.y)
    }

    fn has_stones_near(&self, at: Vertex) -> bool {
        self.board
            .beside(at)
            .into_iter()
            .chain([at])
            .any(|near| self.board.ring(near).into_iter().any(|near| self.board.is_stone(near)))
    }
}

/// The 4-4, 3-4, 3-3 and 3-5 points.
fn takes_corner(corner: Point, at: Point) -> bool {
    let lines = [at.x.abs_diff(corner.x) + 1, at.y.abs_diff(corner.y) + 1];
    matches!(lines, [3 | 4, 3 | 4] | [3, 5] | [5, 3])
}
