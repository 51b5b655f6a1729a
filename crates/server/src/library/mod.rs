//! The library for the page: lists, positions, pictures, and its folders. Only files in those folders are served.

mod messages;
mod query;
mod service;
mod watch;
mod wire;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use api::library::{
    DUPLICATES, Duplicates, FOLDER, FOLDERS, GAMES, LIBRARY, NewFolder, OPEN, PICTURE, Picture, RECORD,
    RECORDS, STOP, Search, UPDATE, read_rows,
};
use api::{ApiError, ErrorCode};
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use catalogue::{GameKind, PictureStyle, extract_game, extract_games, is_one_game, picture};
use diagram::Theme;
use i18n::Language;
use serde::Serialize;
use tokio::task::spawn_blocking;

use crate::error_response::{ErrorResponse, HandlerResult, json};
use crate::extract::{JsonBody, QueryParams, Segment};
use crate::opened_files::{self, OpenedFiles};
use query::{field, query};
pub(crate) use service::LibraryService;

type Shared = Arc<LibraryService>;

/// At most this many groups of duplicates are listed.
const MAX_DUPLICATES: usize = 200;

pub(crate) fn routes(service: Option<Shared>, files: OpenedFiles) -> Router {
    let Some(service) = service else {
        return Router::new().route(LIBRARY, get(async || ErrorResponse::from(ErrorCode::NoLibrary)));
    };
    Router::new()
        .route(LIBRARY, get(state))
        .route(FOLDERS, post(add_folder))
        .route(FOLDER, delete(remove_folder))
        .route(UPDATE, post(update))
        .route(STOP, post(stop))
        .route(GAMES, get(games))
        .route(DUPLICATES, get(duplicates))
        .route(RECORDS, get(records))
        .route(RECORD, get(record))
        .route(PICTURE, get(draw))
        .with_state(service.clone())
        .route(OPEN, post(open))
        .with_state((service, files))
}

/// Runs on a thread for blocking work: the database and files would block the runtime.
async fn blocking<T: Send + 'static>(
    service: Shared,
    act: impl FnOnce(&Shared) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ErrorResponse> {
    let result = spawn_blocking(move || act(&service)).await;
    Ok(result.map_err(|_| ErrorCode::LibraryAborted)??)
}

async fn answer<T: Serialize + Send + 'static>(
    service: Shared,
    act: impl FnOnce(&Shared) -> Result<T, ApiError> + Send + 'static,
) -> HandlerResult {
    blocking(service, act).await.map(|value| json(&value))
}

async fn state(State(service): State<Shared>) -> HandlerResult {
    answer(service, |service| service.state()).await
}

async fn add_folder(State(service): State<Shared>, JsonBody(folder): JsonBody<NewFolder>) -> HandlerResult {
    answer(service, move |service| {
        let path = expand_home(folder.path.trim());
        if path.as_os_str().is_empty() {
            return Err(ErrorCode::FolderNameMissing.into());
        }
        service.add_folder(&path).map_err(|error| service.coded(&error))?;
        service.state()
    })
    .await
}

/// `~/games` is in the home folder, as in a shell.
fn expand_home(text: &str) -> PathBuf {
    match (text.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(text),
    }
}

async fn remove_folder(State(service): State<Shared>, Segment(id): Segment<i64>) -> HandlerResult {
    answer(service, move |service| {
        service.remove_folder(id).map_err(|error| service.coded(&error))?;
        service.state()
    })
    .await
}

async fn update(State(service): State<Shared>) -> HandlerResult {
    service.begin(None);
    state(State(service)).await
}

async fn stop(State(service): State<Shared>) -> HandlerResult {
    service.stop();
    state(State(service)).await
}

async fn games(State(service): State<Shared>, QueryParams(search): QueryParams<Search>) -> HandlerResult {
    answer(service, move |service| {
        let query = query(&search)?;
        service.read(|library| library.find(&query)).map(wire::found)
    })
    .await
}

async fn duplicates(State(service): State<Shared>) -> HandlerResult {
    answer(service, |service| {
        let all = service.read(|library| library.duplicates())?;
        let groups = all.iter().take(MAX_DUPLICATES).map(wire::duplicates).collect();
        Ok(Duplicates { total: all.len(), groups })
    })
    .await
}

/// A file of the library, and the number of the game in it.
struct GameFile {
    path: PathBuf,
    name: String,
    bytes: Vec<u8>,
    number: usize,
}

/// The file of a game, if it really is in a folder of the library: a symbolic link may lead elsewhere.
fn game_file(service: &LibraryService, id: i64) -> Result<GameFile, ApiError> {
    let file = service.read(|library| library.file_of(id))?.ok_or(ErrorCode::GameGone)?;
    let folders = service.read(|library| library.folders())?;
    let failed = |error: std::io::Error| opened_files::failed(ErrorCode::CannotRead, &file.path, &error);
    let real = fs::canonicalize(&file.path).map_err(failed)?;
    let within = |folder: &Path| fs::canonicalize(folder).is_ok_and(|folder| real.starts_with(folder));
    if !folders.iter().any(|folder| within(&folder.path)) {
        return Err(ApiError::new(ErrorCode::OutsideLibrary).with("path", real.to_string_lossy()));
    }
    let bytes = fs::read(&real).map_err(failed)?;
    let name = file.path.to_string_lossy().into_owned();
    Ok(GameFile { path: real, name, bytes, number: file.number as usize })
}

async fn record(State(service): State<Shared>, Segment(id): Segment<i64>) -> HandlerResult {
    let bytes = blocking(service, move |service| {
        let GameFile { name, bytes, number, .. } = game_file(service, id)?;
        extract_game(&name, &bytes, number).ok_or(ErrorCode::LibraryOutdated.into())
    })
    .await?;
    let headers = [(CONTENT_TYPE, "application/octet-stream"), (CACHE_CONTROL, "no-store")];
    Ok((headers, bytes).into_response())
}

/// All games that a search finds, as one file.
async fn records(State(service): State<Shared>, QueryParams(search): QueryParams<Search>) -> HandlerResult {
    let bytes = blocking(service, move |service| {
        let query = library::Query { skip: 0, most: None, ..query(&search)? };
        let found = service.read(|library| library.find(&query))?;
        let games = chosen(found.games, &search)?;
        let mut all = Vec::new();
        for (first, numbers) in by_file(&games) {
            // A file that is gone or was changed since the library read it has no games to give.
            let Ok(GameFile { name, bytes, .. }) = game_file(service, first) else { continue };
            all.extend(extract_games(&name, &bytes, &numbers).unwrap_or_default());
            all.push(b'\n');
        }
        Ok(all)
    })
    .await?;
    let headers = [(CONTENT_TYPE, "application/octet-stream"), (CACHE_CONTROL, "no-store")];
    Ok((headers, bytes).into_response())
}

/// The games in the rows that the user selected; without a selection, all.
fn chosen(found: Vec<library::FoundGame>, search: &Search) -> Result<Vec<library::FoundGame>, ApiError> {
    let kind = field(&search.of_kind, GameKind::named)?;
    let rows = field(&search.rows, read_rows)?;
    let is_chosen =
        |row: usize| rows.as_ref().is_none_or(|rows| rows.iter().any(|range| range.contains(&row)));
    let is_wanted = |(row, found): &(usize, library::FoundGame)| {
        is_chosen(*row) && kind.is_none_or(|kind| found.game.summary.kind == kind)
    };
    Ok(found.into_iter().enumerate().filter(is_wanted).map(|(_, found)| found).collect())
}

/// For each file, the id of a game in it and the numbers of all that were found, so that it is read once. In the order in
/// which the files were found.
fn by_file(games: &[library::FoundGame]) -> Vec<(i64, Vec<usize>)> {
    let mut files: Vec<(i64, Vec<usize>)> = Vec::new();
    let mut places: HashMap<&Path, usize> = HashMap::new();
    for game in games.iter().map(|found| &found.game) {
        let at = *places.entry(&game.path).or_insert(files.len());
        if at == files.len() {
            files.push((game.id, Vec::new()));
        }
        files[at].1.push(game.number as usize);
    }
    files
}

/// Lets the page open the file itself, so that saving writes back to it. A file with several games, or one that Study
/// does not write, is not opened: the page gets a copy of its game.
async fn open(
    State((service, files)): State<(Shared, OpenedFiles)>,
    Segment(id): Segment<i64>,
) -> HandlerResult {
    let opened = blocking(service, move |service| {
        let GameFile { path, name, bytes, .. } = game_file(service, id)?;
        Ok(is_one_game(&name, &bytes).then(|| files.add_for_request(&path)))
    })
    .await?;
    Ok(opened.map_or_else(|| StatusCode::NO_CONTENT.into_response(), |file| json(&file)))
}

async fn draw(
    State(service): State<Shared>,
    Segment(id): Segment<i64>,
    QueryParams(wanted): QueryParams<Picture>,
) -> HandlerResult {
    let svg = blocking(service, move |service| {
        let GameFile { name, bytes, number, .. } = game_file(service, id)?;
        let theme = if wanted.dark { Theme::Dark } else { Theme::Light };
        let language = Language::from_tag(&wanted.language).unwrap_or_default();
        let style = PictureStyle { theme, width: wanted.width.unwrap_or(320).clamp(40, 2000), language };
        picture(&name, &bytes, number, wanted.at, style).ok_or(ErrorCode::NoPicture.into())
    })
    .await?;
    Ok(svg_response(svg))
}

fn svg_response(svg: String) -> Response {
    let headers = [
        (CONTENT_TYPE, "image/svg+xml"),
        (CACHE_CONTROL, "private, max-age=60"),
        // Opened as a document of its own it must not run scripts or send requests.
        (
            CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
        ),
    ];
    (headers, svg).into_response()
}

#[cfg(test)]
mod tests;
