//! The liberties of a group as sums, so that a stone costs the same however large the group is: enough to tell
//! whether there are none, one or more, and where the last one is.

use crate::board::At;

/// Liberties counted once for every stone that touches them, with the sums of their places and of the squares of
/// these, all in one number: 14 bits, 25 bits, 25 bits. The squares overflow, but on no board by so much that four
/// touches of different points look like touches of one.
#[derive(Clone, Copy)]
pub(crate) struct Group(u64);

/// What a touch of each place adds to a group.
static TOUCHES: [u64; 4096] = {
    let mut touches = [0; 4096];
    let mut place = 0;
    while place < touches.len() {
        let at = place as u64;
        touches[place] = 1 | at << 14 | (at * at) << 39;
        place += 1;
    }
    touches
};

/// For a set of neighbours, what touches of them add up to: one multiplication instead of a question for each.
#[derive(Clone, Copy, Default)]
pub(crate) struct Open {
    count: u64,
    by_place: u64,
    rest: u64,
}

impl Open {
    /// By the mask of neighbours that are empty: up, left, right, down.
    pub(crate) fn table(stride: i64) -> [Open; 16] {
        std::array::from_fn(|mask| {
            let steps = [-stride, -1, 1, stride];
            let open =
                (0..4).filter(|direction| mask >> direction & 1 == 1).map(|direction| steps[direction]);
            Open::new(&open.collect::<Vec<i64>>())
        })
    }

    fn new(steps: &[i64]) -> Open {
        let sum: i64 = steps.iter().sum();
        let squares: i64 = steps.iter().map(|step| step * step).sum();
        let rest = (sum << 14).wrapping_add(squares << 39) as u64;
        Open { count: steps.len() as u64, by_place: (sum << 40) as u64, rest }
    }

    pub(crate) fn touches(&self, at: At) -> Group {
        let each = Group::touch(at).wrapping_mul(self.count);
        Group(each.wrapping_add(self.by_place.wrapping_mul(u64::from(at))).wrapping_add(self.rest))
    }
}

const COUNT: u64 = (1 << 14) - 1;

impl Group {
    /// For places that are no group: a count that never comes to nothing.
    pub(crate) const NO_GROUP: Group = Group(1 << 13);

    /// A stone that has not looked around yet.
    pub(crate) const NONE: Group = Group(0);

    pub(crate) fn gain(&mut self, touch: u64) {
        self.0 = self.0.wrapping_add(touch);
    }

    pub(crate) fn lose(&mut self, touch: u64) {
        self.0 = self.0.wrapping_sub(touch);
    }

    pub(crate) fn join(&mut self, other: Group) {
        self.0 = self.0.wrapping_add(other.0);
    }

    pub(crate) fn touch(at: At) -> u64 {
        TOUCHES[usize::from(at) & (TOUCHES.len() - 1)]
    }

    pub(crate) fn is_dead(self) -> bool {
        self.0 & COUNT == 0
    }

    /// The only liberty, if there is just one.
    pub(crate) fn last_liberty(self) -> Option<At> {
        if !self.is_in_atari() {
            return None;
        }
        Some(((self.0 >> 14 & ((1 << 25) - 1)) / (self.0 & COUNT)) as At)
    }

    /// All liberties are one point if the sum of the squares is as small as it can be.
    pub(crate) fn is_in_atari(self) -> bool {
        let (count, sum, squares) = (self.0 & COUNT, self.0 >> 14 & ((1 << 25) - 1), self.0 >> 39);
        // No point has more than four neighbours.
        (count.wrapping_sub(1) < 4) & ((count * squares).wrapping_sub(sum * sum) << 39 == 0)
    }
}
