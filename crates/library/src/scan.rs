//! Scans a folder for records that are new or changed since they were read.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use catalogue::has_record_extension;
use rusqlite::Connection;

use crate::error::LibraryError;

/// A file to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReadJob {
    pub folder: i64,
    pub path: PathBuf,
    pub text: String,
    pub size: i64,
    pub modified: i64,
}

/// The result of scanning the folders.
#[derive(Debug, Default)]
pub(crate) struct ScanResult {
    pub jobs: Vec<ReadJob>,
    /// Files that no longer exist.
    pub gone: Vec<i64>,
    /// Files that have not changed.
    pub unchanged: usize,
    /// Folders that cannot be read now. Their games stay: the disk may be unplugged.
    pub missing: Vec<PathBuf>,
}

/// Whether the name has the extension of a record. Hidden files don't count.
pub fn is_record(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| !name.starts_with('.') && has_record_extension(name))
}

struct KnownFile {
    id: i64,
    size: i64,
    modified: i64,
    whole: bool,
}

pub(crate) fn scan_folder(
    db: &Connection,
    folder: i64,
    path: &Path,
    scan: &mut ScanResult,
) -> Result<(), LibraryError> {
    let mut known = known_files(db, folder)?;
    let Ok(found) = files_below(path) else {
        scan.missing.push(path.to_owned());
        return Ok(());
    };
    for path in found {
        let Ok(data) = fs::metadata(&path) else { continue };
        let Some(text) = path.to_str().map(str::to_owned) else { continue };
        let size = i64::try_from(data.len()).unwrap_or(i64::MAX);
        let modified = data.modified().ok().and_then(|then| then.duration_since(UNIX_EPOCH).ok());
        let modified = modified.and_then(|since| i64::try_from(since.as_nanos()).ok()).unwrap_or(0);
        match known.remove(&text) {
            Some(old) if old.whole && (old.size, old.modified) == (size, modified) => scan.unchanged += 1,
            _ => scan.jobs.push(ReadJob { folder, path, text, size, modified }),
        }
    }
    scan.gone.extend(known.into_values().map(|old| old.id));
    Ok(())
}

fn known_files(db: &Connection, folder: i64) -> Result<HashMap<String, KnownFile>, LibraryError> {
    let mut ask = db.prepare("SELECT path, id, size, modified, whole FROM files WHERE folder = ?1")?;
    let files = ask.query_map([folder], |row| {
        let known =
            KnownFile { id: row.get(1)?, size: row.get(2)?, modified: row.get(3)?, whole: row.get(4)? };
        Ok((row.get(0)?, known))
    })?;
    Ok(files.collect::<Result<_, _>>()?)
}

/// Links to folders are not followed, because they may form a cycle.
fn files_below(top: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![fs::read_dir(top)?];
    while let Some(folder) = folders.pop() {
        for entry in folder.flatten() {
            let Ok(kind) = entry.file_type() else { continue };
            let path = entry.path();
            if kind.is_dir() {
                let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
                folders.extend(fs::read_dir(&path).ok().filter(|_| !hidden));
            } else if is_record(&path) && path.is_file() {
                files.push(path);
            }
        }
    }
    files.sort_unstable();
    Ok(files)
}
