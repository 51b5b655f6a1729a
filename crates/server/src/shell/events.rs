//! What the window tells the page, in order. An event stays until the page says that it has it, so that none is lost
//! before the page is there.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;
use tokio::sync::Notify;

#[derive(Default)]
pub struct Events {
    waiting: Mutex<Waiting>,
    news: Notify,
}

#[derive(Default)]
struct Waiting {
    last: u64,
    events: VecDeque<(u64, Value)>,
}

impl Events {
    pub fn push(&self, event: Value) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.last += 1;
        let number = waiting.last;
        waiting.events.push_back((number, event));
        drop(waiting);
        self.news.notify_waiters();
    }

    /// The first event after that number, as soon as there is one. Those up to it are done with.
    pub async fn next(&self, after: u64) -> (u64, Value) {
        loop {
            let news = self.news.notified();
            tokio::pin!(news);
            // From here on it hears, so that nothing falls between looking and waiting.
            news.as_mut().enable();
            if let Some(event) = self.first(after) {
                return event;
            }
            news.await;
        }
    }

    fn first(&self, after: u64) -> Option<(u64, Value)> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.events.retain(|(number, _)| *number > after);
        waiting.events.front().cloned()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;

    #[tokio::test]
    async fn an_event_stays_until_the_page_has_it() {
        let events = Events::default();
        events.push(json!("a"));
        assert_eq!(events.next(0).await, (1, json!("a")));
        assert_eq!(events.next(0).await, (1, json!("a")), "the page was loaded again before it had it");
        events.push(json!("b"));
        assert_eq!(events.next(1).await, (2, json!("b")));
    }

    #[tokio::test]
    async fn who_waits_is_told() {
        let events = Arc::new(Events::default());
        let waiting = tokio::spawn({
            let events = events.clone();
            async move { events.next(0).await }
        });
        tokio::task::yield_now().await;
        events.push(json!("a"));
        assert_eq!(waiting.await.unwrap(), (1, json!("a")));
    }
}
