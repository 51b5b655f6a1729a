//! What happened in the rooms, a line of JSON each, on the disk before anybody hears of it. A thread of its own writes
//! for all rooms: whatever has come while the disk was busy is written and synced together.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

use play::table::{Entry, Input};
use serde::{Deserialize, Serialize};

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

/// An entry as it is written: serde's `flatten` would cost several times as much.
#[derive(Serialize)]
struct EntryLine<'a> {
    room: &'a str,
    entry: HeardAt<'a>,
}

#[derive(Serialize)]
struct HeardAt<'a> {
    at: u64,
    input: &'a Input,
}

/// What became of the lines that were handed over last.
pub(super) struct Answer {
    /// They are on the disk.
    pub(super) kept: bool,
    /// The empty sheet, to be used again.
    pub(super) sheet: Vec<u8>,
}

/// Called when there is an answer.
pub(super) type Knock = Box<dyn Fn() + Send>;

/// Takes one sheet of lines at a time.
pub(super) struct Journal {
    sheets: Sender<Vec<u8>>,
    answers: Receiver<Answer>,
}

impl Journal {
    /// Rooms that were closed are left out of the file, and a line that a crash tore is too.
    pub(super) fn open(path: &Path, knock: Knock) -> io::Result<(Journal, BTreeMap<String, Kept>)> {
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
        Ok((Journal::on(Paper { file, length }, Some(lock), knock)?, kept))
    }

    pub(super) fn on(
        disk: impl Disk + Send + 'static,
        lock: Option<File>,
        knock: Knock,
    ) -> io::Result<Journal> {
        let (sheets, handed) = channel();
        let (tell, answers) = channel();
        let answer = move |answer| {
            // Who does not wait for it any more need not know.
            let _ = tell.send(answer);
            knock();
        };
        let write = move || write_all(disk, &handed, answer, lock);
        thread::Builder::new().name("journal".to_owned()).spawn(write)?;
        Ok(Journal { sheets, answers })
    }

    /// Hands a sheet of lines over.
    pub(super) fn write(&self, sheet: Vec<u8>) {
        // A writer that is gone says so when it is asked.
        let _ = self.sheets.send(sheet);
    }

    /// To the sheet that was handed over, once there is one.
    pub(super) fn answer(&self) -> Option<Answer> {
        match self.answers.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Answer { kept: false, sheet: Vec::new() }),
        }
    }
}

/// A line on the sheet; whatever cannot be written leaves nothing there.
pub(super) fn put_entry(sheet: &mut Vec<u8>, room: &str, at: u64, input: &Input) {
    put(sheet, &EntryLine { room, entry: HeardAt { at, input } });
}

pub(super) fn put_opened(sheet: &mut Vec<u8>, room: &str, opened: &Opened) {
    put(sheet, &Line { room: room.into(), what: What::Opened(opened.clone()) });
}

pub(super) fn put_closed(sheet: &mut Vec<u8>, room: &str) {
    put(sheet, &Line { room: room.into(), what: What::Closed(true) });
}

fn put(sheet: &mut Vec<u8>, line: &impl Serialize) {
    let before = sheet.len();
    match serde_json::to_writer(&mut *sheet, line) {
        Ok(()) => sheet.push(b'\n'),
        Err(_) => sheet.truncate(before),
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
pub(super) trait Disk {
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
fn write_all(mut disk: impl Disk, sheets: &Receiver<Vec<u8>>, answer: impl Fn(Answer), _lock: Option<File>) {
    let mut failed = false;
    let mut owed: Vec<u8> = Vec::new();
    while let Ok(mut sheet) = sheets.recv() {
        // Mostly nothing is owed, and the sheet goes to the disk as it is.
        if !owed.is_empty() && owed.len() <= MOST_OWED {
            owed.append(&mut sheet);
        }
        let lines = if owed.is_empty() { &sheet } else { &owed };
        // Too much owed is never paid: the journal ends where the disk was full.
        let done = match owed.len() {
            ..=MOST_OWED => disk.append(lines),
            _ => Err(io::ErrorKind::StorageFull.into()),
        };
        match &done {
            Ok(()) => owed = Vec::new(),
            Err(error) if !failed => eprintln!("tabiya: the journal of rooms cannot be written: {error}"),
            Err(_) => {}
        }
        failed = done.is_err();
        if failed && owed.is_empty() {
            owed.append(&mut sheet);
        }
        sheet.clear();
        answer(Answer { kept: !failed, sheet });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::protocol::{Hex, Settings};
    use play::table::Opening;

    fn opened() -> Opened {
        let opening = Opening { settings: Settings::default(), secret: Hex([1; 32]) };
        Opened { title: "A room".to_owned(), number: 0, opening }
    }

    /// Whether it was kept.
    fn write(journal: &Journal, line: impl FnOnce(&mut Vec<u8>)) -> bool {
        let mut sheet = Vec::new();
        line(&mut sheet);
        journal.write(sheet);
        journal.answers.recv().unwrap().kept
    }

    #[test]
    fn what_was_kept_is_there_again_and_what_was_closed_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rooms.jsonl");
        let (journal, kept) = Journal::open(&path, Box::new(|| ())).unwrap();
        assert!(kept.is_empty());
        for room in ["a", "b"] {
            assert!(write(&journal, |sheet| put_opened(sheet, room, &opened())));
        }
        let gone = Input::Gone { conn: play::table::Conn(3) };
        assert!(write(&journal, |sheet| {
            put_entry(sheet, "a", 5, &Input::Wake);
            put_entry(sheet, "a", 6, &gone);
        }));
        assert!(write(&journal, |sheet| put_closed(sheet, "b")));
        assert!(Journal::open(&path, Box::new(|| ())).is_err(), "two hosts would write over each other");
        drop(journal);
        let torn = b"{\"room\":\"a\",\"entry\":{\"at\":6,";
        OpenOptions::new().append(true).open(&path).unwrap().write_all(torn).unwrap();
        let kept = loop {
            // The old writer lets go of the lock when it notices that nobody is left.
            if let Ok((_, kept)) = Journal::open(&path, Box::new(|| ())) {
                break kept;
            }
            thread::yield_now();
        };
        assert_eq!(kept.keys().collect::<Vec<_>>(), ["a"]);
        assert_eq!(kept["a"].entries, [Entry { at: 5, input: Input::Wake }, Entry { at: 6, input: gone }]);
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

    #[test]
    fn a_full_disk_is_told_and_what_it_missed_is_written_in_order_when_there_is_room() {
        let (room, lines) = (std::sync::Arc::default(), std::sync::Arc::default());
        let disk = Full { room: std::sync::Arc::clone(&room), lines: std::sync::Arc::clone(&lines) };
        let journal = Journal::on(disk, None, Box::new(|| ())).unwrap();
        room.store(2, std::sync::atomic::Ordering::SeqCst);
        assert!(write(&journal, |sheet| put_opened(sheet, "a", &opened())));
        let entry = |at| write(&journal, |sheet| put_entry(sheet, "a", at, &Input::Wake));
        assert!(entry(1));
        assert!(!entry(2));
        assert!(!entry(3));
        room.store(100, std::sync::atomic::Ordering::SeqCst);
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
