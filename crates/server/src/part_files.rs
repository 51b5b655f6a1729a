//! Temporary files beside those that they will replace. A killed program leaves them behind; the next start removes them.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tempfile::{Builder, NamedTempFile};

const PREFIX: &str = ".tabiya-";
const SUFFIX: &str = ".part";
/// Of the random part of the name.
const LETTERS: usize = 6;
/// Where files cannot be locked, older ones were certainly left behind.
const MAX_AGE: Duration = Duration::from_secs(60);

/// Only this account may read it.
const PRIVATE: u32 = 0o600;
/// What programs ask for when they create a file; the user's umask takes away the rest.
const ORDINARY: u32 = 0o666;

/// A new temporary file that only this account may read, locked until it is closed, so that no other program considers
/// it left behind. Errors do not name it: its name means nothing to users.
pub fn create_part_file(folder: &Path) -> io::Result<NamedTempFile> {
    create(folder, PRIVATE)
}

/// The same with the permissions of any new file.
pub(crate) fn create_ordinary_part_file(folder: &Path) -> io::Result<NamedTempFile> {
    create(folder, ORDINARY)
}

fn create(folder: &Path, mode: u32) -> io::Result<NamedTempFile> {
    loop {
        let fresh = Builder::new()
            .prefix(PREFIX)
            .suffix(SUFFIX)
            .rand_bytes(LETTERS)
            .make_in(folder, |path| options(mode).open(path))?;
        // Not every file system has locks.
        let _ = fresh.as_file().lock();
        // Another program may have removed it before it was locked.
        if fs::exists(fresh.path())? {
            return Ok(fresh);
        }
    }
}

fn options(mode: u32) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    #[cfg(not(unix))]
    let _ = mode;
    options
}

/// Removes the temporary files in this folder that no running program is writing, and nothing else.
pub fn remove_part_files(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(is_part_file);
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_file()) && is_left_behind(&entry.path()) {
            // If it cannot be removed now, the next start tries again.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// `.tabiya-aB3xYz.part`
fn is_part_file(name: &str) -> bool {
    let middle = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    middle.is_some_and(|text| text.len() == LETTERS && text.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

fn is_left_behind(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => age(&file).is_some_and(|age| age > MAX_AGE),
    }
}

fn age(file: &File) -> Option<Duration> {
    SystemTime::now().duration_since(file.metadata().ok()?.modified().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_killed_writes_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let others = [
            "film.part",
            ".tabiya-notes.part",
            ".tabiya-aB3xY.part",
            ".tabiya-aB3xY-.part",
            "tabiya-aB3xYz.part",
            ".tabiya-aB3xYz.part.sgf",
            "game.sgf",
        ];
        for name in others {
            fs::write(folder.path().join(name), b"mine").unwrap();
        }
        fs::create_dir(folder.path().join(".tabiya-folder.part")).unwrap();
        fs::write(folder.path().join(".tabiya-aB3xYz.part"), b"(;").unwrap();
        remove_part_files(folder.path());
        assert!(!folder.path().join(".tabiya-aB3xYz.part").exists());
        for name in others.into_iter().chain([".tabiya-folder.part"]) {
            assert!(folder.path().join(name).exists(), "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_with_such_a_name_stays() {
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("game.sgf"), folder.path().join(".tabiya-aB3xYz.part"));
        fs::write(&target, b"(;)").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        remove_part_files(folder.path());
        assert!(fs::symlink_metadata(&link).is_ok() && target.exists());
    }

    #[test]
    fn a_file_that_is_being_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let fresh = create_part_file(folder.path()).unwrap();
        remove_part_files(folder.path());
        assert!(fresh.path().exists());
        let (file, path) = fresh.keep().unwrap();
        drop(file);
        remove_part_files(folder.path());
        assert!(!path.exists(), "its writer is gone");
    }

    #[test]
    fn an_error_does_not_name_the_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        let error = create_part_file(&folder.path().join("none")).unwrap_err();
        assert!(!error.to_string().contains(PREFIX), "{error}");
    }
}
