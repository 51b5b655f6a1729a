//! The positions that occurred in a game, for superko. A persistent list: every position of a long variation has its
//! own history and shares the older part. Some nodes have a Bloom filter, which lets a lookup skip many older nodes.

use std::iter::successors;
use std::sync::Arc;

use super::{Color, Ko};

#[derive(Clone, Debug, Default)]
pub(super) struct History(Option<Arc<HistoryNode>>);

#[derive(Debug)]
struct HistoryNode {
    situation: u64,
    earlier: Option<Arc<HistoryNode>>,
    filter: Option<Box<Filter>>,
}

/// A Bloom filter of the situations from its node up to `beyond`, exclusively.
#[derive(Debug)]
struct Filter {
    bits: Box<[u64]>,
    beyond: Option<Arc<HistoryNode>>,
}

impl History {
    pub(super) fn with(&self, board: u64, to_play: Color) -> History {
        let situation = situation(board, to_play);
        let filter = self.filter(situation).map(Box::new);
        History(Some(Arc::new(HistoryNode { situation, earlier: self.0.clone(), filter })))
    }

    /// Whether this is a repetition under the ko rule.
    pub(super) fn repeats(&self, ko: Ko, board: u64, to_play: Color) -> bool {
        let now = situation(board, to_play);
        match ko {
            Ko::Simple => false,
            Ko::Positional => self.candidates(now).any(|then| (then ^ now) >> 1 == 0),
            Ko::Situational => self.candidates(now).any(|then| then == now),
        }
    }

    /// Earlier situations that no filter rules out.
    fn candidates(&self, now: u64) -> impl Iterator<Item = u64> {
        successors(skip_ruled_out(self.0.as_deref(), now), move |seen| {
            skip_ruled_out(seen.earlier.as_deref(), now)
        })
        .map(|seen| seen.situation)
    }

    /// The hash decides which situations get one: about every 64th, and about every 4096th gets a longer one.
    fn filter(&self, situation: u64) -> Option<Filter> {
        let level = level(situation);
        if level == 0 {
            return None;
        }
        let until = |seen: &&Arc<HistoryNode>| self::level(seen.situation) < level;
        let covered = || successors(self.0.as_ref(), |seen| seen.earlier.as_ref()).take_while(until);
        let count = covered().count() + 1;
        let beyond = match covered().last() {
            Some(oldest) => oldest.earlier.clone(),
            None => self.0.clone(),
        };
        let mut filter = Filter { bits: vec![0; (count / 4).next_power_of_two()].into(), beyond };
        filter.add(situation);
        covered().for_each(|seen| filter.add(seen.situation));
        Some(filter)
    }
}

/// The board's hash with the player to move in its lowest bit: half the memory of storing both.
fn situation(board: u64, to_play: Color) -> u64 {
    board & !1 | u64::from(to_play == Color::White)
}

fn level(situation: u64) -> u32 {
    ((situation >> 1).trailing_zeros() / 6).min(2)
}

/// The first node from here on that no filter rules out.
fn skip_ruled_out(mut seen: Option<&HistoryNode>, now: u64) -> Option<&HistoryNode> {
    while let Some(filter) = seen.and_then(|seen| seen.filter.as_deref()) {
        if filter.may_contain(now) {
            break;
        }
        seen = filter.beyond.as_deref();
    }
    seen
}

impl Filter {
    fn add(&mut self, situation: u64) {
        for (word, bit) in filter_bits(situation, self.bits.len()) {
            if let Some(word) = self.bits.get_mut(word) {
                *word |= bit;
            }
        }
    }

    fn may_contain(&self, situation: u64) -> bool {
        let set = |(word, bit): (usize, u64)| self.bits.get(word).is_some_and(|word| word & bit != 0);
        filter_bits(situation, self.bits.len()).all(set)
    }
}

/// Three bits in a filter of this many words, independent of the player to move.
fn filter_bits(situation: u64, words: usize) -> impl Iterator<Item = (usize, u64)> {
    [13, 29, 43].into_iter().map(move |shift| {
        let place = (situation >> shift) as usize;
        ((place / 64) & (words - 1), 1 << (place % 64))
    })
}

impl Drop for HistoryNode {
    /// Iterative: dropping 100,000 nodes recursively would overflow the stack.
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

    /// splitmix64, like real board hashes.
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
    fn every_situation_is_found_and_no_other() {
        let all = 12_000;
        let history = (0..all).fold(History::default(), |history, n| history.with(board(n), player(n)));
        for n in 0..all {
            assert!(history.repeats(Ko::Situational, board(n), player(n)), "{n}");
            assert!(history.repeats(Ko::Positional, board(n), player(n + 1)), "{n}");
            assert!(!history.repeats(Ko::Situational, board(n), player(n + 1)), "{n}");
            assert!(!history.repeats(Ko::Positional, board(n + all), player(n)), "{n}");
        }
    }

    #[test]
    fn branches_share_only_their_common_past() {
        let trunk = (0..500).fold(History::default(), |history, n| history.with(board(n), player(n)));
        let branch = |from: u64| (from..from + 500).fold(trunk.clone(), |h, n| h.with(board(n), player(n)));
        let (one, other) = (branch(1000), branch(2000));
        drop(trunk);
        for n in (0..500).chain(1000..1500) {
            assert!(one.repeats(Ko::Situational, board(n), player(n)), "{n}");
            assert_eq!(other.repeats(Ko::Situational, board(n), player(n)), n < 500, "{n}");
        }
    }
}
