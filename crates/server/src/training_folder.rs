//! The training history and the files of sets in the data folder. Several programs use it at once: the studio, the desktop
//! program and the terminal. Each adds lines to the history under a lock, so that none overwrites what another has added.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::file::{replace_private_file, sync_folder};
use crate::opened_files::tag;
use crate::part_files::remove_part_files;
use crate::private_files::{create_private_file, create_private_folder};

#[derive(Clone, Debug)]
pub struct TrainingFolder {
    folder: PathBuf,
}

/// Why the history was not replaced.
#[derive(Debug)]
pub enum NotReplaced {
    /// Another program has added to it.
    Changed,
    Io(io::Error),
}

impl From<io::Error> for NotReplaced {
    fn from(error: io::Error) -> NotReplaced {
        NotReplaced::Io(error)
    }
}

impl TrainingFolder {
    pub fn new(folder: PathBuf) -> TrainingFolder {
        TrainingFolder { folder }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn history_path(&self) -> PathBuf {
        self.folder.join("history.jsonl")
    }

    /// The whole history; empty if there is none.
    pub fn history(&self) -> io::Result<Vec<u8>> {
        if !fs::exists(&self.folder)? {
            return Ok(Vec::new());
        }
        let _lock = self.lock()?;
        read_or_empty(&self.history_path())
    }

    /// Adds lines to the history. They are on the disk when this returns; if it fails, none of them is.
    pub fn add(&self, lines: &[u8]) -> io::Result<()> {
        let _lock = self.lock()?;
        let path = self.history_path();
        create_private_file(&path)?;
        let mut file = OpenOptions::new().read(true).append(true).open(&path)?;
        let length = file.seek(SeekFrom::End(0))?;
        let written = append(&mut file, length, lines);
        if written.is_err() {
            // Half a line would be left out when reading, but there is no need to keep it.
            let _ = file.set_len(length);
        }
        if length == 0 {
            sync_folder(&path);
        }
        written
    }

    /// Replaces the history, if it is still the one with this tag.
    pub fn replace(&self, seen: &str, bytes: &[u8]) -> Result<(), NotReplaced> {
        let _lock = self.lock()?;
        let path = self.history_path();
        if tag(&read_or_empty(&path)?) != seen {
            return Err(NotReplaced::Changed);
        }
        Ok(replace_private_file(&path, bytes)?)
    }

    /// The file of a set; None if it is not stored or there can be none with this id.
    pub fn set_file(&self, id: &str) -> io::Result<Option<Vec<u8>>> {
        let Some(path) = self.set_path(id) else { return Ok(None) };
        match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            read => read.map(Some),
        }
    }

    /// False if this is not the id of a set.
    pub fn store_set_file(&self, id: &str, bytes: &[u8]) -> io::Result<bool> {
        let Some(path) = self.set_path(id) else { return Ok(false) };
        replace_private_file(&path, bytes).map(|()| true)
    }

    /// Ids of sets are hexadecimal, so that no name leads out of the folder.
    fn set_path(&self, id: &str) -> Option<PathBuf> {
        let is_id = id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_id.then(|| self.folder.join("sets").join(id))
    }

    /// Removes what killed writes left behind.
    pub(crate) fn remove_part_files(&self) {
        remove_part_files(&self.folder);
        remove_part_files(&self.folder.join("sets"));
    }

    /// Locks a file of its own, because the history is replaced by another file now and then.
    fn lock(&self) -> io::Result<File> {
        create_private_folder(&self.folder)?;
        let path = self.folder.join("history.lock");
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path)?;
        match file.lock() {
            // Not every file system has locks.
            Err(error) if error.kind() != io::ErrorKind::Unsupported => Err(error),
            _ => Ok(file),
        }
    }
}

fn append(file: &mut File, length: u64, lines: &[u8]) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(lines.len() + 2);
    if length > 0 && !ends_a_line(file, length)? {
        // A program was killed while it was writing.
        bytes.push(b'\n');
    }
    bytes.extend_from_slice(lines);
    if !lines.ends_with(b"\n") {
        bytes.push(b'\n');
    }
    file.write_all(&bytes)?;
    file.sync_all()
}

fn ends_a_line(file: &mut File, length: u64) -> io::Result<bool> {
    let mut last = [0];
    file.seek(SeekFrom::Start(length - 1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

fn read_or_empty(path: &Path) -> io::Result<Vec<u8>> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        read => read,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> (tempfile::TempDir, TrainingFolder) {
        let home = tempfile::tempdir().unwrap();
        let training = TrainingFolder::new(home.path().join("tabiya/training"));
        (home, training)
    }

    #[test]
    fn lines_are_added_after_what_a_killed_program_left() {
        let (_home, training) = folder();
        assert_eq!(training.history().unwrap(), b"");
        training.add(b"one\n").unwrap();
        training.add(b"two").unwrap();
        fs::write(training.history_path(), b"one\ntwo\nthr").unwrap();
        training.add(b"four\n").unwrap();
        assert_eq!(training.history().unwrap(), b"one\ntwo\nthr\nfour\n");
    }

    #[test]
    fn programs_that_add_at_once_lose_nothing() {
        let (_home, training) = folder();
        std::thread::scope(|scope| {
            for program in 0..4 {
                let training = training.clone();
                scope.spawn(move || {
                    for n in 0..25 {
                        training.add(format!("{program}-{n}\n").as_bytes()).unwrap();
                    }
                });
            }
            scope.spawn(|| {
                let mut replaced = 0;
                while replaced < 5 {
                    let text = training.history().unwrap();
                    replaced += usize::from(training.replace(&tag(&text), &text).is_ok());
                }
            });
        });
        let text = String::from_utf8(training.history().unwrap()).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), 100, "{text}");
    }

    #[test]
    fn a_history_that_another_program_has_added_to_is_not_replaced() {
        let (_home, training) = folder();
        training.add(b"one\n").unwrap();
        let seen = tag(&training.history().unwrap());
        training.add(b"two\n").unwrap();
        assert!(matches!(training.replace(&seen, b"one\n"), Err(NotReplaced::Changed)));
        assert_eq!(training.history().unwrap(), b"one\ntwo\n");
        training.replace(&tag(b"one\ntwo\n"), b"both\n").unwrap();
        assert_eq!(training.history().unwrap(), b"both\n");
    }

    #[test]
    fn the_files_of_sets_are_stored_by_their_id_and_by_nothing_else() {
        let (home, training) = folder();
        assert!(training.store_set_file("0123456789abcdef", b"1. e4 *").unwrap());
        assert_eq!(training.set_file("0123456789abcdef").unwrap().as_deref(), Some(&b"1. e4 *"[..]));
        assert_eq!(training.set_file("fedcba9876543210").unwrap(), None);
        for id in ["", "..", "../history.jsonl", "0123456789abcde/", "/0123456789abcde"] {
            assert!(!training.store_set_file(id, b"x").unwrap(), "{id}");
            assert_eq!(training.set_file(id).unwrap(), None, "{id}");
        }
        assert_eq!(fs::read_dir(home.path().join("tabiya/training/sets")).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn only_this_account_can_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let (_home, training) = folder();
        training.add(b"one\n").unwrap();
        training.store_set_file("0123456789abcdef", b"1. e4 *").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(training.folder()), 0o700);
        for name in ["history.jsonl", "history.lock", "sets/0123456789abcdef"] {
            assert_eq!(mode(&training.folder().join(name)), 0o600, "{name}");
        }
    }
}
