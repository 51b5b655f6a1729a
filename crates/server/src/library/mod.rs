//! The library for the page: lists, positions, pictures, and the folders it is made of. Only what lies in those folders is
//! handed out.

mod query;
mod shelf;
mod telling;
mod watch;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path as Segment, Query as Asked, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use catalogue::{Look, is_one_game, only_game, picture};
use diagram::Theme;
use library::Duplicate;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;
use words::fill;

use crate::opened::Files;
use crate::tongue::Tongue;
use query::Wanted;
pub(crate) use shelf::Shelf;
use telling::refused;

/// What went wrong, as the page shows it.
type Refusal = (StatusCode, String);
type Shared = Arc<Shelf>;

/// So many groups of duplicates are shown.
const MOST_DUPLICATES: usize = 200;

pub(crate) fn routes(shelf: Option<Shared>, files: Files) -> Router {
    let Some(shelf) = shelf else {
        let none = |tongue: Tongue| async move { (StatusCode::NOT_FOUND, tongue.words().no_library) };
        return Router::new().route("/api/library", get(none));
    };
    Router::new()
        .route("/api/library", get(tell))
        .route("/api/library/folders", post(add_folder))
        .route("/api/library/folders/{id}", delete(remove_folder))
        .route("/api/library/update", post(update))
        .route("/api/library/stop", post(stop))
        .route("/api/library/games", get(games))
        .route("/api/library/duplicates", get(duplicates))
        .route("/api/library/games/{id}/record", get(record))
        .route("/api/library/games/{id}/picture", get(draw))
        .with_state(shelf.clone())
        .route("/api/library/games/{id}/open", post(open))
        .with_state((shelf, files))
}

/// Whatever touches the database or a file does so off the runtime's threads.
async fn asked<T: Send + 'static>(
    shelf: Shared,
    tongue: Tongue,
    act: impl FnOnce(&Shared) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let broken = |_| (StatusCode::INTERNAL_SERVER_ERROR, tongue.words().library_broke.to_owned());
    spawn_blocking(move || act(&shelf)).await.map_err(broken)?
}

fn answer(told: Result<Value, Refusal>) -> Response {
    match told {
        Ok(value) => {
            let kind = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")];
            (kind, value.to_string()).into_response()
        }
        Err(refusal) => refusal.into_response(),
    }
}

async fn tell(State(shelf): State<Shared>, tongue: Tongue) -> Response {
    answer(
        asked(shelf, tongue, move |shelf| shelf.told(tongue).map_err(|error| refused(&error, tongue))).await,
    )
}

#[derive(Deserialize)]
struct Named {
    path: String,
}

async fn add_folder(State(shelf): State<Shared>, tongue: Tongue, body: Bytes) -> Response {
    let act = move |shelf: &Shared| {
        let named: Named = serde_json::from_slice(&body)
            .map_err(|_| (StatusCode::BAD_REQUEST, tongue.words().name_folder.to_owned()))?;
        let path = at_home(named.path.trim());
        if path.as_os_str().is_empty() {
            return Err((StatusCode::BAD_REQUEST, tongue.words().name_folder.to_owned()));
        }
        shelf.add_folder(&path).map_err(|error| refused(&error, tongue))?;
        shelf.told(tongue).map_err(|error| refused(&error, tongue))
    };
    answer(asked(shelf, tongue, act).await)
}

/// `~/games` is in the home folder, as in a shell.
fn at_home(text: &str) -> PathBuf {
    match (text.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(text),
    }
}

async fn remove_folder(State(shelf): State<Shared>, tongue: Tongue, Segment(id): Segment<i64>) -> Response {
    let act = move |shelf: &Shared| {
        shelf.remove_folder(id).map_err(|error| refused(&error, tongue))?;
        shelf.told(tongue).map_err(|error| refused(&error, tongue))
    };
    answer(asked(shelf, tongue, act).await)
}

async fn update(State(shelf): State<Shared>, tongue: Tongue) -> Response {
    shelf.begin(None);
    tell(State(shelf), tongue).await
}

async fn stop(State(shelf): State<Shared>, tongue: Tongue) -> Response {
    shelf.stop();
    tell(State(shelf), tongue).await
}

async fn games(State(shelf): State<Shared>, tongue: Tongue, Asked(wanted): Asked<Wanted>) -> Response {
    let act = move |shelf: &Shared| {
        let query = wanted.query(tongue.words()).map_err(|what| (StatusCode::BAD_REQUEST, what))?;
        shelf
            .reading(|library| library.find(&query))
            .map(|found| found.json())
            .map_err(|error| refused(&error, tongue))
    };
    answer(asked(shelf, tongue, act).await)
}

async fn duplicates(State(shelf): State<Shared>, tongue: Tongue) -> Response {
    let act = move |shelf: &Shared| {
        let all = shelf.reading(|library| library.duplicates()).map_err(|error| refused(&error, tongue))?;
        let shown: Vec<Value> = all.iter().take(MOST_DUPLICATES).map(Duplicate::json).collect();
        Ok(json!({ "total": all.len(), "groups": shown }))
    };
    answer(asked(shelf, tongue, act).await)
}

/// A file of the library with its name, and the number of the game in it.
struct Held {
    path: PathBuf,
    name: String,
    bytes: Vec<u8>,
    number: usize,
}

/// The file of a game, if it really lies in a folder of the library: a link may lead elsewhere.
fn held(shelf: &Shelf, id: i64, tongue: Tongue) -> Result<Held, Refusal> {
    let words = tongue.words();
    let gone = || (StatusCode::NOT_FOUND, words.game_gone.to_owned());
    let file = shelf
        .reading(|library| library.file_of(id))
        .map_err(|error| refused(&error, tongue))?
        .ok_or_else(gone)?;
    let folders = shelf.reading(|library| library.folders()).map_err(|error| refused(&error, tongue))?;
    let failed = |error: std::io::Error| {
        let values = [("path", &*file.path.to_string_lossy()), ("why", &tongue.why(&error))];
        (StatusCode::NOT_FOUND, fill(words.cannot_read, &values))
    };
    let real = fs::canonicalize(&file.path).map_err(failed)?;
    let within = |folder: &Path| fs::canonicalize(folder).is_ok_and(|folder| real.starts_with(folder));
    if !folders.iter().any(|folder| within(&folder.path)) {
        let what = fill(words.outside, &[("path", &real.to_string_lossy())]);
        return Err((StatusCode::FORBIDDEN, what));
    }
    let bytes = fs::read(&real).map_err(failed)?;
    Ok(Held {
        path: real,
        name: file.path.to_string_lossy().into_owned(),
        bytes,
        number: file.number as usize,
    })
}

async fn record(State(shelf): State<Shared>, tongue: Tongue, Segment(id): Segment<i64>) -> Response {
    let act = move |shelf: &Shared| {
        let Held { name, bytes, number, .. } = held(shelf, id, tongue)?;
        let changed = (StatusCode::NOT_FOUND, tongue.words().file_changed.to_owned());
        only_game(&name, &bytes, number).ok_or(changed)
    };
    match asked(shelf, tongue, act).await {
        Ok(bytes) => {
            let kind = [(CONTENT_TYPE, "application/octet-stream"), (CACHE_CONTROL, "no-store")];
            (kind, bytes).into_response()
        }
        Err(refusal) => refusal.into_response(),
    }
}

/// Lets the page open the file itself, so that what is saved goes back to it. A file with several games, or one that Study
/// does not write, is not lent: its game is handed out as a copy.
async fn open(
    State((shelf, files)): State<(Shared, Files)>,
    tongue: Tongue,
    Segment(id): Segment<i64>,
) -> Response {
    let act = move |shelf: &Shared| {
        let Held { path, name, bytes, .. } = held(shelf, id, tongue)?;
        Ok(is_one_game(&name, &bytes).then(|| files.lend(&path)))
    };
    match asked(shelf, tongue, act).await {
        Ok(None) => StatusCode::NO_CONTENT.into_response(),
        Ok(Some(entry)) => answer(Ok(entry)),
        Err(refusal) => refusal.into_response(),
    }
}

#[derive(Deserialize)]
struct Drawn {
    at: Option<u32>,
    #[serde(default)]
    dark: bool,
    width: Option<u32>,
}

async fn draw(
    State(shelf): State<Shared>,
    tongue: Tongue,
    Segment(id): Segment<i64>,
    Asked(drawn): Asked<Drawn>,
) -> Response {
    let act = move |shelf: &Shared| {
        let Held { name, bytes, number, .. } = held(shelf, id, tongue)?;
        let theme = if drawn.dark { Theme::Dark } else { Theme::Light };
        let look = Look { theme, width: drawn.width.unwrap_or(320).clamp(40, 2000) };
        let none = (StatusCode::NOT_FOUND, tongue.words().no_picture.to_owned());
        picture(&name, &bytes, number, drawn.at, look).ok_or(none)
    };
    match asked(shelf, tongue, act).await {
        Ok(svg) => {
            let told = [
                (CONTENT_TYPE, "image/svg+xml"),
                (CACHE_CONTROL, "private, max-age=60"),
                // It is a picture; opened by itself it must not become a page that can ask for things.
                (CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
            ];
            (told, svg).into_response()
        }
        Err(refusal) => refusal.into_response(),
    }
}

#[cfg(test)]
mod tests;
