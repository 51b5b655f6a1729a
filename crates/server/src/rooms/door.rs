//! Where notes for a room are left. A channel would keep space for many, and a host has thousands of rooms in which
//! nobody knocks.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// Notes that wait at one door. Whoever leaves more will have to knock again.
const MOST_WAITING: usize = 256;

/// The outside. Dropped doors are not missed: a room ends when nobody is in it.
pub(super) struct Door<T>(Arc<Mutex<Mat<T>>>);

/// The inside, of which there is one. When it is gone, so is the room.
pub(super) struct Inside<T>(Door<T>);

struct Mat<T> {
    notes: VecDeque<T>,
    waker: Option<Waker>,
    open: bool,
}

pub(super) fn door<T>() -> (Door<T>, Inside<T>) {
    let mat = Mat { notes: VecDeque::new(), waker: None, open: true };
    let door = Door(Arc::new(Mutex::new(mat)));
    (door.clone(), Inside(door))
}

impl<T> Clone for Door<T> {
    fn clone(&self) -> Door<T> {
        Door(Arc::clone(&self.0))
    }
}

impl<T> Door<T> {
    /// Whether somebody will read it.
    pub(super) fn leave(&self, note: T) -> bool {
        let mut mat = self.mat();
        if !mat.open || mat.notes.len() >= MOST_WAITING {
            return false;
        }
        mat.notes.push_back(note);
        if let Some(waker) = mat.waker.take() {
            drop(mat);
            waker.wake();
        }
        true
    }

    fn mat(&self) -> MutexGuard<'_, Mat<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Inside<T> {
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<T> {
        let mut mat = self.0.mat();
        match mat.notes.pop_front() {
            Some(note) => {
                if mat.notes.is_empty() {
                    mat.notes = VecDeque::new();
                }
                Poll::Ready(note)
            }
            None => {
                match &mut mat.waker {
                    Some(waker) => waker.clone_from(cx.waker()),
                    none => *none = Some(cx.waker().clone()),
                }
                Poll::Pending
            }
        }
    }
}

impl<T> Drop for Inside<T> {
    fn drop(&mut self) {
        let mut mat = self.0.mat();
        mat.open = false;
        mat.notes = VecDeque::new();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::poll_fn;

    #[tokio::test]
    async fn notes_are_read_in_order_and_wake_who_waits() {
        let (outside, mut inside) = door();
        let reader = tokio::spawn(async move {
            let mut read = Vec::new();
            while read.len() < 100 {
                read.push(poll_fn(|cx| inside.poll(cx)).await);
            }
            read
        });
        for n in 0..100 {
            assert!(outside.clone().leave(n));
            if n % 7 == 0 {
                tokio::task::yield_now().await;
            }
        }
        assert_eq!(reader.await.unwrap(), (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn a_full_mat_and_a_room_that_is_gone_take_no_notes() {
        let (outside, inside) = door();
        assert!((0..MOST_WAITING).all(|n| outside.leave(n)));
        assert!(!outside.leave(0));
        drop(inside);
        assert!(!outside.leave(0));
    }
}
