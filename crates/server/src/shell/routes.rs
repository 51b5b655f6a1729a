//! The routes of the desktop program.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use api::files::OpenedFile;
use api::shell::{
    AUTOSAVE, AUTOSAVES, After, AutosaveKey, CONFIRM_QUIT, COPY, EVENTS, MENUS, Menus, NumberedEvent, PICK,
    READY, SAVE, SAVED_AT_HEADER, SuggestedName,
};
use api::{ApiError, ErrorCode};
use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::ETAG;
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};

use super::Shell;
use crate::error_response::{HandlerResult, json};
use crate::extract::{JsonBody, QueryParams, RawBody};
use crate::opened_files::{self, MAX_BYTES};

const SAVED_AT: HeaderName = HeaderName::from_static(SAVED_AT_HEADER);
/// The page asks for events again after this time.
const POLL_TIMEOUT: Duration = Duration::from_secs(25);

type Shared = State<Arc<Shell>>;

pub fn routes(shell: Arc<Shell>) -> Router {
    Router::new()
        .route(EVENTS, get(next_event))
        .route(PICK, post(pick))
        .route(SAVE, post(save))
        .route(COPY, post(copy))
        .route(AUTOSAVES, get(list_autosaves))
        .route(AUTOSAVE, get(get_autosave).put(put_autosave).delete(delete_autosave))
        .route(MENUS, put(set_menus))
        .route(CONFIRM_QUIT, post(confirm_quit))
        .route(READY, post(ready))
        .layer(DefaultBodyLimit::max(MAX_BYTES))
        .with_state(shell)
}

async fn next_event(State(shell): Shared, QueryParams(seen): QueryParams<After>) -> Response {
    match tokio::time::timeout(POLL_TIMEOUT, shell.events.next(seen.after)).await {
        Ok((number, event)) => json(&NumberedEvent { number, event }),
        Err(_) => no_content(),
    }
}

async fn pick(State(shell): Shared) -> Response {
    match shell.native.pick().await {
        Some(path) => json(&shell.files.add(&path)),
        None => no_content(),
    }
}

async fn save(
    State(shell): Shared,
    QueryParams(suggested): QueryParams<SuggestedName>,
    RawBody(body): RawBody,
) -> HandlerResult {
    let Some(path) = shell.native.choose_save_path(&suggested.name).await else { return Ok(no_content()) };
    let path = with_extension(path, &suggested.name);
    let file: OpenedFile = shell.files.save_to(&path, &body)?;
    Ok(([(ETAG, opened_files::tag(&body))], json(&file)).into_response())
}

/// A name typed without an extension gets the suggested one, unless that is another file.
fn with_extension(path: PathBuf, suggested: &str) -> PathBuf {
    let Some(extension) = Path::new(suggested).extension().filter(|_| path.extension().is_none()) else {
        return path;
    };
    let extended = path.with_extension(extension);
    if extended.exists() { path } else { extended }
}

async fn copy(State(shell): Shared, RawBody(text): RawBody) -> HandlerResult {
    let refused = |error: String| ApiError::new(ErrorCode::ClipboardRefused).with("error", error);
    shell.native.copy(String::from_utf8_lossy(&text).into_owned()).map_err(refused)?;
    Ok(no_content())
}

async fn list_autosaves(State(shell): Shared) -> Response {
    json(&shell.autosaves.keys())
}

async fn get_autosave(State(shell): Shared, QueryParams(autosave): QueryParams<AutosaveKey>) -> Response {
    match shell.autosaves.get(&autosave.key) {
        Some((saved_at, bytes)) => ([(SAVED_AT, saved_at.to_string())], bytes).into_response(),
        None => no_content(),
    }
}

async fn put_autosave(
    State(shell): Shared,
    QueryParams(autosave): QueryParams<AutosaveKey>,
    RawBody(body): RawBody,
) -> HandlerResult {
    let failed = |error: std::io::Error| ApiError::new(ErrorCode::AutosaveFailed).because(&error);
    shell.autosaves.put(&autosave.key, &body).map_err(failed)?;
    Ok(no_content())
}

async fn delete_autosave(State(shell): Shared, QueryParams(autosave): QueryParams<AutosaveKey>) -> Response {
    shell.autosaves.delete(&autosave.key);
    no_content()
}

async fn set_menus(State(shell): Shared, JsonBody(menus): JsonBody<Menus>) -> Response {
    shell.native.show_menus(menus);
    no_content()
}

async fn confirm_quit(State(shell): Shared) -> Response {
    shell.confirm_quit();
    no_content()
}

/// Everything is saved.
async fn ready(State(shell): Shared) -> Response {
    shell.native.exit();
    no_content()
}

fn no_content() -> Response {
    StatusCode::NO_CONTENT.into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_without_an_extension_gets_the_suggested_one() {
        let folder = tempfile::tempdir().unwrap();
        let in_folder = |name: &str| folder.path().join(name);
        for (typed, suggested, saved) in [
            ("mine", "Untitled.sgf", "mine.sgf"),
            ("mine.txt", "Untitled.sgf", "mine.txt"),
            ("mine", "none", "mine"),
        ] {
            assert_eq!(with_extension(in_folder(typed), suggested), in_folder(saved), "{typed}");
        }
        std::fs::write(in_folder("mine.sgf"), b"(;)").unwrap();
        assert_eq!(
            with_extension(in_folder("mine"), "Untitled.sgf"),
            in_folder("mine"),
            "the user did not agree to replace mine.sgf"
        );
    }
}
