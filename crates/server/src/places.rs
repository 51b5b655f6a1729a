//! Where the studio keeps what is the player's, told to the settings.

use std::path::PathBuf;

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;
use serde_json::{Value, json};
use words::Host;

use crate::tongue::Tongue;

/// What something is for, in a word.
pub(crate) type Purpose = fn(&Host) -> &'static str;

/// Each with where it is.
pub(crate) fn routes(places: Vec<(Purpose, PathBuf)>) -> Router {
    let tell = move |tongue: Tongue| {
        let entry = |(what, path): &(Purpose, PathBuf)| json!({ "what": what(tongue.words()), "path": path.to_string_lossy() });
        let text = places.iter().map(entry).collect::<Value>().to_string();
        async move { ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], text).into_response() }
    };
    Router::new().route("/api/places", get(tell))
}
