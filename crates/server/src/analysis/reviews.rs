//! Reviews of whole games for the page, one at a time: an engine uses all the processors that it is given.

use std::path::PathBuf;
use std::sync::Arc;

use api::review::{REVIEW, ReviewRequest, ReviewUpdate};
use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::routing::post;
use tokio::sync::{Semaphore, watch};
use tokio::task::spawn_blocking;

use super::review_job::ReviewJob;
use crate::error_response::HandlerResult;
use crate::extract::JsonBody;
use crate::update_stream;

/// A game with many variations and comments.
const MAX_BYTES: usize = 16 << 20;

#[derive(Clone)]
pub(super) struct Reviews {
    turn: Arc<Semaphore>,
}

impl Default for Reviews {
    fn default() -> Reviews {
        Reviews { turn: Arc::new(Semaphore::new(1)) }
    }
}

#[derive(Clone)]
struct Service {
    reviews: Reviews,
    database: Option<PathBuf>,
    stopping: watch::Receiver<bool>,
}

impl Reviews {
    pub fn routes(&self, database: Option<PathBuf>, stopping: watch::Receiver<bool>) -> Router {
        let service = Service { reviews: self.clone(), database, stopping };
        let limit = DefaultBodyLimit::max(MAX_BYTES);
        Router::new().route(REVIEW, post(review).layer(limit)).with_state(service)
    }

    /// Dropping the receiver ends the review.
    pub(super) fn begin(
        &self,
        job: ReviewJob,
        stopping: watch::Receiver<bool>,
    ) -> watch::Receiver<ReviewUpdate> {
        let (updates, receiver) = watch::channel(ReviewUpdate::default());
        // The first reader is to know that it waits.
        updates.send_replace(job.first_update());
        let turn = self.turn.clone();
        tokio::spawn(async move {
            let turn = tokio::select! {
                turn = turn.acquire_owned() => turn,
                () = updates.closed() => return,
            };
            // It ends by itself.
            drop(spawn_blocking(move || {
                let _turn = turn;
                job.run(&updates, &stopping);
            }));
        });
        receiver
    }
}

async fn review(State(service): State<Service>, JsonBody(request): JsonBody<ReviewRequest>) -> HandlerResult {
    let job = ReviewJob::new(&request, service.database)?;
    let mut updates = service.reviews.begin(job, service.stopping.clone());
    updates.mark_changed();
    Ok(update_stream::stream(updates, service.stopping))
}

#[cfg(all(test, unix))]
#[path = "reviews_tests.rs"]
#[allow(clippy::unwrap_used)]
mod tests;
