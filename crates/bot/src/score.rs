//! Area scoring on the fast board: stones, and the empty points that only one colour reaches.

use crate::board::{BLACK, Board, EMPTY, Vertex, WHITE};

/// Counts boards, and adds up how often each point belonged to whom.
pub(crate) struct AreaCounter<const N: usize> {
    /// For each cell, how often it was Black's minus how often it was White's.
    owned: [i32; N],
    boards: u32,
    seen: [bool; N],
    stack: Vec<Vertex>,
}

impl<const N: usize> AreaCounter<N> {
    pub(crate) fn new() -> AreaCounter<N> {
        AreaCounter { owned: [0; N], boards: 0, seen: [false; N], stack: Vec::new() }
    }

    pub(crate) fn clear(&mut self) {
        self.owned = [0; N];
        self.boards = 0;
    }

    /// From 1 (always Black) to -1 (always White).
    pub(crate) fn owner(&self, at: Vertex) -> f32 {
        self.owned[usize::from(at) & (N - 1)] as f32 / self.boards.max(1) as f32
    }

    /// Black's points minus White's.
    pub(crate) fn count(&mut self, board: &Board<N>) -> i32 {
        self.boards += 1;
        let mut lead = 0;
        for (owned, what) in self.owned.iter_mut().zip(board.all()) {
            let worth = i32::from(*what == BLACK) - i32::from(*what == WHITE);
            *owned += worth;
            lead += worth;
        }
        self.seen = [false; N];
        for at in board.empties() {
            let around = board.around(at);
            if !around.has_empty_beside() {
                lead += self.add(at, around.has_beside(BLACK), around.has_beside(WHITE));
            } else if !self.seen[usize::from(at) & (N - 1)] {
                lead += self.region(board, at);
            }
        }
        lead
    }

    fn add(&mut self, at: Vertex, black: bool, white: bool) -> i32 {
        let worth = i32::from(black) - i32::from(white);
        self.owned[usize::from(at) & (N - 1)] += worth;
        worth
    }

    /// An empty region of more than one point.
    fn region(&mut self, board: &Board<N>, from: Vertex) -> i32 {
        self.stack.clear();
        self.stack.push(from);
        self.seen[usize::from(from) & (N - 1)] = true;
        let (mut black, mut white) = (false, false);
        let mut next = 0;
        while let Some(at) = self.stack.get(next).copied() {
            next += 1;
            black |= board.around(at).has_beside(BLACK);
            white |= board.around(at).has_beside(WHITE);
            for near in board.beside(at) {
                let seen = &mut self.seen[usize::from(near) & (N - 1)];
                if board.what(near) == EMPTY && !std::mem::replace(seen, true) {
                    self.stack.push(near);
                }
            }
        }
        let stack = std::mem::take(&mut self.stack);
        let worth = stack.iter().map(|at| self.add(*at, black, white)).sum();
        self.stack = stack;
        worth
    }
}
