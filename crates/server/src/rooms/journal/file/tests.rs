//! A journal in use: it stays short, and no line is lost while it is compacted.

use std::fs;

use play::journal::{Contents, put_closed, put_entry, put_opened, put_snapshot};
use play::table::{Input, Table};

use super::*;
use crate::rooms::journal::tests::spec;

const MIN_LENGTH: u64 = 4096;

struct InUse {
    _folder: tempfile::TempDir,
    file: JournalFile,
    /// Everything that was ever written.
    all: Vec<u8>,
    longest: u64,
}

impl InUse {
    fn new() -> InUse {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rooms.jsonl");
        fs::write(&path, b"").unwrap();
        let file = JournalFile::compacted_above(&path, MIN_LENGTH).unwrap();
        InUse { _folder: folder, file, all: Vec::new(), longest: 0 }
    }

    fn write(&mut self, line: impl FnOnce(&mut Vec<u8>)) {
        let mut bytes = Vec::new();
        line(&mut bytes);
        self.all.extend(&bytes);
        self.file.append(&bytes).unwrap();
        self.file.tidy_up();
        self.longest = self.longest.max(self.file.length);
        assert_eq!(fs::metadata(&self.file.path).unwrap().len(), self.file.length);
    }

    /// Until the file is as short as it can be.
    fn settle(&mut self) {
        while self.file.compaction.is_some() {
            thread::yield_now();
            self.file.tidy_up();
        }
    }

    fn rooms(bytes: &[u8]) -> Vec<(String, u64, String)> {
        let contents = Contents::read(bytes);
        assert_eq!(contents.stop, None);
        let rooms = contents.rooms.into_iter();
        rooms
            .map(|(id, room)| (id, room.next_moment(), serde_json::to_string(&room.into_table()).unwrap()))
            .collect()
    }

    fn assert_nothing_is_lost(&self) {
        assert_eq!(InUse::rooms(&fs::read(&self.file.path).unwrap()), InUse::rooms(&self.all));
    }
}

#[test]
fn closed_rooms_do_not_accumulate_and_open_ones_lose_nothing() {
    let mut journal = InUse::new();
    journal.write(|bytes| put_opened(bytes, "stays", &spec()));
    for number in 0..400u64 {
        let id = format!("room-{number}");
        journal.write(|bytes| put_opened(bytes, &id, &spec()));
        journal.write(|bytes| put_entry(bytes, &id, number, &Input::Resumed));
        journal.write(|bytes| put_closed(bytes, &id));
        if number % 20 == 0 {
            journal.write(|bytes| put_entry(bytes, "stays", number, &Input::Resumed));
        }
        // A disk that is always slower than the compaction.
        journal.settle();
    }
    assert!(journal.all.len() > 100_000, "{}", journal.all.len());
    assert!(journal.longest < 3 * MIN_LENGTH, "{}", journal.longest);
    journal.assert_nothing_is_lost();
}

#[test]
fn lines_that_are_written_during_a_compaction_are_kept() {
    let mut journal = InUse::new();
    journal.write(|bytes| put_opened(bytes, "a", &spec()));
    let mut compactions = 0;
    for at in 1..600u64 {
        let was_running = journal.file.compaction.is_some();
        journal.write(|bytes| put_entry(bytes, "a", at, &Input::Resumed));
        compactions += usize::from(was_running && journal.file.compaction.is_none());
        if at % 50 == 0 {
            let (_, _, table) = InUse::rooms(&journal.all).remove(0);
            let table: Table = serde_json::from_str(&table).unwrap();
            journal.write(|bytes| put_snapshot(bytes, "a", at, &table));
        }
    }
    journal.settle();
    assert!(compactions > 0);
    journal.assert_nothing_is_lost();
}

#[test]
fn a_room_that_plays_all_evening_stays_short_with_snapshots() {
    let mut journal = InUse::new();
    journal.write(|bytes| put_opened(bytes, "a", &spec()));
    let mut table = Table::new(&spec().opening);
    for at in 1..2000u64 {
        journal.write(|bytes| put_entry(bytes, "a", at, &Input::Resumed));
        table.handle(moment::Moment::from_millis(at), Input::Resumed);
        if at % 30 == 0 {
            journal.write(|bytes| put_snapshot(bytes, "a", at, &table));
        }
        journal.settle();
    }
    assert!(journal.all.len() > 100_000 && journal.longest < 3 * MIN_LENGTH, "{}", journal.longest);
    journal.assert_nothing_is_lost();
}

/// Bits that changed on the disk are no reason to drop lines.
#[test]
fn a_damaged_file_is_not_compacted() {
    let mut journal = InUse::new();
    journal.write(|bytes| put_opened(bytes, "a", &spec()));
    let mut damaged = fs::read(&journal.file.path).unwrap();
    damaged[30] ^= 1;
    fs::write(&journal.file.path, &damaged).unwrap();
    while journal.file.compaction.is_none() {
        journal.write(|bytes| put_closed(bytes, "nobody"));
    }
    journal.settle();
    let kept = fs::read(&journal.file.path).unwrap();
    assert!(kept.starts_with(&damaged) && kept.len() as u64 > MIN_LENGTH);
}
