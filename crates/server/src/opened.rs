//! The files that the user named when starting the studio: the page may read and replace these and no others.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::UNIX_EPOCH;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path as Segment, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::file::replace_file;

/// No game record comes near this; a body that does is a mistake.
pub const LARGEST: usize = 256 << 20;

/// The same file has the same number, whichever way leads to it.
#[derive(Clone, Default)]
pub struct Files(Arc<RwLock<Vec<PathBuf>>>);

impl Files {
    pub fn new(paths: Vec<PathBuf>) -> Files {
        Files(Arc::new(RwLock::new(paths)))
    }

    /// What the page is told of it. One that is not there is added all the same: reading it says what is wrong.
    pub fn add(&self, path: &Path) -> Value {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut paths = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let known = paths.iter().position(|known| *known == path);
        let number = known.unwrap_or_else(|| {
            paths.push(path.clone());
            paths.len() - 1
        });
        entry(number, &path)
    }

    fn get(&self, number: usize) -> Option<PathBuf> {
        self.all().get(number).cloned()
    }

    fn all(&self) -> Vec<PathBuf> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

pub fn routes(files: Files) -> Router {
    Router::new()
        .route("/api/opened", get(list))
        .route("/api/opened/{number}", get(read).put(write))
        .layer(DefaultBodyLimit::max(LARGEST))
        .with_state(files)
}

async fn list(State(files): State<Files>) -> Response {
    let entries: Vec<_> = files.all().iter().enumerate().map(|(number, path)| entry(number, path)).collect();
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], json!(entries).to_string())
        .into_response()
}

fn entry(number: usize, path: &Path) -> Value {
    json!({ "number": number, "name": name(path), "path": path.to_string_lossy(), "modified": modified(path) })
}

async fn read(State(files): State<Files>, Segment(number): Segment<usize>) -> Response {
    let Some(path) = files.get(number) else { return not_opened() };
    match fs::read(&path) {
        Ok(bytes) => {
            let told = [
                (CONTENT_TYPE, "application/octet-stream".to_owned()),
                (CACHE_CONTROL, "no-store".to_owned()),
                (ETAG, tag(&bytes)),
            ];
            (told, bytes).into_response()
        }
        Err(error) => failed("read", &path, &error),
    }
}

/// `If-Match` names the content that the page last saw; if somebody else wrote since, nothing is replaced.
async fn write(
    State(files): State<Files>,
    Segment(number): Segment<usize>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let Some(path) = files.get(number) else { return not_opened() };
    if let Some(seen) = headers.get(IF_MATCH)
        && fs::read(&path).is_ok_and(|now| seen.as_bytes() != tag(&now).as_bytes())
    {
        let what = format!("{} was changed by another program since it was opened here.", name(&path));
        return (StatusCode::PRECONDITION_FAILED, what).into_response();
    }
    match replace_file(&path, &body) {
        Ok(()) => (StatusCode::NO_CONTENT, [(ETAG, tag(&body))]).into_response(),
        Err(error) => failed("write", &path, &error),
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// In milliseconds since 1970, where the file system tells.
fn modified(path: &Path) -> Option<u64> {
    let at = fs::metadata(path).and_then(|about| about.modified()).ok()?;
    Some(at.duration_since(UNIX_EPOCH).ok()?.as_millis() as u64)
}

pub fn tag(bytes: &[u8]) -> String {
    let hash: String = Sha256::digest(bytes).iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    format!("\"{hash}\"")
}

fn not_opened() -> Response {
    (StatusCode::NOT_FOUND, "No such file was opened.").into_response()
}

pub fn failed(act: &str, path: &Path, error: &io::Error) -> Response {
    (StatusCode::INTERNAL_SERVER_ERROR, format!("Cannot {act} {}: {error}.", path.display())).into_response()
}
