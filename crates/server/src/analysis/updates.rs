//! A search's updates as the body of a response.

use api::analysis::SearchUpdate;
use axum::response::Response;
use tokio::sync::watch;

use crate::update_stream::{self, Update};

impl Update for SearchUpdate {
    fn is_final(&self) -> bool {
        self.state.is_final()
    }
}

pub(super) fn stream(updates: watch::Receiver<SearchUpdate>, stopping: watch::Receiver<bool>) -> Response {
    update_stream::stream(updates, stopping)
}
