//! The journal on a real disk, on a full one, and damaged in various ways.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use play::journal::{BadLine, RoomSpec, put_closed, put_entry, put_opened};
use play::protocol::{Hex, Settings};
use play::table::{ConnectionId, Input, JournalEntry, NewTable};

use super::*;

pub(super) fn spec() -> RoomSpec {
    let opening = NewTable::new(Settings::default(), Hex([1; 32]));
    RoomSpec { title: "A room".to_owned(), number: 0, opening, standing: false }
}

/// Whether it is durable.
pub(super) fn write(journal: &Journal, line: impl FnOnce(&mut Vec<u8>)) -> bool {
    let mut buffer = Vec::new();
    line(&mut buffer);
    journal.write(buffer);
    journal.written.recv().unwrap().durable
}

fn open(path: &Path) -> Result<(Journal, Contents, Option<JournalDamage>), JournalError> {
    Journal::open(path, Box::new(|| ()))
}

fn reopen(path: &Path) -> (Journal, Contents, Option<JournalDamage>) {
    loop {
        // The old writer releases the lock when it notices that the journal was dropped.
        match open(path) {
            Err(JournalError::InUse) => thread::yield_now(),
            opened => return opened.unwrap(),
        }
    }
}

/// A journal with two rooms on disk: `a` with two entries, and `b`.
fn two_rooms(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_opened(&mut bytes, "a", &spec());
    put_entry(&mut bytes, "a", 5, &Input::Wake);
    put_entry(&mut bytes, "a", 6, &Input::Resumed);
    put_opened(&mut bytes, "b", &spec());
    fs::write(path, &bytes).unwrap();
    bytes
}

#[test]
fn rooms_are_restored_and_closed_ones_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rooms.jsonl");
    let (journal, contents, _) = open(&path).unwrap();
    assert!(contents.rooms.is_empty());
    for room in ["a", "b"] {
        assert!(write(&journal, |buffer| put_opened(buffer, room, &spec())));
    }
    let gone = Input::Disconnected { conn: ConnectionId(3) };
    assert!(write(&journal, |buffer| {
        put_entry(buffer, "a", 5, &Input::Wake);
        put_entry(buffer, "a", 6, &gone);
    }));
    assert!(write(&journal, |buffer| put_closed(buffer, "b")));
    // Two hosts would overwrite each other's lines.
    assert!(matches!(open(&path), Err(JournalError::InUse)));
    drop(journal);
    let (_, contents, damage) = reopen(&path);
    assert_eq!(damage, None);
    assert_eq!(contents.rooms.keys().collect::<Vec<_>>(), ["a"]);
    assert_eq!(
        contents.rooms["a"].entries,
        [JournalEntry { at: 5, input: Input::Wake }, JournalEntry { at: 6, input: gone }]
    );
}

#[test]
fn a_damaged_journal_is_kept_whole_and_never_over_an_earlier_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rooms.jsonl");
    for kept_as in ["rooms.jsonl.damaged", "rooms.jsonl.damaged-2"] {
        let mut bytes = two_rooms(&path);
        let third = bytes.split_inclusive(|byte| *byte == b'\n').take(2).map(<[u8]>::len).sum::<usize>();
        bytes[third + 20] ^= 1;
        fs::write(&path, &bytes).unwrap();
        let (_, contents, damage) = reopen(&path);
        let kept_as = folder.path().join(kept_as);
        let stop = Stop { line: 3, offset: third, reason: StopReason::Bad(BadLine::Checksum) };
        let path = path.clone();
        assert_eq!(damage, Some(JournalDamage { path, stop, kept_as: kept_as.clone(), rooms: 1 }));
        assert_eq!(fs::read(kept_as).unwrap(), bytes);
        assert_eq!(contents.rooms["a"].entries.len(), 1);
    }
    assert_eq!(reopen(&path).2, None, "what is left is whole");
}

#[test]
fn a_line_that_a_crash_cut_short_is_reported_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rooms.jsonl");
    let bytes = two_rooms(&path);
    fs::write(&path, &bytes[..bytes.len() - 9]).unwrap();
    let (_, contents, damage) = open(&path).unwrap();
    let damage = damage.unwrap();
    assert_eq!((damage.stop.reason, damage.stop.line, contents.rooms.len()), (StopReason::CutShort, 4, 1));
    let text = damage.to_string();
    assert!(text.contains("line 4") && text.contains("stopped while writing"), "{text}");
    assert_eq!(fs::read(damage.kept_as).unwrap(), bytes[..bytes.len() - 9]);
}

#[test]
fn a_journal_of_a_newer_version_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rooms.jsonl");
    let mut bytes = two_rooms(&path);
    // The CRC-32 of `7{}`.
    bytes.extend(b"7 3c1a87bb {}\n");
    fs::write(&path, &bytes).unwrap();
    let refused = open(&path).err().unwrap();
    assert!(matches!(refused, JournalError::Newer { line: 5, version: 7 }), "{refused}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

/// Takes a number of lines, then nothing until it has space again.
struct LimitedStorage {
    space: Arc<AtomicUsize>,
    lines: Arc<Mutex<Vec<u8>>>,
}

impl Storage for LimitedStorage {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
        let left = self.space.load(Ordering::SeqCst).checked_sub(lines).ok_or(io::ErrorKind::StorageFull)?;
        self.space.store(left, Ordering::SeqCst);
        self.lines.lock().unwrap().extend_from_slice(bytes);
        Ok(())
    }
}

#[test]
fn a_full_disk_is_reported_and_the_missing_lines_are_written_in_order_when_it_has_space() {
    let (space, lines) = (Arc::new(AtomicUsize::new(2)), Arc::default());
    let storage = LimitedStorage { space: Arc::clone(&space), lines: Arc::clone(&lines) };
    let journal = Journal::on(storage, None, Box::new(|| ())).unwrap();
    assert!(write(&journal, |buffer| put_opened(buffer, "a", &spec())));
    let entry = |at| write(&journal, |buffer| put_entry(buffer, "a", at, &Input::Wake));
    assert!(entry(1));
    assert!(!entry(2));
    assert!(!entry(3));
    space.store(100, Ordering::SeqCst);
    assert!(entry(4));
    assert!(entry(5));
    let contents = Contents::read(&lines.lock().unwrap());
    let times: Vec<u64> = contents.rooms["a"].entries.iter().map(|entry| entry.at).collect();
    assert_eq!((contents.stop, times), (None, vec![1, 2, 3, 4, 5]));
}
