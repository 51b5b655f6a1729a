//! Where the studio stores the user's data, for the settings page.

use api::data_dirs::{DATA_DIRS, DataDir};
use axum::Router;
use axum::routing::get;

use crate::error_response::json;

pub(crate) fn routes(dirs: Vec<DataDir>) -> Router {
    let list = move || {
        let response = json(&dirs);
        async move { response }
    };
    Router::new().route(DATA_DIRS, get(list))
}
