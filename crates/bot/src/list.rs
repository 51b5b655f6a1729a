//! Places in no order, put in and taken out at once.

use crate::board::{At, PASS, i};

#[derive(Clone)]
pub(crate) struct List<const N: usize> {
    places: [At; N],
    count: usize,
}

impl<const N: usize> Default for List<N> {
    fn default() -> List<N> {
        List { places: [PASS; N], count: 0 }
    }
}

impl<const N: usize> List<N> {
    /// Adds a place and says where.
    pub(crate) fn push(&mut self, at: At) -> At {
        let slot = self.count;
        self.places[slot & (N - 1)] = at;
        self.count += 1;
        slot as At
    }

    /// Takes the place at `slot` out and says which took its slot.
    pub(crate) fn take(&mut self, slot: At) -> At {
        self.count -= 1;
        let last = self.places[self.count & (N - 1)];
        self.places[i::<N>(slot)] = last;
        last
    }

    pub(crate) fn all(&self) -> &[At] {
        &self.places[..self.count.min(N)]
    }
}
