//! The files that the user named when starting the studio or opened from the library: the page may read and replace
//! these and no others.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::UNIX_EPOCH;

use api::files::{FILE, FILES, OpenedFile};
use api::{ApiError, ErrorCode};
use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use sha2::{Digest, Sha256};

use crate::error_response::{HandlerResult, json};
use crate::extract::{RawBody, Segment};
use crate::file::replace_file;

/// Far above the size of any game record.
pub const MAX_BYTES: usize = 256 << 20;

/// The same file has the same number, whichever path leads to it.
#[derive(Clone, Default)]
pub struct OpenedFiles(Arc<RwLock<Vec<Opened>>>);

#[derive(Clone)]
struct Opened {
    path: PathBuf,
    /// A new page opens it at once.
    open_at_start: bool,
}

impl OpenedFiles {
    pub fn new(paths: Vec<PathBuf>) -> OpenedFiles {
        let all = paths.into_iter().map(|path| Opened { path, open_at_start: true });
        OpenedFiles(Arc::new(RwLock::new(all.collect())))
    }

    /// Adds a file that pages open at once. A missing one is added too: reading it reports the error.
    pub fn add(&self, path: &Path) -> OpenedFile {
        self.insert(path, true)
    }

    /// Adds a file that only the page that asked for it opens.
    pub fn add_for_request(&self, path: &Path) -> OpenedFile {
        self.insert(path, false)
    }

    fn insert(&self, path: &Path, open_at_start: bool) -> OpenedFile {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let known = all.iter().position(|known| known.path == path);
        let number = known.unwrap_or_else(|| {
            all.push(Opened { path: path.clone(), open_at_start });
            all.len() - 1
        });
        entry(number, &path)
    }

    fn path(&self, number: usize) -> Result<PathBuf, ErrorCode> {
        self.all().get(number).map(|opened| opened.path.clone()).ok_or(ErrorCode::NotOpened)
    }

    fn all(&self) -> Vec<Opened> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

pub fn routes(files: OpenedFiles) -> Router {
    Router::new()
        .route(FILES, get(list))
        .route(FILE, get(read).put(write))
        .layer(DefaultBodyLimit::max(MAX_BYTES))
        .with_state(files)
}

async fn list(State(files): State<OpenedFiles>) -> Response {
    let all = files.all();
    let at_start = all.iter().enumerate().filter(|(_, opened)| opened.open_at_start);
    json(&at_start.map(|(number, opened)| entry(number, &opened.path)).collect::<Vec<_>>())
}

fn entry(number: usize, path: &Path) -> OpenedFile {
    OpenedFile {
        number,
        name: name(path),
        path: path.to_string_lossy().into_owned(),
        modified: modified(path),
    }
}

async fn read(State(files): State<OpenedFiles>, Segment(number): Segment<usize>) -> HandlerResult {
    let path = files.path(number)?;
    let bytes = fs::read(&path).map_err(|error| failed(ErrorCode::CannotRead, &path, &error))?;
    let headers = [
        (CONTENT_TYPE, "application/octet-stream".to_owned()),
        (CACHE_CONTROL, "no-store".to_owned()),
        (ETAG, tag(&bytes)),
    ];
    Ok((headers, bytes).into_response())
}

/// The body is read only if the file is one of ours. `If-Match` is the tag of the contents that the page has seen: if another program has written since, nothing is
/// replaced.
async fn write(
    State(files): State<OpenedFiles>,
    Segment(number): Segment<usize>,
    headers: HeaderMap,
    request: Request,
) -> HandlerResult {
    let path = files.path(number)?;
    if content_length(&headers).is_some_and(|length| length > MAX_BYTES) {
        return Err(ErrorCode::TooLarge.into());
    }
    let RawBody(body) = RawBody::from_request(request, &()).await?;
    if let Some(seen) = headers.get(IF_MATCH)
        && fs::read(&path).is_ok_and(|now| seen.as_bytes() != tag(&now).as_bytes())
    {
        return Err(ApiError::new(ErrorCode::FileChanged).with("name", name(&path)).into());
    }
    replace_file(&path, &body).map_err(|error| failed(ErrorCode::CannotWrite, &path, &error))?;
    Ok((StatusCode::NO_CONTENT, [(ETAG, tag(&body))]).into_response())
}

/// As announced; a body in chunks is measured when it is read.
fn content_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// In milliseconds since 1970, if the file system has it.
fn modified(path: &Path) -> Option<u64> {
    let at = fs::metadata(path).and_then(|about| about.modified()).ok()?;
    Some(at.duration_since(UNIX_EPOCH).ok()?.as_millis() as u64)
}

pub fn tag(bytes: &[u8]) -> String {
    let hash: String = Sha256::digest(bytes).iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    format!("\"{hash}\"")
}

pub(crate) fn failed(code: ErrorCode, path: &Path, error: &io::Error) -> ApiError {
    ApiError::new(code).with("path", path.to_string_lossy()).because(error)
}
