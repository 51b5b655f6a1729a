//! The rooms' journal: one line of JSON per event, on disk before anybody gets a reply. One thread writes for all rooms;
//! everything that arrives while the disk is busy is written and synced together.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

use play::table::{Input, JournalEntry};
use serde::{Deserialize, Serialize};

use super::RoomSpec;
use crate::file::replace_private_file;
use crate::private_files::create_private_file;

#[derive(Serialize, Deserialize)]
struct JournalLine<'a> {
    room: std::borrow::Cow<'a, str>,
    #[serde(flatten)]
    event: RoomEvent,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RoomEvent {
    Opened(RoomSpec),
    Entry(JournalEntry),
    Closed(bool),
}

/// A room as the journal has it.
pub(super) struct Restored {
    pub(super) spec: RoomSpec,
    pub(super) entries: Vec<JournalEntry>,
}

/// An entry as it is written: serde's `flatten` costs several times as much.
#[derive(Serialize)]
struct EntryLine<'a> {
    room: &'a str,
    entry: EntryRef<'a>,
}

#[derive(Serialize)]
struct EntryRef<'a> {
    at: u64,
    input: &'a Input,
}

/// Why a journal cannot be opened.
#[derive(Debug)]
pub enum JournalError {
    /// Another host writes to it.
    InUse,
    Io(io::Error),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::InUse => f.write_str("another host is using this journal"),
            JournalError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for JournalError {}

impl From<io::Error> for JournalError {
    fn from(error: io::Error) -> JournalError {
        JournalError::Io(error)
    }
}

/// The result of the last write.
pub(super) struct Written {
    /// The lines are on disk.
    pub(super) durable: bool,
    /// The emptied buffer, to be used again.
    pub(super) buffer: Vec<u8>,
}

/// Called after each write.
pub(super) type WakeCallback = Box<dyn Fn() + Send>;

/// Takes one buffer of lines at a time.
pub(super) struct Journal {
    buffers: Sender<Vec<u8>>,
    written: Receiver<Written>,
}

impl Journal {
    /// Reads the rooms and compacts the file: closed rooms and a line that a crash cut short are dropped.
    pub(super) fn open(
        path: &Path,
        wake: WakeCallback,
    ) -> Result<(Journal, BTreeMap<String, Restored>), JournalError> {
        let lock_path = path.with_extension("lock");
        create_private_file(&lock_path)?;
        let lock = OpenOptions::new().append(true).open(lock_path)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let restored = read(path)?;
        replace_private_file(path, &compacted(&restored)?)?;
        let file = OpenOptions::new().append(true).open(path)?;
        let length = file.metadata()?.len();
        Ok((Journal::on(JournalFile { file, length }, Some(lock), wake)?, restored))
    }

    pub(super) fn on(
        storage: impl Storage + Send + 'static,
        lock: Option<File>,
        wake: WakeCallback,
    ) -> io::Result<Journal> {
        let (buffers, submitted) = channel();
        let (sender, written) = channel();
        let report = move |result| {
            // Fails only on shutdown, when nobody waits for it.
            let _ = sender.send(result);
            wake();
        };
        let write = move || write_all(storage, &submitted, report, lock);
        thread::Builder::new().name("journal".to_owned()).spawn(write)?;
        Ok(Journal { buffers, written })
    }

    pub(super) fn write(&self, buffer: Vec<u8>) {
        // If the writer is gone, `written` reports the failure.
        let _ = self.buffers.send(buffer);
    }

    /// The result of the write in progress, once it is there.
    pub(super) fn written(&self) -> Option<Written> {
        match self.written.try_recv() {
            Ok(written) => Some(written),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Written { durable: false, buffer: Vec::new() }),
        }
    }
}

pub(super) fn put_entry(buffer: &mut Vec<u8>, room: &str, at: u64, input: &Input) {
    put(buffer, &EntryLine { room, entry: EntryRef { at, input } });
}

pub(super) fn put_opened(buffer: &mut Vec<u8>, room: &str, spec: &RoomSpec) {
    put(buffer, &JournalLine { room: room.into(), event: RoomEvent::Opened(spec.clone()) });
}

pub(super) fn put_closed(buffer: &mut Vec<u8>, room: &str) {
    put(buffer, &JournalLine { room: room.into(), event: RoomEvent::Closed(true) });
}

/// Appends a whole line, or nothing if it cannot be serialized.
fn put(buffer: &mut Vec<u8>, line: &impl Serialize) {
    let before = buffer.len();
    match serde_json::to_writer(&mut *buffer, line) {
        Ok(()) => buffer.push(b'\n'),
        Err(_) => buffer.truncate(before),
    }
}

fn read(path: &Path) -> io::Result<BTreeMap<String, Restored>> {
    let mut rooms: BTreeMap<String, Restored> = BTreeMap::new();
    let file = match File::open(path) {
        Ok(file) => file,
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => return Ok(rooms),
        Err(error) => return Err(error),
    };
    for line in BufReader::new(file).split(b'\n') {
        let Ok(JournalLine { room, event }) = serde_json::from_slice(&line?) else { continue };
        match event {
            RoomEvent::Opened(spec) => {
                rooms.insert(room.into_owned(), Restored { spec, entries: Vec::new() });
            }
            RoomEvent::Entry(entry) => {
                if let Some(restored) = rooms.get_mut(room.as_ref()) {
                    restored.entries.push(entry);
                }
            }
            RoomEvent::Closed(_) => drop(rooms.remove(room.as_ref())),
        }
    }
    Ok(rooms)
}

fn compacted(rooms: &BTreeMap<String, Restored>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for (room, restored) in rooms {
        let entries = restored.entries.iter().cloned().map(RoomEvent::Entry);
        for event in [RoomEvent::Opened(restored.spec.clone())].into_iter().chain(entries) {
            serde_json::to_writer(&mut bytes, &JournalLine { room: room.into(), event })?;
            bytes.push(b'\n');
        }
    }
    Ok(bytes)
}

/// Where the lines are stored.
pub(super) trait Storage {
    /// Stores all bytes durably, or none.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;
}

struct JournalFile {
    file: File,
    length: u64,
}

impl Storage for JournalFile {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let done = self.file.write_all(bytes).and_then(|()| self.file.sync_data());
        match &done {
            Ok(()) => self.length += bytes.len() as u64,
            // Half a line would corrupt the next one.
            Err(_) => drop(self.file.set_len(self.length)),
        }
        done
    }
}

/// Lines that a full disk refused wait until it has space again: a journal with a gap replays a different game.
const MAX_BACKLOG: usize = 16 << 20;

/// Why lines were not written.
enum WriteError {
    BacklogFull,
    Io(io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::BacklogFull => f.write_str("too many lines are waiting to be written"),
            WriteError::Io(error) => error.fmt(f),
        }
    }
}

/// Keeps the lock while the journal is in use.
fn write_all(
    mut storage: impl Storage,
    buffers: &Receiver<Vec<u8>>,
    report: impl Fn(Written),
    _lock: Option<File>,
) {
    let mut failed = false;
    let mut backlog: Vec<u8> = Vec::new();
    while let Ok(mut buffer) = buffers.recv() {
        if !backlog.is_empty() && backlog.len() <= MAX_BACKLOG {
            backlog.append(&mut buffer);
        }
        let lines = if backlog.is_empty() { &buffer } else { &backlog };
        // A backlog beyond the limit is never written: the journal ends where the disk was full.
        let done = match backlog.len() {
            ..=MAX_BACKLOG => storage.append(lines).map_err(WriteError::Io),
            _ => Err(WriteError::BacklogFull),
        };
        match &done {
            Ok(()) => backlog = Vec::new(),
            Err(error) if !failed => eprintln!("tabiya: the journal of rooms cannot be written: {error}"),
            Err(_) => {}
        }
        failed = done.is_err();
        if failed && backlog.is_empty() {
            backlog.append(&mut buffer);
        }
        buffer.clear();
        report(Written { durable: !failed, buffer });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::protocol::{Hex, Settings};
    use play::table::NewTable;

    fn spec() -> RoomSpec {
        let opening = NewTable { settings: Settings::default(), secret: Hex([1; 32]) };
        RoomSpec { title: "A room".to_owned(), number: 0, opening }
    }

    /// Whether it is durable.
    fn write(journal: &Journal, line: impl FnOnce(&mut Vec<u8>)) -> bool {
        let mut buffer = Vec::new();
        line(&mut buffer);
        journal.write(buffer);
        journal.written.recv().unwrap().durable
    }

    #[test]
    fn rooms_are_restored_and_closed_ones_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rooms.jsonl");
        let (journal, restored) = Journal::open(&path, Box::new(|| ())).unwrap();
        assert!(restored.is_empty());
        for room in ["a", "b"] {
            assert!(write(&journal, |buffer| put_opened(buffer, room, &spec())));
        }
        let gone = Input::Disconnected { conn: play::table::ConnectionId(3) };
        assert!(write(&journal, |buffer| {
            put_entry(buffer, "a", 5, &Input::Wake);
            put_entry(buffer, "a", 6, &gone);
        }));
        assert!(write(&journal, |buffer| put_closed(buffer, "b")));
        // Two hosts would overwrite each other's lines.
        assert!(matches!(Journal::open(&path, Box::new(|| ())), Err(JournalError::InUse)));
        drop(journal);
        let torn = b"{\"room\":\"a\",\"entry\":{\"at\":6,";
        OpenOptions::new().append(true).open(&path).unwrap().write_all(torn).unwrap();
        let restored = loop {
            // The old writer releases the lock when it notices that the journal was dropped.
            if let Ok((_, restored)) = Journal::open(&path, Box::new(|| ())) {
                break restored;
            }
            thread::yield_now();
        };
        assert_eq!(restored.keys().collect::<Vec<_>>(), ["a"]);
        assert_eq!(
            restored["a"].entries,
            [JournalEntry { at: 5, input: Input::Wake }, JournalEntry { at: 6, input: gone }]
        );
    }

    /// Takes a number of lines, then nothing until it has space again.
    struct LimitedStorage {
        space: std::sync::Arc<std::sync::atomic::AtomicUsize>,
        lines: std::sync::Arc<std::sync::Mutex<Vec<u8>>>,
    }

    impl Storage for LimitedStorage {
        fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
            let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
            let space = self.space.load(std::sync::atomic::Ordering::SeqCst);
            let left = space.checked_sub(lines).ok_or(io::ErrorKind::StorageFull)?;
            self.space.store(left, std::sync::atomic::Ordering::SeqCst);
            self.lines.lock().unwrap().extend_from_slice(bytes);
            Ok(())
        }
    }

    #[test]
    fn a_full_disk_is_reported_and_the_missing_lines_are_written_in_order_when_it_has_space() {
        let (space, lines) = (std::sync::Arc::default(), std::sync::Arc::default());
        let storage =
            LimitedStorage { space: std::sync::Arc::clone(&space), lines: std::sync::Arc::clone(&lines) };
        let journal = Journal::on(storage, None, Box::new(|| ())).unwrap();
        space.store(2, std::sync::atomic::Ordering::SeqCst);
        assert!(write(&journal, |buffer| put_opened(buffer, "a", &spec())));
        let entry = |at| write(&journal, |buffer| put_entry(buffer, "a", at, &Input::Wake));
        assert!(entry(1));
        assert!(!entry(2));
        assert!(!entry(3));
        space.store(100, std::sync::atomic::Ordering::SeqCst);
        assert!(entry(4));
        assert!(entry(5));
        let written = String::from_utf8(lines.lock().unwrap().clone()).unwrap();
        let times: Vec<bool> = written
            .lines()
            .skip(1)
            .zip(1..)
            .map(|(line, at)| line.contains(&format!("\"at\":{at},")))
            .collect();
        assert_eq!(times, [true; 5]);
    }
}
