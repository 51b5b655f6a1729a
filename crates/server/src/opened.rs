//! The files that the user named when starting the studio, or opened from the library: the page may read and replace
//! these and no others.

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
use words::fill;

use crate::file::replace_file;
use crate::tongue::Tongue;

/// No game record comes near this; a body that does is a mistake.
pub const LARGEST: usize = 256 << 20;

/// The same file has the same number, whichever way leads to it.
#[derive(Clone, Default)]
pub struct Files(Arc<RwLock<Vec<Open>>>);

#[derive(Clone)]
struct Open {
    path: PathBuf,
    /// A page that comes anew opens it by itself.
    by_itself: bool,
}

impl Files {
    pub fn new(paths: Vec<PathBuf>) -> Files {
        let all = paths.into_iter().map(|path| Open { path, by_itself: true });
        Files(Arc::new(RwLock::new(all.collect())))
    }

    /// What the page is told of it. One that is not there is added all the same: reading it says what is wrong.
    pub fn add(&self, path: &Path) -> Value {
        self.with(path, true)
    }

    /// The same for one that was looked for and found: the page has it until it is closed.
    pub fn lend(&self, path: &Path) -> Value {
        self.with(path, false)
    }

    fn with(&self, path: &Path, by_itself: bool) -> Value {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let known = all.iter().position(|known| known.path == path);
        let number = known.unwrap_or_else(|| {
            all.push(Open { path: path.clone(), by_itself });
            all.len() - 1
        });
        entry(number, &path)
    }

    fn get(&self, number: usize) -> Option<PathBuf> {
        self.all().get(number).map(|open| open.path.clone())
    }

    fn all(&self) -> Vec<Open> {
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
    let all = files.all();
    let named = all.iter().enumerate().filter(|(_, open)| open.by_itself);
    let entries: Vec<_> = named.map(|(number, open)| entry(number, &open.path)).collect();
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], json!(entries).to_string())
        .into_response()
}

fn entry(number: usize, path: &Path) -> Value {
    json!({ "number": number, "name": name(path), "path": path.to_string_lossy(), "modified": modified(path) })
}

async fn read(State(files): State<Files>, Segment(number): Segment<usize>, tongue: Tongue) -> Response {
    let Some(path) = files.get(number) else { return not_opened(tongue) };
    match fs::read(&path) {
        Ok(bytes) => {
            let told = [
                (CONTENT_TYPE, "application/octet-stream".to_owned()),
                (CACHE_CONTROL, "no-store".to_owned()),
                (ETAG, tag(&bytes)),
            ];
            (told, bytes).into_response()
        }
        Err(error) => failed(tongue.words().cannot_read, &path, &error, tongue),
    }
}

/// `If-Match` names the content that the page last saw; if somebody else wrote since, nothing is replaced.
async fn write(
    State(files): State<Files>,
    Segment(number): Segment<usize>,
    tongue: Tongue,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let Some(path) = files.get(number) else { return not_opened(tongue) };
    if let Some(seen) = headers.get(IF_MATCH)
        && fs::read(&path).is_ok_and(|now| seen.as_bytes() != tag(&now).as_bytes())
    {
        let what = fill(tongue.words().was_changed, &[("name", &name(&path))]);
        return (StatusCode::PRECONDITION_FAILED, what).into_response();
    }
    match replace_file(&path, &body) {
        Ok(()) => (StatusCode::NO_CONTENT, [(ETAG, tag(&body))]).into_response(),
        Err(error) => failed(tongue.words().cannot_write, &path, &error, tongue),
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

fn not_opened(tongue: Tongue) -> Response {
    (StatusCode::NOT_FOUND, tongue.words().no_such_file).into_response()
}

/// `text` says what could not be done.
pub(crate) fn failed(text: &str, path: &Path, error: &io::Error, tongue: Tongue) -> Response {
    let what = fill(text, &[("path", &path.to_string_lossy()), ("why", &tongue.why(error))]);
    (StatusCode::INTERNAL_SERVER_ERROR, what).into_response()
}
