//! The event loop's command queue: a bounded channel whose senders wake the loop's poll.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, SyncSender, TryRecvError, TrySendError, sync_channel};

use mio::{Registry, Token, Waker};

/// Commands in the queue before `send` refuses more.
const CAPACITY: usize = 1024;

/// Clones share one queue. The receiver sees `Disconnected` after the last clone is dropped.
pub(super) struct Sender<T>(Arc<Inner<T>>);

struct Inner<T> {
    /// `None` only while it is dropped.
    queue: Option<SyncSender<T>>,
    waker: Arc<Waker>,
}

pub(super) struct Receiver<T> {
    queue: mpsc::Receiver<T>,
    /// Keeps the waker registered, so that the last sender's drop still wakes the poll.
    _waker: Arc<Waker>,
}

/// The poll reports `token` when something was sent.
pub(super) fn channel<T>(registry: &Registry, token: Token) -> io::Result<(Sender<T>, Receiver<T>)> {
    let (queue, receiver) = sync_channel(CAPACITY);
    let waker = Arc::new(Waker::new(registry, token)?);
    let receiver = Receiver { queue: receiver, _waker: Arc::clone(&waker) };
    Ok((Sender(Arc::new(Inner { queue: Some(queue), waker })), receiver))
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Sender<T> {
        Sender(Arc::clone(&self.0))
    }
}

impl<T> Sender<T> {
    /// False if the queue is full or the receiver is gone; the message is dropped then.
    pub(super) fn send(&self, message: T) -> bool {
        let queued = self.0.queue.as_ref().is_some_and(|queue| match queue.try_send(message) {
            Ok(()) => true,
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => false,
        });
        queued && self.0.waker.wake().is_ok()
    }

    /// Wakes the poll without a message.
    pub(super) fn wake(&self) {
        // Fails only when the poll is gone.
        let _ = self.0.waker.wake();
    }

    /// A sender that does not keep the event loop running.
    pub(super) fn downgrade(&self) -> WeakSender<T> {
        WeakSender(Arc::downgrade(&self.0))
    }
}

pub(super) struct WeakSender<T>(std::sync::Weak<Inner<T>>);

impl<T> WeakSender<T> {
    /// `None` once every strong sender is gone.
    pub(super) fn upgrade(&self) -> Option<Sender<T>> {
        self.0.upgrade().map(Sender)
    }
}

impl<T> Receiver<T> {
    /// The next message, `None` if the queue is empty, an error if it is empty and no sender is left.
    pub(super) fn try_next(&self) -> Result<Option<T>, Disconnected> {
        match self.queue.try_recv() {
            Ok(message) => Ok(Some(message)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(Disconnected),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Disconnected;

impl<T> Drop for Inner<T> {
    fn drop(&mut self) {
        // Disconnect before waking: the receiver must see the end when it looks.
        self.queue = None;
        let _ = self.waker.wake();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use mio::{Events, Poll};

    #[test]
    fn messages_arrive_in_order_until_the_last_sender_is_gone() {
        let mut poll = Poll::new().unwrap();
        let (sender, receiver) = channel(poll.registry(), Token(7)).unwrap();
        let other = sender.clone();
        assert!((0..100).all(|n| if n % 2 == 0 { sender.send(n) } else { other.send(n) }));
        let mut events = Events::with_capacity(4);
        poll.poll(&mut events, Some(Duration::from_secs(10))).unwrap();
        assert!(events.iter().all(|event| event.token() == Token(7)) && !events.is_empty());
        let received: Vec<i32> = std::iter::from_fn(|| receiver.try_next().unwrap()).collect();
        assert_eq!(received, (0..100).collect::<Vec<_>>());
        let weak = other.downgrade();
        assert!(weak.upgrade().is_some_and(|sender| sender.send(100)));
        drop((sender, other));
        poll.poll(&mut events, Some(Duration::from_secs(10))).unwrap();
        assert!(!events.is_empty(), "dropping the last sender wakes the poll");
        assert_eq!((receiver.try_next(), receiver.try_next()), (Ok(Some(100)), Err(Disconnected)));
        assert!(weak.upgrade().is_none());
    }

    #[test]
    fn a_full_queue_and_a_dropped_receiver_refuse_messages() {
        let poll = Poll::new().unwrap();
        let (sender, receiver) = channel(poll.registry(), Token(7)).unwrap();
        assert!((0..CAPACITY).all(|n| sender.send(n)));
        assert!(!sender.send(0));
        drop(receiver);
        assert!(!sender.send(0));
    }
}
