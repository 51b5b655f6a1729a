//! Where notes for the hall are left: by visitors, by those who ask, and by the host's own players.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};

use mio::{Registry, Token, Waker};

/// Notes that wait at the door. Whoever leaves more will have to knock again.
const MOST_WAITING: usize = 1024;

/// The outside, of which there may be many.
pub(super) struct Door<T>(Arc<Bell<T>>);

struct Bell<T> {
    /// Always there until the last is dropped.
    notes: Option<SyncSender<T>>,
    waker: Arc<Waker>,
}

/// The inside, of which there is one.
pub(super) struct Inside<T> {
    notes: Receiver<T>,
    /// Without it the last knock would not be heard.
    _waker: Arc<Waker>,
}

/// The token is how the hall hears that somebody knocked.
pub(super) fn door<T>(registry: &Registry, token: Token) -> io::Result<(Door<T>, Inside<T>)> {
    let (notes, inside) = sync_channel(MOST_WAITING);
    let waker = Arc::new(Waker::new(registry, token)?);
    let inside = Inside { notes: inside, _waker: Arc::clone(&waker) };
    Ok((Door(Arc::new(Bell { notes: Some(notes), waker })), inside))
}

impl<T> Clone for Door<T> {
    fn clone(&self) -> Door<T> {
        Door(Arc::clone(&self.0))
    }
}

impl<T> Door<T> {
    /// Whether somebody will read it.
    pub(super) fn leave(&self, note: T) -> bool {
        let left = self.0.notes.as_ref().is_some_and(|notes| match notes.try_send(note) {
            Ok(()) => true,
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => false,
        });
        left && self.0.waker.wake().is_ok()
    }

    /// Knocks without a note.
    pub(super) fn knock(&self) {
        // Where nobody is left to hear it, nobody has to.
        let _ = self.0.waker.wake();
    }

    /// A door that does not keep the hall open.
    pub(super) fn ajar(&self) -> Ajar<T> {
        Ajar(Arc::downgrade(&self.0))
    }
}

pub(super) struct Ajar<T>(std::sync::Weak<Bell<T>>);

impl<T> Ajar<T> {
    /// While there is anybody outside.
    pub(super) fn open(&self) -> Option<Door<T>> {
        self.0.upgrade().map(Door)
    }
}

impl<T> Inside<T> {
    /// The next note; an error once nobody is left who could leave one.
    pub(super) fn next(&self) -> Result<Option<T>, Deserted> {
        match self.notes.try_recv() {
            Ok(note) => Ok(Some(note)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(Deserted),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deserted;

impl<T> Drop for Bell<T> {
    fn drop(&mut self) {
        // First the end, then the bell: who is woken by it has to find that nobody is there.
        self.notes = None;
        let _ = self.waker.wake();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use mio::{Events, Poll};

    #[test]
    fn notes_are_read_in_order_until_the_last_door_is_gone() {
        let mut poll = Poll::new().unwrap();
        let (outside, inside) = door(poll.registry(), Token(7)).unwrap();
        let other = outside.clone();
        assert!((0..100).all(|n| if n % 2 == 0 { outside.leave(n) } else { other.leave(n) }));
        let mut events = Events::with_capacity(4);
        poll.poll(&mut events, Some(Duration::from_secs(10))).unwrap();
        assert!(events.iter().all(|event| event.token() == Token(7)) && !events.is_empty());
        let read: Vec<i32> = std::iter::from_fn(|| inside.next().unwrap()).collect();
        assert_eq!(read, (0..100).collect::<Vec<_>>());
        let ajar = other.ajar();
        assert!(ajar.open().is_some_and(|door| door.leave(100)));
        drop((outside, other));
        poll.poll(&mut events, Some(Duration::from_secs(10))).unwrap();
        assert!(!events.is_empty(), "it is heard that nobody is left");
        assert_eq!((inside.next(), inside.next()), (Ok(Some(100)), Err(Deserted)));
        assert!(ajar.open().is_none());
    }

    #[test]
    fn a_full_mat_and_a_hall_that_is_gone_take_no_notes() {
        let poll = Poll::new().unwrap();
        let (outside, inside) = door(poll.registry(), Token(7)).unwrap();
        assert!((0..MOST_WAITING).all(|n| outside.leave(n)));
        assert!(!outside.leave(0));
        drop(inside);
        assert!(!outside.leave(0));
    }
}
