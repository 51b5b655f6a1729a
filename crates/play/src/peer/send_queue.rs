//! Frames waiting for a slow reader: the browser gets no more than it can send soon, and the queue is bounded.

use std::collections::VecDeque;

#[derive(Clone, Debug, Default)]
pub struct SendQueue {
    waiting: VecDeque<String>,
    bytes: usize,
}

impl SendQueue {
    /// How much the browser may have buffered.
    pub const HIGH_WATER: usize = 64 << 10;
    /// How much may wait here; the longest record fits several times.
    pub const MAX_QUEUED: usize = 1 << 20;

    /// False when too much is queued: the reader is considered dead.
    #[must_use]
    pub fn push(&mut self, frame: String) -> bool {
        self.bytes += frame.len();
        self.waiting.push_back(frame);
        self.bytes <= SendQueue::MAX_QUEUED
    }

    /// The next frame, if the browser has little enough buffered.
    pub fn next(&mut self, buffered: usize) -> Option<String> {
        if buffered > SendQueue::HIGH_WATER {
            return None;
        }
        let frame = self.waiting.pop_front()?;
        self.bytes -= frame.len();
        Some(frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_reader_is_not_flooded_and_a_dead_one_is_dropped() {
        let mut queue = SendQueue::default();
        let (mut held, mut kept) = (0, 0);
        while queue.push("x".repeat(1000)) {
            kept += 1;
            while let Some(frame) = queue.next(held) {
                held += frame.len();
            }
        }
        assert!(held <= SendQueue::HIGH_WATER + 1000, "the browser holds {held}");
        assert!(kept * 1000 > SendQueue::MAX_QUEUED && kept * 1000 < 2 * SendQueue::MAX_QUEUED);
    }

    #[test]
    fn queued_frames_keep_their_order() {
        let mut queue = SendQueue::default();
        assert!(["a", "b", "c"].into_iter().all(|frame| queue.push(frame.to_owned())));
        assert_eq!(queue.next(SendQueue::HIGH_WATER + 1), None);
        let all: Vec<String> = std::iter::from_fn(|| queue.next(0)).collect();
        assert_eq!(all, ["a", "b", "c"]);
    }
}
