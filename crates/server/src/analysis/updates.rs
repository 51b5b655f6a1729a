//! The updates of a search or a review as the body of a response, a line of JSON each.

use std::convert::Infallible;

use api::analysis::SearchUpdate;
use api::review::ReviewUpdate;
use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use tokio::sync::watch;

/// The whole state of something that goes on.
pub(crate) trait Update: Clone + Default + Serialize + Send + Sync + 'static {
    fn is_final(&self) -> bool;

    /// What is sent to a reader of the earlier one.
    fn since(&self, earlier: &Self) -> Self;
}

impl Update for SearchUpdate {
    fn is_final(&self) -> bool {
        self.state.is_final()
    }

    fn since(&self, _: &SearchUpdate) -> SearchUpdate {
        self.clone()
    }
}

impl Update for ReviewUpdate {
    fn is_final(&self) -> bool {
        self.state.is_final()
    }

    fn since(&self, earlier: &ReviewUpdate) -> ReviewUpdate {
        ReviewUpdate::since(self, earlier)
    }
}

/// The client reads until a final update; if it stops earlier, the receiver is dropped and the search ends.
pub(crate) fn stream<U: Update>(updates: watch::Receiver<U>, stopping: watch::Receiver<bool>) -> Response {
    let lines = Lines { updates, stopping, sent: U::default() };
    let lines = stream::unfold(Some(lines), |lines| async { lines?.next().await });
    let headers = [(CONTENT_TYPE, "application/x-ndjson"), (CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(lines)).into_response()
}

struct Lines<U> {
    updates: watch::Receiver<U>,
    stopping: watch::Receiver<bool>,
    sent: U,
}

impl<U: Update> Lines<U> {
    /// The next line, and what follows it. A reader that is slow misses updates that are out of date.
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Option<Lines<U>>)> {
        tokio::select! {
            changed = self.updates.changed() => changed.ok()?,
            _ = self.stopping.wait_for(|stopping| *stopping) => return None,
        }
        let update = self.updates.borrow_and_update().clone();
        let mut line = serde_json::to_vec(&update.since(&self.sent)).ok()?;
        line.push(b'\n');
        let is_final = update.is_final();
        self.sent = update;
        Some((Ok(Bytes::from(line)), (!is_final).then_some(self)))
    }
}
