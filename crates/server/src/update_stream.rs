//! Updates of long work as the body of a response, a line of JSON each.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use tokio::sync::watch;

/// The state of some work: always complete, so that one that was not read can be left out.
pub(crate) trait Update: Clone + Serialize + Send + Sync + 'static {
    /// Whether no further update follows.
    fn is_final(&self) -> bool;

    /// What is sent to a reader of the earlier one.
    fn since(&self, _earlier: &Self) -> Self {
        self.clone()
    }
}

/// The client reads until a final update; if it stops earlier, the receiver is dropped and the work ends.
pub(crate) fn stream<U: Update>(updates: watch::Receiver<U>, stopping: watch::Receiver<bool>) -> Response {
    let lines = Lines { updates, stopping, sent: None };
    let lines = stream::unfold(Some(lines), |lines| async { lines?.next().await });
    let headers = [(CONTENT_TYPE, "application/x-ndjson"), (CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(lines)).into_response()
}

struct Lines<U> {
    updates: watch::Receiver<U>,
    stopping: watch::Receiver<bool>,
    sent: Option<U>,
}

impl<U: Update> Lines<U> {
    /// The next line, and what follows it. A reader that is slow misses updates that are out of date.
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Option<Lines<U>>)> {
        tokio::select! {
            changed = self.updates.changed() => changed.ok()?,
            Ok(_) = self.stopping.wait_for(|stopping| *stopping) => return None,
        }
        let update = self.updates.borrow_and_update().clone();
        let news = self.sent.as_ref().map(|sent| update.since(sent));
        let mut line = serde_json::to_vec(news.as_ref().unwrap_or(&update)).ok()?;
        line.push(b'\n');
        let is_final = update.is_final();
        self.sent = Some(update);
        Some((Ok(Bytes::from(line)), (!is_final).then_some(self)))
    }
}
