//! The board size of the newest room, which the host announces on the local network.

use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::watch;

pub(super) struct NewestSize {
    /// The newest room that has reported a size.
    number: AtomicU64,
    size: watch::Sender<u8>,
}

impl NewestSize {
    pub(super) fn new(default: u8) -> NewestSize {
        NewestSize { number: AtomicU64::new(0), size: watch::Sender::new(default) }
    }

    /// Ignored if a newer room has reported.
    pub(super) fn report(&self, number: u64, size: u8) {
        if self.number.fetch_max(number, Ordering::Relaxed) <= number {
            self.size.send_if_modified(|current| std::mem::replace(current, size) != size);
        }
    }

    pub(super) fn subscribe(&self) -> watch::Receiver<u8> {
        self.size.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_follows_the_newest_room() {
        let newest = NewestSize::new(19);
        let size = newest.subscribe();
        newest.report(0, 13);
        assert_eq!(*size.borrow(), 13);
        newest.report(1, 9);
        newest.report(0, 19);
        assert_eq!(*size.borrow(), 9);
        newest.report(1, 5);
        assert_eq!(*size.borrow(), 5);
    }
}
