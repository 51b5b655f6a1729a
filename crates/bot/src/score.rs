//! True area on the fast board: stones, and the empty points that only one colour reaches.

use crate::board::{At, BLACK, Board, EMPTY, WHITE};

/// Black's points less White's.
pub(crate) fn lead<const N: usize>(board: &Board<N>, marks: &mut Marks) -> i32 {
    let mut lead = board.majority();
    marks.clear(N);
    for at in board.empties() {
        let around = board.around(at);
        if !around.has_empty_beside() {
            lead += owner(around.has_beside(BLACK), around.has_beside(WHITE));
        } else if !marks.seen[usize::from(at)] {
            lead += marks.region(board, at);
        }
    }
    lead
}

fn owner(black: bool, white: bool) -> i32 {
    i32::from(black) - i32::from(white)
}

/// Memory for walking through empty regions.
#[derive(Default)]
pub(crate) struct Marks {
    seen: Vec<bool>,
    walk: Vec<At>,
}

impl Marks {
    fn clear(&mut self, places: usize) {
        self.seen.clear();
        self.seen.resize(places, false);
    }

    /// What an empty region of more than one point is worth to Black.
    fn region<const N: usize>(&mut self, board: &Board<N>, from: At) -> i32 {
        self.walk.clear();
        self.walk.push(from);
        self.seen[usize::from(from)] = true;
        let (mut black, mut white) = (false, false);
        let mut next = 0;
        while let Some(at) = self.walk.get(next).copied() {
            next += 1;
            black |= board.around(at).has_beside(BLACK);
            white |= board.around(at).has_beside(WHITE);
            for near in board.beside(at) {
                if board.what(near) == EMPTY && !std::mem::replace(&mut self.seen[usize::from(near)], true) {
                    self.walk.push(near);
                }
            }
        }
        owner(black, white) * i32::try_from(self.walk.len()).unwrap_or(i32::MAX)
    }
}
