//! A search's updates as the body of a response, a line of JSON each.

use std::convert::Infallible;

use api::analysis::SearchUpdate;
use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::watch;

/// The client reads until a final update; if it stops earlier, the receiver is dropped and the search ends.
pub(super) fn stream(updates: watch::Receiver<SearchUpdate>, stopping: watch::Receiver<bool>) -> Response {
    let lines = stream::unfold(Some(Lines { updates, stopping }), |lines| async { lines?.next().await });
    let headers = [(CONTENT_TYPE, "application/x-ndjson"), (CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(lines)).into_response()
}

struct Lines {
    updates: watch::Receiver<SearchUpdate>,
    stopping: watch::Receiver<bool>,
}

impl Lines {
    /// The next line, and what follows it. A reader that is slow misses updates that are out of date.
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Option<Lines>)> {
        tokio::select! {
            changed = self.updates.changed() => changed.ok()?,
            _ = self.stopping.wait_for(|stopping| *stopping) => return None,
        }
        let update = self.updates.borrow_and_update().clone();
        let mut line = serde_json::to_vec(&update).ok()?;
        line.push(b'\n');
        Some((Ok(Bytes::from(line)), (!update.state.is_final()).then_some(self)))
    }
}
