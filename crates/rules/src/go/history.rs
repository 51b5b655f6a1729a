//! The positions a game went through, for superko. A list that grows at its head and shares its tail,
//! so that every position of a long line can keep its own past.

use std::sync::Arc;

use super::{Color, Ko};

#[derive(Clone, Debug, Default)]
pub(super) struct History(Option<Arc<Seen>>);

#[derive(Debug)]
struct Seen {
    situation: u64,
    earlier: Option<Arc<Seen>>,
}

impl History {
    pub(super) fn and(&self, board: u64, to_play: Color) -> History {
        let seen = Seen { situation: situation(board, to_play), earlier: self.0.clone() };
        History(Some(Arc::new(seen)))
    }

    /// Whether the ko rule takes this for a repetition.
    pub(super) fn repeats(&self, ko: Ko, board: u64, to_play: Color) -> bool {
        let now = situation(board, to_play);
        match ko {
            Ko::Simple => false,
            Ko::Positional => self.any(|then| (then ^ now) >> 1 == 0),
            Ko::Situational => self.any(|then| then == now),
        }
    }

    fn any(&self, same: impl Fn(u64) -> bool) -> bool {
        std::iter::successors(self.0.as_deref(), |seen| seen.earlier.as_deref())
            .any(|seen| same(seen.situation))
    }
}

/// The board's hash with its lowest bit given up for the player to move: half the memory of keeping both.
fn situation(board: u64, to_play: Color) -> u64 {
    board & !1 | u64::from(to_play == Color::White)
}

impl Drop for Seen {
    /// One after the other: dropping a line of 100,000 moves from within would overflow the stack.
    fn drop(&mut self) {
        let mut next = self.earlier.take();
        while let Some(mut seen) = next.and_then(Arc::into_inner) {
            next = seen.earlier.take();
        }
    }
}
