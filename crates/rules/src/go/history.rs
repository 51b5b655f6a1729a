//! The positions a game went through, for superko. A list that grows at its head and shares its tail, so that every
//! position of a long line can keep its own past; here and there a summary lets a search leap over what it holds.

use std::iter::successors;
use std::sync::Arc;

use super::{Color, Ko};

#[derive(Clone, Debug, Default)]
pub(super) struct History(Option<Arc<Seen>>);

#[derive(Debug)]
struct Seen {
    situation: u64,
    earlier: Option<Arc<Seen>>,
    summary: Option<Box<Summary>>,
}

/// What the situations from here to `past`, which is left out, may be (a Bloom filter).
#[derive(Debug)]
struct Summary {
    bits: Box<[u64]>,
    past: Option<Arc<Seen>>,
}

impl History {
    pub(super) fn and(&self, board: u64, to_play: Color) -> History {
        let situation = situation(board, to_play);
        let summary = self.summary(situation).map(Box::new);
        History(Some(Arc::new(Seen { situation, earlier: self.0.clone(), summary })))
    }

    /// Whether the ko rule takes this for a repetition.
    pub(super) fn repeats(&self, ko: Ko, board: u64, to_play: Color) -> bool {
        let now = situation(board, to_play);
        match ko {
            Ko::Simple => false,
            Ko::Positional => self.like(now).any(|then| (then ^ now) >> 1 == 0),
            Ko::Situational => self.like(now).any(|then| then == now),
        }
    }

    /// Earlier situations, without those that a summary rules out.
    fn like(&self, now: u64) -> impl Iterator<Item = u64> {
        successors(leap(self.0.as_deref(), now), move |seen| leap(seen.earlier.as_deref(), now))
            .map(|seen| seen.situation)
    }

    /// The hash itself decides which situations get one: about every 64th, and every 4096th a longer one.
    fn summary(&self, situation: u64) -> Option<Summary> {
        let level = level(situation);
        if level == 0 {
            return None;
        }
        let until = |seen: &&Arc<Seen>| self::level(seen.situation) < level;
        let held = || successors(self.0.as_ref(), |seen| seen.earlier.as_ref()).take_while(until);
        let count = held().count() + 1;
        let past = match held().last() {
            Some(oldest) => oldest.earlier.clone(),
            None => self.0.clone(),
        };
        let mut summary = Summary { bits: vec![0; (count / 4).next_power_of_two()].into(), past };
        summary.add(situation);
        held().for_each(|seen| summary.add(seen.situation));
        Some(summary)
    }
}

/// The board's hash with its lowest bit given up for the player to move: half the memory of keeping both.
fn situation(board: u64, to_play: Color) -> u64 {
    board & !1 | u64::from(to_play == Color::White)
}

fn level(situation: u64) -> u32 {
    ((situation >> 1).trailing_zeros() / 6).min(2)
}

/// The first one, from here on, that no summary rules out.
fn leap(mut seen: Option<&Seen>, now: u64) -> Option<&Seen> {
    while let Some(summary) = seen.and_then(|seen| seen.summary.as_deref()) {
        if summary.may_hold(now) {
            break;
        }
        seen = summary.past.as_deref();
    }
    seen
}

impl Summary {
    fn add(&mut self, situation: u64) {
        for (word, bit) in places(situation, self.bits.len()) {
            if let Some(word) = self.bits.get_mut(word) {
                *word |= bit;
            }
        }
    }

    fn may_hold(&self, situation: u64) -> bool {
        let set = |(word, bit): (usize, u64)| self.bits.get(word).is_some_and(|word| word & bit != 0);
        places(situation, self.bits.len()).all(set)
    }
}

/// Three places in a filter of so many words, whoever is to play.
fn places(situation: u64, words: usize) -> impl Iterator<Item = (usize, u64)> {
    [13, 29, 43].into_iter().map(move |shift| {
        let place = (situation >> shift) as usize;
        ((place / 64) & (words - 1), 1 << (place % 64))
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    /// splitmix64, as the hashes of boards look.
    fn board(n: u64) -> u64 {
        let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn player(n: u64) -> Color {
        if n.is_multiple_of(2) { Color::Black } else { Color::White }
    }

    #[test]
    fn nothing_seen_is_forgotten_and_nothing_else_remembered() {
        let all = 12_000;
        let history = (0..all).fold(History::default(), |history, n| history.and(board(n), player(n)));
        for n in 0..all {
            assert!(history.repeats(Ko::Situational, board(n), player(n)), "{n}");
            assert!(history.repeats(Ko::Positional, board(n), player(n + 1)), "{n}");
            assert!(!history.repeats(Ko::Situational, board(n), player(n + 1)), "{n}");
            assert!(!history.repeats(Ko::Positional, board(n + all), player(n)), "{n}");
        }
    }

    #[test]
    fn branches_share_what_they_have_in_common_and_no_more() {
        let trunk = (0..500).fold(History::default(), |history, n| history.and(board(n), player(n)));
        let branch = |from: u64| (from..from + 500).fold(trunk.clone(), |h, n| h.and(board(n), player(n)));
        let (one, other) = (branch(1000), branch(2000));
        drop(trunk);
        for n in (0..500).chain(1000..1500) {
            assert!(one.repeats(Ko::Situational, board(n), player(n)), "{n}");
            assert_eq!(other.repeats(Ko::Situational, board(n), player(n)), n < 500, "{n}");
        }
    }
}
