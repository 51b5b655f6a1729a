//! The training history and the files of sets for the page, as bytes.

use api::training::{HISTORY, SET};
use api::{ApiError, ErrorCode};
use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::get;
use tokio::task::spawn_blocking;

use crate::error_response::{ErrorResponse, HandlerResult};
use crate::extract::{RawBody, Segment};
use crate::opened_files::{self, MAX_BYTES, tag};
use crate::training_folder::{NotReplaced, TrainingFolder};

pub(crate) fn routes(folder: Option<TrainingFolder>) -> Router {
    let Some(folder) = folder else { return Router::new() };
    Router::new()
        .route(HISTORY, get(read).post(add).put(replace))
        .route(SET, get(read_set).put(store_set))
        .layer(DefaultBodyLimit::max(MAX_BYTES))
        .with_state(folder)
}

/// Waiting for another program's lock must not hold up other requests.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, ErrorResponse> {
    spawn_blocking(work).await.map_err(|_| ErrorCode::Internal.into())
}

async fn read(State(folder): State<TrainingFolder>) -> HandlerResult {
    let path = folder.history_path();
    let bytes = blocking(move || folder.history()).await?;
    let bytes = bytes.map_err(|error| opened_files::failed(ErrorCode::CannotRead, &path, &error))?;
    let headers = [
        (CONTENT_TYPE, "application/jsonl".to_owned()),
        (CACHE_CONTROL, "no-store".to_owned()),
        (ETAG, tag(&bytes)),
    ];
    Ok((headers, bytes).into_response())
}

async fn add(State(folder): State<TrainingFolder>, RawBody(lines): RawBody) -> HandlerResult {
    let path = folder.history_path();
    let added = blocking(move || folder.add(&lines)).await?;
    added.map_err(|error| opened_files::failed(ErrorCode::CannotWrite, &path, &error))?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn replace(
    State(folder): State<TrainingFolder>,
    headers: HeaderMap,
    RawBody(bytes): RawBody,
) -> HandlerResult {
    let path = folder.history_path();
    let seen = headers.get(IF_MATCH).and_then(|seen| seen.to_str().ok()).unwrap_or_default().to_owned();
    match blocking(move || folder.replace(&seen, &bytes)).await? {
        Ok(()) => Ok(StatusCode::NO_CONTENT.into_response()),
        Err(NotReplaced::Changed) => {
            Err(ApiError::new(ErrorCode::FileChanged).with("path", path.to_string_lossy()).into())
        }
        Err(NotReplaced::Io(error)) => {
            Err(opened_files::failed(ErrorCode::CannotWrite, &path, &error).into())
        }
    }
}

async fn read_set(State(folder): State<TrainingFolder>, Segment(id): Segment<String>) -> HandlerResult {
    let path = folder.folder().to_owned();
    let bytes = blocking(move || folder.set_file(&id)).await?;
    let bytes = bytes.map_err(|error| opened_files::failed(ErrorCode::CannotRead, &path, &error))?;
    let headers = [(CONTENT_TYPE, "application/octet-stream"), (CACHE_CONTROL, "no-store")];
    Ok(match bytes {
        Some(bytes) => (headers, bytes).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

async fn store_set(
    State(folder): State<TrainingFolder>,
    Segment(id): Segment<String>,
    RawBody(bytes): RawBody,
) -> HandlerResult {
    let path = folder.folder().to_owned();
    let stored = blocking(move || folder.store_set_file(&id, &bytes)).await?;
    match stored.map_err(|error| opened_files::failed(ErrorCode::CannotWrite, &path, &error))? {
        true => Ok(StatusCode::NO_CONTENT.into_response()),
        false => Err(ErrorCode::UnknownRoute.into()),
    }
}
