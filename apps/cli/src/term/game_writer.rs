//! Writes games to disk on a thread of its own, so that a slow disk never delays a key press.
//! Of several queued versions only the newest is written. Writes are atomic.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use server::replace_private_file;

use super::archive;
use crate::output;

/// A game to write. Versions with the same number go to the same file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordVersion {
    pub game: u32,
    /// The name of a new file, without its extension.
    pub stem: String,
    pub bytes: Vec<u8>,
}

pub struct GameWriter {
    versions: Option<Sender<RecordVersion>>,
    thread: Option<JoinHandle<()>>,
}

impl GameWriter {
    /// `notify` is told the game and where it was written, after each write.
    pub fn start(folder: PathBuf, notify: impl Fn(u32, io::Result<PathBuf>) + Send + 'static) -> GameWriter {
        let (versions, waiting) = mpsc::channel();
        let thread = thread::spawn(move || write_all(&folder, &waiting, notify));
        GameWriter { versions: Some(versions), thread: Some(thread) }
    }

    pub fn write(&self, version: RecordVersion) {
        if let Some(versions) = &self.versions {
            drop(versions.send(version));
        }
    }
}

/// Dropping it waits until everything is on disk.
impl Drop for GameWriter {
    fn drop(&mut self) {
        self.versions = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

fn write_all(folder: &Path, waiting: &Receiver<RecordVersion>, notify: impl Fn(u32, io::Result<PathBuf>)) {
    let mut paths: BTreeMap<u32, PathBuf> = BTreeMap::new();
    let mut failed: BTreeMap<u32, RecordVersion> = BTreeMap::new();
    while let Ok(first) = waiting.recv() {
        let mut newest = BTreeMap::from([(first.game, first)]);
        newest.extend(waiting.try_iter().map(|version| (version.game, version)));
        for (game, version) in newest {
            let result = write_version(folder, paths.get(&game), &version);
            match &result {
                Ok(path) => {
                    paths.insert(game, path.clone());
                    failed.remove(&game);
                }
                Err(_) => drop(failed.insert(game, version)),
            }
            notify(game, result);
        }
    }
    // Nobody may see what is shown after the player has quit, so the last failure is tried again and printed.
    for (game, version) in failed {
        if let Err(error) = write_version(folder, paths.get(&game), &version) {
            let name = folder.join(&version.stem).with_extension("sgf");
            output::report(format!("{}: the game was not saved: {error}", name.display()));
        }
    }
}

fn write_version(folder: &Path, path: Option<&PathBuf>, version: &RecordVersion) -> io::Result<PathBuf> {
    match path {
        Some(path) => replace_private_file(path, &version.bytes).map(|()| path.clone()),
        None => archive::write_new(folder, &version.stem, &version.bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_version_of_every_game_is_on_disk_in_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let (sender, results) = mpsc::channel();
        let writer =
            GameWriter::start(folder.path().join("history"), move |_, written| drop(sender.send(written)));
        for number in 0..50 {
            for game in [1, 2] {
                let bytes = format!("(;C[{game} {number}])").into_bytes();
                writer.write(RecordVersion { game, stem: "same".to_owned(), bytes });
            }
        }
        drop(writer);
        assert!(results.iter().all(|result| result.is_ok()));
        for (game, name) in [(1, "same.sgf"), (2, "same-2.sgf")] {
            let text = std::fs::read_to_string(folder.path().join("history").join(name)).unwrap();
            assert_eq!(text, format!("(;C[{game} 49])"));
        }
        assert_eq!(archive::games(&folder.path().join("history")).unwrap().len(), 2);
    }

    #[test]
    fn a_folder_that_cannot_be_created_is_reported() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let (sender, results) = mpsc::channel();
        let writer =
            GameWriter::start(file.path().join("history"), move |_, written| drop(sender.send(written)));
        writer.write(RecordVersion { game: 1, stem: "x".to_owned(), bytes: Vec::new() });
        assert!(results.recv().unwrap().is_err());
    }
}
