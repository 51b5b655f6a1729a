//! Events for the page, in order. An event stays queued until the page confirms it, so that none is lost while the page
//! loads.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use api::shell::Event;
use tokio::sync::Notify;

#[derive(Default)]
pub struct Events {
    queue: Mutex<Queue>,
    added: Notify,
}

#[derive(Default)]
struct Queue {
    last: u64,
    events: VecDeque<(u64, Event)>,
}

impl Events {
    pub fn push(&self, event: Event) {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.last += 1;
        let number = queue.last;
        queue.events.push_back((number, event));
        drop(queue);
        self.added.notify_waiters();
    }

    /// The first event after that number, as soon as there is one. Those up to it are removed.
    pub async fn next(&self, after: u64) -> (u64, Event) {
        loop {
            let added = self.added.notified();
            tokio::pin!(added);
            // Registered before the check, so that no event is missed between checking and waiting.
            added.as_mut().enable();
            if let Some(event) = self.first(after) {
                return event;
            }
            added.await;
        }
    }

    fn first(&self, after: u64) -> Option<(u64, Event)> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.events.retain(|(number, _)| *number > after);
        queue.events.front().cloned()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[tokio::test]
    async fn an_event_stays_until_the_page_confirms_it() {
        let events = Events::default();
        events.push(Event::Keys);
        assert_eq!(events.next(0).await, (1, Event::Keys));
        assert_eq!(events.next(0).await, (1, Event::Keys), "the page was reloaded before it confirmed it");
        events.push(Event::Quit);
        assert_eq!(events.next(1).await, (2, Event::Quit));
    }

    #[tokio::test]
    async fn a_waiting_page_gets_the_next_event() {
        let events = Arc::new(Events::default());
        let waiting = tokio::spawn({
            let events = events.clone();
            async move { events.next(0).await }
        });
        tokio::task::yield_now().await;
        events.push(Event::Keys);
        assert_eq!(waiting.await.unwrap(), (1, Event::Keys));
    }
}
