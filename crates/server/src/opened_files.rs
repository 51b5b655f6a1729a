//! The files that the user named when starting the studio or opened from the library: the page may read and replace
//! these and no others.

use std::fs;
use std::io;
use std::path::{self, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{SystemTime, UNIX_EPOCH};

use api::files::{FILE, FILES, FileNumbers, OpenFiles, OpenedFile, Replaced, TAG};
use api::{ApiError, ErrorCode};
use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use sha2::{Digest, Sha256};

use crate::backups::Backups;
use crate::error_response::{HandlerResult, json};
use crate::extract::{JsonBody, QueryParams, RawBody, Segment};
use crate::file::replace_file;
use crate::part_files::remove_part_files;

/// Far above the size of any game record.
pub const MAX_BYTES: usize = 256 << 20;

/// The same file has the same number, whichever path leads to it.
#[derive(Clone, Default)]
pub struct OpenedFiles(Arc<Inner>);

#[derive(Default)]
struct Inner {
    all: RwLock<Vec<Opened>>,
    backups: RwLock<Option<Backups>>,
    /// Held from reading a file to replacing it, so that of two saves at once the second sees the first.
    saving: Mutex<()>,
}

#[derive(Clone)]
struct Opened {
    /// Absolute, without symbolic links.
    path: PathBuf,
    /// The absolute path that the user gave.
    given: PathBuf,
    /// A new page opens it at once.
    open_at_start: bool,
    /// There is a copy of it as it was when it was last read.
    is_backed_up: bool,
}

impl OpenedFiles {
    pub fn new(paths: Vec<PathBuf>) -> OpenedFiles {
        let files = OpenedFiles::default();
        for path in paths {
            files.add(&path);
        }
        files
    }

    /// Where copies of files are stored before saving over them.
    pub fn set_backups(&self, backups: Backups) {
        *self.0.backups.write().unwrap_or_else(PoisonError::into_inner) = Some(backups);
    }

    pub(crate) fn backups(&self) -> Option<Backups> {
        self.0.backups.read().unwrap_or_else(PoisonError::into_inner).clone()
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
        let given = path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let path = canonical(&given);
        path.parent().into_iter().for_each(remove_part_files);
        let mut all = self.0.all.write().unwrap_or_else(PoisonError::into_inner);
        let known = all.iter().position(|known| is_same_file(&known.path, &path));
        match known.and_then(|number| Some((number, all.get(number)?))) {
            Some((number, known)) => entry(number, &Opened { given, ..known.clone() }),
            None => {
                let opened = Opened { path, given, open_at_start, is_backed_up: false };
                all.push(opened.clone());
                entry(all.len() - 1, &opened)
            }
        }
    }

    pub(crate) fn path(&self, number: usize) -> Result<PathBuf, ErrorCode> {
        self.all().get(number).map(|opened| opened.path.clone()).ok_or(ErrorCode::NotOpened)
    }

    fn all(&self) -> Vec<Opened> {
        self.0.all.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Without a copy, the next save makes one.
    pub(crate) fn set_backed_up(&self, path: &Path, is_backed_up: bool) {
        let mut all = self.0.all.write().unwrap_or_else(PoisonError::into_inner);
        all.iter_mut()
            .filter(|opened| opened.path == path)
            .for_each(|opened| opened.is_backed_up = is_backed_up);
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let bytes = fs::read(path)?;
        self.set_backed_up(path, false);
        Ok(bytes)
    }

    /// Replaces a file. `seen` is the tag of the contents that the page has seen: if another program has written since,
    /// nothing is replaced. Without it, what the file contains is kept as an earlier version.
    fn save(&self, path: &Path, seen: Option<&[u8]>, bytes: &[u8]) -> Result<Replaced, ApiError> {
        let _saving = self.0.saving.lock().unwrap_or_else(PoisonError::into_inner);
        let before = match fs::read(path) {
            Ok(before) => Some(before),
            Err(missing) if missing.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(failed(ErrorCode::CannotRead, path, &error)),
        };
        let is_other = |now: &Vec<u8>| seen.is_some_and(|seen| seen != tag(now).as_bytes());
        if before.as_ref().is_some_and(is_other) {
            return Err(ApiError::new(ErrorCode::FileChanged).with("path", path.to_string_lossy()));
        }
        let replaced = match before.filter(|before| before != bytes) {
            Some(before) if seen.is_none() => self.keep_other_version(path, &before)?,
            Some(before) => self.keep_first_version(path, &before),
            None => Replaced::default(),
        };
        replace_file(path, bytes).map_err(|error| failed(ErrorCode::CannotWrite, path, &error))?;
        Ok(replaced)
    }

    /// Replaces a file that the user chose in a dialog; it may not be in the list yet.
    pub(crate) fn save_to(&self, path: &Path, bytes: &[u8]) -> Result<OpenedFile, ApiError> {
        let path = canonical(&path::absolute(path).unwrap_or_else(|_| path.to_owned()));
        let seen = fs::read(&path).map(|now| tag(&now)).unwrap_or_default();
        self.save(&path, Some(seen.as_bytes()), bytes)?;
        Ok(self.add(&path))
    }

    /// Another program's version is never replaced without a copy.
    fn keep_other_version(&self, path: &Path, before: &[u8]) -> Result<Replaced, ApiError> {
        let backups = self.backups().ok_or(ErrorCode::NoBackups)?;
        let copy = backups.add(path, before).map_err(|error| cannot_back_up(path, &backups, &error))?;
        self.set_backed_up(path, true);
        Ok(Replaced { kept: Some(copy.to_string_lossy().into_owned()), problem: None })
    }

    /// Without a copy the file is still saved: that is what the user asked for.
    fn keep_first_version(&self, path: &Path, before: &[u8]) -> Replaced {
        let is_backed_up = self.all().iter().any(|opened| opened.path == path && opened.is_backed_up);
        let backups = self.backups().filter(|backups| !is_backed_up && backups.settings().keep > 0);
        let Some(backups) = backups else { return Replaced::default() };
        match backups.add(path, before) {
            Ok(_) => {
                self.set_backed_up(path, true);
                Replaced::default()
            }
            Err(error) => Replaced { kept: None, problem: Some(cannot_back_up(path, &backups, &error)) },
        }
    }
}

/// The path without symbolic links. A file that does not exist yet may still be in a folder that does.
fn canonical(path: &Path) -> PathBuf {
    let in_folder = || Some(fs::canonicalize(path.parent()?).ok()?.join(path.file_name()?));
    fs::canonicalize(path).ok().or_else(in_folder).unwrap_or_else(|| path.to_owned())
}

/// The same path, or two names of one file on the disk.
fn is_same_file(one: &Path, other: &Path) -> bool {
    one == other || file_id(one).is_some_and(|id| file_id(other) == Some(id))
}

/// The device and the number of the file on it.
#[cfg(unix)]
fn file_id(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|about| (about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn file_id(_: &Path) -> Option<(u64, u64)> {
    None
}

pub fn routes(files: OpenedFiles) -> Router {
    Router::new()
        .route(FILES, get(list).post(add))
        .route(FILE, get(read).put(write))
        .route(TAG, get(tag_now))
        .layer(DefaultBodyLimit::max(MAX_BYTES))
        .with_state(files)
}

async fn list(
    State(files): State<OpenedFiles>,
    QueryParams(FileNumbers { open }): QueryParams<FileNumbers>,
) -> Response {
    let numbers: Option<Vec<usize>> =
        open.map(|open| open.split(',').filter_map(|number| number.parse().ok()).collect());
    let is_listed = |(number, opened): &(usize, &Opened)| match &numbers {
        Some(numbers) => numbers.contains(number),
        None => opened.open_at_start,
    };
    let all = files.all();
    let listed = all.iter().enumerate().filter(is_listed);
    json(&listed.map(|(number, opened)| entry(number, opened)).collect::<Vec<_>>())
}

/// Files of another start of the program, for the page that it opens.
async fn add(
    State(files): State<OpenedFiles>,
    JsonBody(OpenFiles { paths }): JsonBody<OpenFiles>,
) -> Response {
    json(&paths.iter().map(|path| files.add_for_request(Path::new(path))).collect::<Vec<_>>())
}

fn entry(number: usize, opened: &Opened) -> OpenedFile {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    OpenedFile {
        number,
        name: name(&opened.path),
        path: text(&opened.path),
        given: (opened.given != opened.path).then(|| text(&opened.given)),
        modified: fs::metadata(&opened.path).and_then(|about| about.modified()).ok().and_then(milliseconds),
    }
}

async fn read(State(files): State<OpenedFiles>, Segment(number): Segment<usize>) -> HandlerResult {
    let path = files.path(number)?;
    let bytes = files.read(&path).map_err(|error| failed(ErrorCode::CannotRead, &path, &error))?;
    let headers = [
        (CONTENT_TYPE, "application/octet-stream".to_owned()),
        (CACHE_CONTROL, "no-store".to_owned()),
        (ETAG, tag(&bytes)),
    ];
    Ok((headers, bytes).into_response())
}

/// For a page that asks whether another program has changed the file: unlike reading it, that changes nothing about the
/// copies of earlier versions.
async fn tag_now(State(files): State<OpenedFiles>, Segment(number): Segment<usize>) -> HandlerResult {
    let path = files.path(number)?;
    let bytes = fs::read(&path).map_err(|error| failed(ErrorCode::CannotRead, &path, &error))?;
    Ok(json(&tag(&bytes)))
}

/// The body is read only if the file is one of ours.
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
    let replaced = files.save(&path, headers.get(IF_MATCH).map(|seen| seen.as_bytes()), &body)?;
    let tag = [(ETAG, tag(&body))];
    Ok(match replaced == Replaced::default() {
        true => (StatusCode::NO_CONTENT, tag).into_response(),
        false => (tag, json(&replaced)).into_response(),
    })
}

/// As announced; a body in chunks is measured when it is read.
fn content_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Since 1970.
pub(crate) fn milliseconds(at: SystemTime) -> Option<u64> {
    Some(at.duration_since(UNIX_EPOCH).ok()?.as_millis() as u64)
}

pub fn tag(bytes: &[u8]) -> String {
    let hash: String = Sha256::digest(bytes).iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    format!("\"{hash}\"")
}

pub(crate) fn failed(code: ErrorCode, path: &Path, error: &io::Error) -> ApiError {
    ApiError::new(code).with("path", path.to_string_lossy()).because(error)
}

fn cannot_back_up(path: &Path, backups: &Backups, error: &io::Error) -> ApiError {
    failed(ErrorCode::CannotBackUp, path, error).with("folder", backups.folder().to_string_lossy())
}

#[cfg(test)]
mod tests;
