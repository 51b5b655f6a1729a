//! The size of the board in the newest room: what a host says of itself on the network.

use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::watch;

pub(super) struct NewestSize {
    /// Of the room that was heard last.
    number: AtomicU64,
    size: watch::Sender<u8>,
}

impl NewestSize {
    pub(super) fn new(usual: u8) -> NewestSize {
        NewestSize { number: AtomicU64::new(0), size: watch::Sender::new(usual) }
    }

    /// Older rooms are not listened to.
    pub(super) fn tell(&self, number: u64, size: u8) {
        if self.number.fetch_max(number, Ordering::Relaxed) <= number {
            self.size.send_if_modified(|shown| std::mem::replace(shown, size) != size);
        }
    }

    pub(super) fn follow(&self) -> watch::Receiver<u8> {
        self.size.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_room_is_the_one_that_is_shown() {
        let newest = NewestSize::new(19);
        let shown = newest.follow();
        newest.tell(0, 13);
        assert_eq!(*shown.borrow(), 13);
        newest.tell(1, 9);
        newest.tell(0, 19);
        assert_eq!(*shown.borrow(), 9);
        newest.tell(1, 5);
        assert_eq!(*shown.borrow(), 5);
    }
}
