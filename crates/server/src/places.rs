//! Where the studio keeps what is the player's, told to the settings.

use std::path::PathBuf;

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;
use serde_json::{Value, json};

/// What each is for, in a word, and where it is.
pub(crate) fn routes(places: Vec<(&'static str, PathBuf)>) -> Router {
    let entries: Vec<Value> =
        places.iter().map(|(what, path)| json!({ "what": what, "path": path.to_string_lossy() })).collect();
    let text = json!(entries).to_string();
    let tell = move || {
        let text = text.clone();
        async move { ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], text).into_response() }
    };
    Router::new().route("/api/places", get(tell))
}
