//! The end of a game: which stones are dead, whose every point is, and what is still worth a move. Judged from how often
//! playouts gave each point to whom, group by group and region by region, as players count.

use crate::board::{BLACK, Board, EMPTY, Vertex, WALL, WHITE};
use crate::score::AreaCounter;

pub(crate) struct Ending<const N: usize> {
    /// For each cell, its owner: 1 is Black, -1 White, 0 nobody.
    owner: [i8; N],
    /// For each cell, how sure that is: the mean of its group or region, from 0 to 1.
    sure: [f32; N],
    /// Points between living stones of both colours, worth a move under area rules only.
    pub(crate) neutral: Vec<Vertex>,
    /// An empty region reaches from one colour to the other: the border is not finished.
    open: bool,
}

impl<const N: usize> Ending<N> {
    pub(crate) fn of(board: &Board<N>, owned: &AreaCounter<N>) -> Ending<N> {
        let mut ending = Ending { owner: [0; N], sure: [0.0; N], neutral: Vec::new(), open: false };
        ending.judge_groups(board, owned);
        ending.judge_regions(board, owned);
        ending
    }

    pub(crate) fn is_dead(&self, board: &Board<N>, at: Vertex) -> bool {
        match board.what(at) {
            BLACK => self.owner[index::<N>(at)] < 0,
            WHITE => self.owner[index::<N>(at)] > 0,
            _ => false,
        }
    }

    pub(crate) fn owner(&self, at: Vertex) -> i8 {
        self.owner[index::<N>(at)]
    }

    pub(crate) fn sure(&self, at: Vertex) -> f32 {
        self.sure[index::<N>(at)]
    }

    /// Whether this side, 1 or -1, has stones that are not dead.
    pub(crate) fn has_living(&self, board: &Board<N>, side: i8) -> bool {
        let color = if side > 0 { BLACK } else { WHITE };
        let mut points = board.size().points().map(|point| board.vertex_of(point));
        points.any(|at| board.what(at) == color && self.owner(at) == side)
    }

    /// Black's points minus White's, where everything less sure than `share` goes to the side `doubtful`: 1 or -1.
    pub(crate) fn lead(&self, board: &Board<N>, share: f32, doubtful: i8) -> i32 {
        let points = board.size().points().map(|point| board.vertex_of(point));
        let owner = |at: Vertex| {
            let wall = board.what(at) == WALL;
            let sure = self.sure(at) >= share || self.neutral.contains(&at);
            if wall { 0 } else { i32::from(if sure { self.owner(at) } else { doubtful }) }
        };
        points.map(owner).sum()
    }

    /// Whether every border between living stones is closed.
    pub(crate) fn is_closed(&self) -> bool {
        !self.open
    }

    /// Whether every border is closed and every group and region has an owner.
    pub(crate) fn is_settled(&self, board: &Board<N>, share: f32) -> bool {
        let mut points = board.size().points().map(|point| board.vertex_of(point));
        !self.open
            && points.all(|at| board.what(at) == WALL || self.sure(at) >= share || self.neutral.contains(&at))
    }

    /// All stones of a group live or die together.
    fn judge_groups(&mut self, board: &Board<N>, owned: &AreaCounter<N>) {
        let stones = || board.size().points().map(|p| board.vertex_of(p)).filter(|at| board.is_stone(*at));
        let mut sums = [0.0; N];
        for at in stones() {
            sums[index::<N>(board.head(at))] += owned.owner(at) / f32::from(board.stones(at));
        }
        for at in stones() {
            self.set(at, sums[index::<N>(board.head(at))]);
        }
    }

    fn set(&mut self, at: Vertex, mean: f32) {
        self.owner[index::<N>(at)] = if mean < 0.0 { -1 } else { 1 };
        self.sure[index::<N>(at)] = mean.abs();
    }

    /// Empty points and dead stones, up to the living stones around them.
    fn judge_regions(&mut self, board: &Board<N>, owned: &AreaCounter<N>) {
        let mut seen = [false; N];
        for point in board.size().points() {
            let at = board.vertex_of(point);
            if self.is_open(board, at) && !seen[index::<N>(at)] {
                let (region, colors) = self.region(board, at, &mut seen);
                self.judge_region(board, owned, &region, colors);
            }
        }
    }

    fn is_open(&self, board: &Board<N>, at: Vertex) -> bool {
        board.what(at) == EMPTY || self.is_dead(board, at)
    }

    /// The points, and the colours of the living stones around as bits.
    fn region(&self, board: &Board<N>, from: Vertex, seen: &mut [bool; N]) -> (Vec<Vertex>, u8) {
        let (mut region, mut colors, mut next) = (vec![from], 0, 0);
        seen[index::<N>(from)] = true;
        while let Some(at) = region.get(next).copied() {
            next += 1;
            for near in board.beside(at) {
                if self.is_open(board, near) {
                    if !std::mem::replace(&mut seen[index::<N>(near)], true) {
                        region.push(near);
                    }
                } else if board.what(near) != WALL {
                    colors |= board.what(near);
                }
            }
        }
        (region, colors)
    }

    fn judge_region(&mut self, board: &Board<N>, owned: &AreaCounter<N>, region: &[Vertex], colors: u8) {
        let mean = region.iter().map(|at| owned.owner(*at)).sum::<f32>() / region.len() as f32;
        let empty = || region.iter().copied().filter(|at| board.what(*at) == EMPTY);
        match colors {
            BLACK | WHITE => {
                let sign = if colors == BLACK { 1.0 } else { -1.0 };
                for at in empty() {
                    // Against the stones around it, nothing is sure.
                    self.set(at, sign * (sign * mean).max(0.0));
                    self.owner[index::<N>(at)] = sign as i8;
                }
            }
            _ if colors != 0 && empty().all(|at| self.is_between(board, at)) => {
                self.neutral.extend(empty());
            }
            _ => {
                self.open = true;
                empty().for_each(|at| self.set(at, owned.owner(at)));
            }
        }
    }

    /// Whether living stones of both colours are beside it, or nothing but one other empty point and such stones.
    fn is_between(&self, board: &Board<N>, at: Vertex) -> bool {
        let alive = |near: &Vertex| board.is_stone(*near) && !self.is_dead(board, *near);
        let colors =
            board.beside(at).iter().filter(|near| alive(near)).fold(0, |bits, near| bits | board.what(*near));
        let open = board.beside(at).iter().filter(|near| self.is_open(board, **near)).count();
        colors == BLACK | WHITE || colors != 0 && open <= 1
    }
}

fn index<const N: usize>(at: Vertex) -> usize {
    usize::from(at) & (N - 1)
}
