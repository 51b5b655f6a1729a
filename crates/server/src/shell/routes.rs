//! The shell's routes.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Query, Request, State};
use axum::http::header::ETAG;
use axum::http::{HeaderName, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::json;

use super::{Menus, Shell};
use crate::file::replace_file;
use crate::guard::text;
use crate::opened::{self, LARGEST};
use crate::tongue::Tongue;

const KEY: HeaderName = HeaderName::from_static("x-tabiya-key");
/// When the work was put aside, in milliseconds since 1970.
const AT: HeaderName = HeaderName::from_static("x-tabiya-at");
/// A page that waits asks again after this long.
const LONGEST_WAIT: Duration = Duration::from_secs(25);

#[derive(Deserialize)]
struct Seen {
    #[serde(default)]
    after: u64,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

#[derive(Deserialize)]
struct Kept {
    key: String,
}

pub fn routes(shell: Arc<Shell>) -> Router {
    Router::new()
        .route("/api/shell/events", get(next))
        .route("/api/shell/pick", post(pick))
        .route("/api/shell/save", post(save))
        .route("/api/shell/copy", post(copy))
        .route("/api/shell/asides", get(list_aside))
        .route("/api/shell/aside", get(get_aside).put(put_aside).delete(forget_aside))
        .route("/api/shell/menus", put(menus))
        .route("/api/shell/heard", post(heard))
        .route("/api/shell/ready", post(ready))
        .layer(DefaultBodyLimit::max(LARGEST))
        .with_state(shell)
}

/// Other programs and other users of this machine can reach the port, but do not know the key.
pub async fn needs_key(State(shell): State<Arc<Shell>>, request: Request, next: Next) -> Response {
    match text(request.headers(), &KEY) == Some(shell.key()) {
        true => next.run(request).await,
        false => (StatusCode::FORBIDDEN, Tongue::of(request.headers()).words().own_window).into_response(),
    }
}

async fn next(State(shell): State<Arc<Shell>>, Query(seen): Query<Seen>) -> Response {
    match tokio::time::timeout(LONGEST_WAIT, shell.events.next(seen.after)).await {
        Ok((number, event)) => Json(json!({ "number": number, "event": event })).into_response(),
        Err(_) => StatusCode::NO_CONTENT.into_response(),
    }
}

async fn pick(State(shell): State<Arc<Shell>>) -> Response {
    let Some(path) = shell.native.pick().await else { return StatusCode::NO_CONTENT.into_response() };
    Json(shell.files.add(&path)).into_response()
}

async fn save(
    State(shell): State<Arc<Shell>>,
    Query(named): Query<Named>,
    tongue: Tongue,
    body: Bytes,
) -> Response {
    let Some(path) = shell.native.place(&named.name).await else {
        return StatusCode::NO_CONTENT.into_response();
    };
    let path = with_ending(path, &named.name);
    if let Err(error) = replace_file(&path, &body) {
        return opened::failed(tongue.words().cannot_write, &path, &error, tongue);
    }
    ([(ETAG, opened::tag(&body))], Json(shell.files.add(&path))).into_response()
}

/// Who types a name without an ending means the usual one, unless that is another file.
fn with_ending(path: PathBuf, suggested: &str) -> PathBuf {
    let Some(ending) = Path::new(suggested).extension().filter(|_| path.extension().is_none()) else {
        return path;
    };
    let ended = path.with_extension(ending);
    if ended.exists() { path } else { ended }
}

async fn copy(State(shell): State<Arc<Shell>>, text: String) -> Response {
    match shell.native.copy(text) {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(why) => (StatusCode::INTERNAL_SERVER_ERROR, why).into_response(),
    }
}

async fn list_aside(State(shell): State<Arc<Shell>>) -> Response {
    Json(shell.aside.keys()).into_response()
}

async fn get_aside(State(shell): State<Arc<Shell>>, Query(kept): Query<Kept>) -> Response {
    match shell.aside.get(&kept.key) {
        Some((at, bytes)) => ([(AT, at.to_string())], bytes).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    }
}

async fn put_aside(State(shell): State<Arc<Shell>>, Query(kept): Query<Kept>, body: Bytes) -> Response {
    match shell.aside.put(&kept.key, &body) {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

async fn forget_aside(State(shell): State<Arc<Shell>>, Query(kept): Query<Kept>) -> Response {
    shell.aside.forget(&kept.key);
    StatusCode::NO_CONTENT.into_response()
}

async fn menus(State(shell): State<Arc<Shell>>, body: Bytes) -> Response {
    match serde_json::from_slice::<Menus>(&body) {
        Ok(menus) => {
            shell.native.show_menus(menus);
            StatusCode::NO_CONTENT.into_response()
        }
        Err(error) => (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
    }
}

/// The page knows that the program is to end, and sees to it.
async fn heard(State(shell): State<Arc<Shell>>) -> Response {
    shell.hear();
    StatusCode::NO_CONTENT.into_response()
}

/// All is safe.
async fn ready(State(shell): State<Arc<Shell>>) -> Response {
    shell.native.end();
    StatusCode::NO_CONTENT.into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_without_an_ending_gets_the_usual_one() {
        let folder = tempfile::tempdir().unwrap();
        let in_folder = |name: &str| folder.path().join(name);
        for (typed, suggested, saved) in [
            ("mine", "Untitled.sgf", "mine.sgf"),
            ("mine.txt", "Untitled.sgf", "mine.txt"),
            ("mine", "none", "mine"),
        ] {
            assert_eq!(with_ending(in_folder(typed), suggested), in_folder(saved), "{typed}");
        }
        std::fs::write(in_folder("mine.sgf"), b"(;)").unwrap();
        assert_eq!(
            with_ending(in_folder("mine"), "Untitled.sgf"),
            in_folder("mine"),
            "nobody agreed to that"
        );
    }
}
