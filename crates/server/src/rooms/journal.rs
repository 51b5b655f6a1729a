//! What happened in the rooms, a line of JSON each, on the disk before anybody hears of it. One thread writes for all
//! rooms: whatever has come while the disk was busy is written and synced together.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::mpsc as std_mpsc;
use std::thread;

use play::table::Entry;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use super::Opened;
use crate::file::replace_file;

#[derive(Serialize, Deserialize)]
struct Line<'a> {
    room: std::borrow::Cow<'a, str>,
    #[serde(flatten)]
    what: What,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum What {
    Opened(Opened),
    Entry(Entry),
    Closed(bool),
}

/// A room as the journal has it.
pub(super) struct Kept {
    pub(super) opened: Opened,
    pub(super) entries: Vec<Entry>,
}

struct Job {
    line: Vec<u8>,
    written: oneshot::Sender<()>,
}

#[derive(Clone)]
pub(super) struct Journal {
    jobs: Option<std_mpsc::Sender<Job>>,
}

impl Journal {
    pub(super) fn none() -> Journal {
        Journal { jobs: None }
    }

    /// Rooms that were closed are left out of the file, and a line that a crash tore is too.
    pub(super) fn open(path: &Path) -> io::Result<(Journal, BTreeMap<String, Kept>)> {
        let lock = OpenOptions::new().create(true).append(true).open(path.with_extension("lock"))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(io::ErrorKind::WouldBlock, "another host keeps this journal"));
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let kept = read(path)?;
        replace_file(path, &written(&kept)?)?;
        let file = OpenOptions::new().append(true).open(path)?;
        let (jobs, received) = std_mpsc::channel();
        thread::Builder::new().name("journal".to_owned()).spawn(move || write_all(file, &received, lock))?;
        Ok((Journal { jobs: Some(jobs) }, kept))
    }

    pub(super) fn is_kept(&self) -> bool {
        self.jobs.is_some()
    }

    pub(super) async fn opened(&self, room: &str, opened: &Opened) -> io::Result<()> {
        self.keep(room, What::Opened(opened.clone())).await;
        Ok(())
    }

    pub(super) async fn entry(&self, room: &str, entry: &Entry) {
        self.keep(room, What::Entry(entry.clone())).await;
    }

    pub(super) async fn closed(&self, room: &str) {
        self.keep(room, What::Closed(true)).await;
    }

    async fn keep(&self, room: &str, what: What) {
        let Some(jobs) = &self.jobs else { return };
        let Ok(mut line) = serde_json::to_vec(&Line { room: room.into(), what }) else { return };
        line.push(b'\n');
        let (written, done) = oneshot::channel();
        if jobs.send(Job { line, written }).is_ok() {
            // A writer that ended has said so; the game goes on without it.
            drop(done.await);
        }
    }
}

fn read(path: &Path) -> io::Result<BTreeMap<String, Kept>> {
    let mut kept: BTreeMap<String, Kept> = BTreeMap::new();
    let file = match File::open(path) {
        Ok(file) => file,
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => return Ok(kept),
        Err(error) => return Err(error),
    };
    for line in BufReader::new(file).split(b'\n') {
        let Ok(Line { room, what }) = serde_json::from_slice(&line?) else { continue };
        match what {
            What::Opened(opened) => {
                kept.insert(room.into_owned(), Kept { opened, entries: Vec::new() });
            }
            What::Entry(entry) => {
                if let Some(kept) = kept.get_mut(room.as_ref()) {
                    kept.entries.push(entry);
                }
            }
            What::Closed(_) => drop(kept.remove(room.as_ref())),
        }
    }
    Ok(kept)
}

fn written(kept: &BTreeMap<String, Kept>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for (room, kept) in kept {
        let entries = kept.entries.iter().cloned().map(What::Entry);
        for what in [What::Opened(kept.opened.clone())].into_iter().chain(entries) {
            serde_json::to_writer(&mut bytes, &Line { room: room.into(), what })?;
            bytes.push(b'\n');
        }
    }
    Ok(bytes)
}

/// The lock is held for as long as there is somebody to write for.
fn write_all(mut file: File, jobs: &std_mpsc::Receiver<Job>, _lock: File) {
    while let Ok(first) = jobs.recv() {
        let mut batch = vec![first];
        batch.extend(jobs.try_iter());
        let bytes: Vec<u8> = batch.iter().flat_map(|job| &job.line).copied().collect();
        if let Err(error) = file.write_all(&bytes).and_then(|()| file.sync_data()) {
            eprintln!("tabiya: the journal of rooms cannot be written: {error}");
        }
        for job in batch {
            // A room that was dropped meanwhile does not wait.
            let _ = job.written.send(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::protocol::{Hex, Settings};
    use play::table::{Input, Opening};

    fn opened() -> Opened {
        let opening = Opening { settings: Settings::default(), secret: Hex([1; 32]) };
        Opened { title: "A room".to_owned(), number: 0, opening }
    }

    #[tokio::test]
    async fn what_was_kept_is_there_again_and_what_was_closed_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rooms.jsonl");
        let (journal, kept) = Journal::open(&path).unwrap();
        assert!(kept.is_empty());
        for room in ["a", "b"] {
            journal.opened(room, &opened()).await.unwrap();
        }
        journal.entry("a", &Entry { at: 5, input: Input::Wake }).await;
        journal.closed("b").await;
        assert!(Journal::open(&path).is_err(), "two hosts would write over each other");
        drop(journal);
        let torn = b"{\"room\":\"a\",\"entry\":{\"at\":6,";
        OpenOptions::new().append(true).open(&path).unwrap().write_all(torn).unwrap();
        let kept = loop {
            // The old writer lets go of the lock when it notices that nobody is left.
            if let Ok((_, kept)) = Journal::open(&path) {
                break kept;
            }
            tokio::task::yield_now().await;
        };
        assert_eq!(kept.keys().collect::<Vec<_>>(), ["a"]);
        assert_eq!(kept["a"].entries, [Entry { at: 5, input: Input::Wake }]);
    }
}
