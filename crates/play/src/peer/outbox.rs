//! What waits for a slow reader: no more is handed to the browser than it can send soon, and no more is kept than a
//! page should hold.

use std::collections::VecDeque;

#[derive(Clone, Debug, Default)]
pub struct Outbox {
    waiting: VecDeque<String>,
    bytes: usize,
}

impl Outbox {
    /// What the browser may hold unsent.
    pub const HIGH: usize = 64 << 10;
    /// What may wait here; the longest record fits several times.
    pub const MOST: usize = 1 << 20;

    /// False when too much waits: who reads so little is not there.
    #[must_use]
    pub fn push(&mut self, frame: String) -> bool {
        self.bytes += frame.len();
        self.waiting.push_back(frame);
        self.bytes <= Outbox::MOST
    }

    /// The next frame, if the browser holds little enough.
    pub fn next(&mut self, held: usize) -> Option<String> {
        if held > Outbox::HIGH {
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
    fn a_slow_reader_is_not_flooded_and_one_that_reads_nothing_is_given_up() {
        let mut outbox = Outbox::default();
        let (mut held, mut kept) = (0, 0);
        while outbox.push("x".repeat(1000)) {
            kept += 1;
            while let Some(frame) = outbox.next(held) {
                held += frame.len();
            }
        }
        assert!(held <= Outbox::HIGH + 1000, "the browser holds {held}");
        assert!(kept * 1000 > Outbox::MOST && kept * 1000 < 2 * Outbox::MOST);
    }

    #[test]
    fn what_waited_goes_out_in_its_order() {
        let mut outbox = Outbox::default();
        assert!(["a", "b", "c"].into_iter().all(|frame| outbox.push(frame.to_owned())));
        assert_eq!(outbox.next(Outbox::HIGH + 1), None);
        let all: Vec<String> = std::iter::from_fn(|| outbox.next(0)).collect();
        assert_eq!(all, ["a", "b", "c"]);
    }
}
