//! Writes games to disk on a thread of its own, so that a slow disk never holds up a key.
//! Of several versions that wait, only the newest is written; each write leaves the old file or the new one, whole.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use server::replace_file;

use super::archive;

/// A game to write: the same number, the same file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    pub game: u32,
    /// The name of its file, if it has none yet.
    pub stem: String,
    pub bytes: Vec<u8>,
}

pub struct Recorder {
    versions: Option<Sender<Version>>,
    thread: Option<JoinHandle<()>>,
}

impl Recorder {
    pub fn start(folder: PathBuf, tell: impl Fn(io::Result<PathBuf>) + Send + 'static) -> Recorder {
        let (versions, waiting) = mpsc::channel();
        let thread = thread::spawn(move || write_all(&folder, &waiting, tell));
        Recorder { versions: Some(versions), thread: Some(thread) }
    }

    pub fn write(&self, version: Version) {
        if let Some(versions) = &self.versions {
            drop(versions.send(version));
        }
    }
}

/// Waits until everything is on disk.
impl Drop for Recorder {
    fn drop(&mut self) {
        self.versions = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

fn write_all(folder: &std::path::Path, waiting: &Receiver<Version>, tell: impl Fn(io::Result<PathBuf>)) {
    let mut paths: BTreeMap<u32, PathBuf> = BTreeMap::new();
    while let Ok(first) = waiting.recv() {
        let mut newest = BTreeMap::from([(first.game, first)]);
        newest.extend(waiting.try_iter().map(|version| (version.game, version)));
        for (game, version) in newest {
            let result = match paths.get(&game) {
                Some(path) => replace_file(path, &version.bytes).map(|()| path.clone()),
                None => archive::write_new(folder, &version.stem, &version.bytes),
            };
            if let Ok(path) = &result {
                paths.insert(game, path.clone());
            }
            tell(result);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_version_of_every_game_is_on_disk_in_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let (tell, told) = mpsc::channel();
        let recorder =
            Recorder::start(folder.path().join("history"), move |written| drop(tell.send(written)));
        for number in 0..50 {
            for game in [1, 2] {
                let bytes = format!("(;C[{game} {number}])").into_bytes();
                recorder.write(Version { game, stem: "same".to_owned(), bytes });
            }
        }
        drop(recorder);
        assert!(told.iter().all(|result| result.is_ok()));
        for (game, name) in [(1, "same.sgf"), (2, "same-2.sgf")] {
            let text = std::fs::read_to_string(folder.path().join("history").join(name)).unwrap();
            assert_eq!(text, format!("(;C[{game} 49])"));
        }
        assert_eq!(archive::games(&folder.path().join("history")).unwrap().len(), 2);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_reported() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let (tell, told) = mpsc::channel();
        let recorder = Recorder::start(file.path().join("history"), move |written| drop(tell.send(written)));
        recorder.write(Version { game: 1, stem: "x".to_owned(), bytes: Vec::new() });
        assert!(told.recv().unwrap().is_err());
    }
}
