//! What happened in the rooms, a line of JSON each, on the disk before anybody hears of it. One thread writes for all
//! rooms: whatever has come while the disk was busy is written and synced together.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::mpsc as std_mpsc;
use std::thread;
use std::time::Duration;

use play::table::Entry;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use super::Opened;
use crate::file::replace_file;

/// How long a busy writer waits for more before it writes.
const GATHERS: Duration = Duration::from_millis(20);

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
    /// Whether it is on the disk.
    written: oneshot::Sender<bool>,
}

/// Says whether it is on the disk, once that is known.
pub(super) type Written = oneshot::Receiver<bool>;

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
        let length = file.metadata()?.len();
        Ok((Journal::on(Paper { file, length }, Some(lock))?, kept))
    }

    fn on(disk: impl Disk + Send + 'static, lock: Option<File>) -> io::Result<Journal> {
        let (jobs, received) = std_mpsc::channel();
        let write = move || write_all(disk, &received, lock);
        thread::Builder::new().name("journal".to_owned()).spawn(write)?;
        Ok(Journal { jobs: Some(jobs) })
    }

    pub(super) fn is_kept(&self) -> bool {
        self.jobs.is_some()
    }

    /// Whether it was written down.
    pub(super) async fn opened(&self, room: &str, opened: &Opened) -> bool {
        is_written(self.keep(room, What::Opened(opened.clone()))).await
    }

    /// Nothing to wait for where nothing is kept.
    pub(super) fn entry(&self, room: &str, entry: Entry) -> Option<Written> {
        self.keep(room, What::Entry(entry))
    }

    pub(super) async fn closed(&self, room: &str) -> bool {
        is_written(self.keep(room, What::Closed(true))).await
    }

    fn keep(&self, room: &str, what: What) -> Option<Written> {
        let jobs = self.jobs.as_ref()?;
        // Whatever goes wrong on the way drops the other end, which says no.
        let (written, done) = oneshot::channel();
        let mut line = Vec::with_capacity(384);
        if serde_json::to_writer(&mut line, &Line { room: room.into(), what }).is_ok() {
            line.push(b'\n');
            drop(jobs.send(Job { line, written }));
        }
        Some(done)
    }
}

async fn is_written(written: Option<Written>) -> bool {
    match written {
        Some(written) => written.await.unwrap_or(false),
        None => true,
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

/// Where the lines go.
trait Disk {
    /// All of it, for good; or nothing.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;
}

struct Paper {
    file: File,
    length: u64,
}

impl Disk for Paper {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let done = self.file.write_all(bytes).and_then(|()| self.file.sync_data());
        match &done {
            Ok(()) => self.length += bytes.len() as u64,
            // Half a line would spoil the next one.
            Err(_) => drop(self.file.set_len(self.length)),
        }
        done
    }
}

/// What a full disk did not take is kept for when it has room again: a journal with a hole tells another game.
const MOST_OWED: usize = 16 << 20;

/// The lock is held for as long as there is somebody to write for.
fn write_all(mut disk: impl Disk, jobs: &std_mpsc::Receiver<Job>, _lock: Option<File>) {
    let (mut busy, mut failed) = (false, false);
    let mut owed: Vec<u8> = Vec::new();
    while let Ok(first) = jobs.recv() {
        if busy {
            // Syncs cost more than the little wait that spares most of them.
            thread::sleep(GATHERS);
        }
        let batch: Vec<Job> = std::iter::once(first).chain(jobs.try_iter()).collect();
        busy = batch.len() > 4;
        // Too much owed is never paid: the journal ends where the disk was full.
        if owed.len() <= MOST_OWED {
            batch.iter().for_each(|job| owed.extend_from_slice(&job.line));
        }
        let written = match disk.append(&owed) {
            _ if owed.len() > MOST_OWED => false,
            Ok(()) => {
                owed.clear();
                true
            }
            Err(error) => {
                if !failed {
                    eprintln!("tabiya: the journal of rooms cannot be written: {error}");
                }
                false
            }
        };
        failed = !written;
        for job in batch {
            // A room that was dropped meanwhile does not wait.
            let _ = job.written.send(written);
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
            assert!(journal.opened(room, &opened()).await);
        }
        assert!(is_written(journal.entry("a", Entry { at: 5, input: Input::Wake })).await);
        assert!(journal.closed("b").await);
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

    /// Takes so many lines, then nothing until it is emptied.
    struct Full {
        room: std::sync::Arc<std::sync::atomic::AtomicUsize>,
        lines: std::sync::Arc<std::sync::Mutex<Vec<u8>>>,
    }

    impl Disk for Full {
        fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
            let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
            let room = self.room.load(std::sync::atomic::Ordering::SeqCst);
            let left = room.checked_sub(lines).ok_or(io::ErrorKind::StorageFull)?;
            self.room.store(left, std::sync::atomic::Ordering::SeqCst);
            self.lines.lock().unwrap().extend_from_slice(bytes);
            Ok(())
        }
    }

    #[tokio::test]
    async fn a_full_disk_is_told_and_what_it_missed_is_written_in_order_when_there_is_room() {
        let (room, lines) = (std::sync::Arc::default(), std::sync::Arc::default());
        let disk = Full { room: std::sync::Arc::clone(&room), lines: std::sync::Arc::clone(&lines) };
        let journal = Journal::on(disk, None).unwrap();
        room.store(2, std::sync::atomic::Ordering::SeqCst);
        assert!(journal.opened("a", &opened()).await);
        let entry = |at| Entry { at, input: Input::Wake };
        assert!(is_written(journal.entry("a", entry(1))).await);
        assert!(!is_written(journal.entry("a", entry(2))).await);
        assert!(!is_written(journal.entry("a", entry(3))).await);
        room.store(100, std::sync::atomic::Ordering::SeqCst);
        assert!(is_written(journal.entry("a", entry(4))).await);
        let written = String::from_utf8(lines.lock().unwrap().clone()).unwrap();
        let times: Vec<bool> = written
            .lines()
            .skip(1)
            .zip(1..)
            .map(|(line, at)| line.contains(&format!("\"at\":{at},")))
            .collect();
        assert_eq!(times, [true; 4]);
    }
}
