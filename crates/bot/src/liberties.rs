//! The liberties of a group as sums, so that an update does not depend on the group's size: enough to tell whether
//! there are none, one or more, and where the only one is.

use crate::board::Vertex;

/// Pseudo-liberties (counted once per adjacent stone): their number, the sum of their indices and the sum of the
/// squared indices, packed into 14, 25 and 25 bits. The squares overflow, but on no board so far that four touches of
/// different points look like touches of one.
#[derive(Clone, Copy)]
pub(crate) struct Group(u64);

/// What touching each cell adds to a group.
static TOUCHES: [u64; 4096] = {
    let mut touches = [0; 4096];
    let mut index = 0;
    while index < touches.len() {
        let at = index as u64;
        touches[index] = 1 | at << 14 | (at * at) << 39;
        index += 1;
    }
    touches
};

/// The sum of the touches of a set of neighbours, computed with one multiplication instead of a loop.
#[derive(Clone, Copy, Default)]
pub(crate) struct NeighbourSum {
    count: u64,
    per_index: u64,
    rest: u64,
}

impl NeighbourSum {
    /// By the mask of neighbours that are empty: up, left, right, down.
    pub(crate) fn table(stride: i64) -> [NeighbourSum; 16] {
        std::array::from_fn(|mask| {
            let steps = [-stride, -1, 1, stride];
            let open =
                (0..4).filter(|direction| mask >> direction & 1 == 1).map(|direction| steps[direction]);
            NeighbourSum::new(&open.collect::<Vec<i64>>())
        })
    }

    fn new(steps: &[i64]) -> NeighbourSum {
        let sum: i64 = steps.iter().sum();
        let squares: i64 = steps.iter().map(|step| step * step).sum();
        let rest = (sum << 14).wrapping_add(squares << 39) as u64;
        NeighbourSum { count: steps.len() as u64, per_index: (sum << 40) as u64, rest }
    }

    pub(crate) fn touches(&self, at: Vertex) -> Group {
        let each = Group::touch(at).wrapping_mul(self.count);
        Group(each.wrapping_add(self.per_index.wrapping_mul(u64::from(at))).wrapping_add(self.rest))
    }
}

const COUNT: u64 = (1 << 14) - 1;

impl Group {
    /// For cells that are not groups: a count that never reaches zero.
    pub(crate) const NO_GROUP: Group = Group(1 << 13);

    /// A stone whose liberties have not been added yet.
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

    pub(crate) fn touch(at: Vertex) -> u64 {
        TOUCHES[usize::from(at) & (TOUCHES.len() - 1)]
    }

    pub(crate) fn is_dead(self) -> bool {
        self.0 & COUNT == 0
    }

    /// The only liberty, if there is just one.
    pub(crate) fn last_liberty(self) -> Option<Vertex> {
        if !self.is_in_atari() {
            return None;
        }
        Some(((self.0 >> 14 & ((1 << 25) - 1)) / (self.0 & COUNT)) as Vertex)
    }

    /// All pseudo-liberties are the same point if the sum of the squares is minimal.
    pub(crate) fn is_in_atari(self) -> bool {
        let (count, sum, squares) = (self.0 & COUNT, self.0 >> 14 & ((1 << 25) - 1), self.0 >> 39);
        // No point has more than four neighbours.
        (count.wrapping_sub(1) < 4) & ((count * squares).wrapping_sub(sum * sum) << 39 == 0)
    }
}
