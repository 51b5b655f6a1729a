//! The order in which a session asks its puzzles, if the player wants another than the usual one.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// The first puzzle, by its number in the set from 0: the session follows the set from there on.
    pub from: Option<usize>,
    /// A random order, made from this number.
    pub shuffle: Option<u64>,
}

impl Order {
    /// These puzzles in this order.
    pub fn of(self, mut puzzles: Vec<usize>) -> Vec<usize> {
        if let Some(from) = self.from {
            puzzles.retain(|puzzle| *puzzle >= from);
            puzzles.sort_unstable();
        }
        if let Some(seed) = self.shuffle {
            shuffle(&mut puzzles, seed);
        }
        puzzles
    }
}

/// Fisher and Yates, with SplitMix64 as the source of numbers.
fn shuffle(puzzles: &mut [usize], mut seed: u64) {
    let mut next = || {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    for last in (1..puzzles.len()).rev() {
        let other = (next() % (last as u64 + 1)) as usize;
        puzzles.swap(last, other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starting_at_a_puzzle_follows_the_set_from_there() {
        let order = Order { from: Some(3), shuffle: None };
        assert_eq!(order.of(vec![4, 5, 0, 1, 2, 3]), [3, 4, 5]);
        assert_eq!(Order::default().of(vec![4, 0, 2]), [4, 0, 2]);
        assert!(Order { from: Some(9), shuffle: None }.of(vec![1, 2]).is_empty());
    }

    #[test]
    fn a_shuffled_order_has_the_same_puzzles_and_depends_on_the_seed() {
        let order = |seed| Order { from: None, shuffle: Some(seed) }.of((0..50).collect());
        let mut sorted = order(1);
        assert_ne!(sorted, order(2));
        assert_eq!(sorted, order(1));
        sorted.sort_unstable();
        assert_eq!(sorted, (0..50).collect::<Vec<_>>());
    }

    #[test]
    fn every_puzzle_can_come_first() {
        let firsts: std::collections::BTreeSet<usize> =
            (0..200).map(|seed| Order { from: None, shuffle: Some(seed) }.of((0..5).collect())[0]).collect();
        assert_eq!(firsts.len(), 5);
    }
}
