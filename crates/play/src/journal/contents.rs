//! What is in a journal: its rooms up to the first line that cannot be read.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Deserialize;

use super::RoomSpec;
use super::line::{BadLine, Line, VERSION};
use crate::table::{JournalEntry, Table};

#[derive(Deserialize)]
struct EventLine<'a> {
    #[serde(borrow)]
    room: Cow<'a, str>,
    opened: Option<RoomSpec>,
    entry: Option<JournalEntry>,
    snapshot: Option<Box<Snapshot>>,
    closed: Option<bool>,
}

/// A table at this millisecond of its time. It replaces the entries before it.
#[derive(Debug, Deserialize)]
pub struct Snapshot {
    pub at: u64,
    pub table: Table,
}

/// A room as the journal has it.
#[derive(Debug)]
pub struct StoredRoom {
    pub spec: RoomSpec,
    pub snapshot: Option<Box<Snapshot>>,
    /// Since the snapshot.
    pub entries: Vec<JournalEntry>,
    /// Lines about it, those that a snapshot has replaced included.
    pub lines: usize,
    /// Bytes of the entries.
    pub entry_bytes: usize,
}

impl StoredRoom {
    fn new(spec: RoomSpec) -> StoredRoom {
        StoredRoom { spec, snapshot: None, entries: Vec::new(), lines: 1, entry_bytes: 0 }
    }

    /// Where the table's time continues: after the last line; 0 if nothing has happened.
    pub fn next_moment(&self) -> u64 {
        let last = self.entries.last().map(|entry| entry.at);
        let last = last.or(self.snapshot.as_ref().map(|snapshot| snapshot.at));
        last.map_or(0, |at| at.saturating_add(1))
    }

    /// The table as it was when the last line was written.
    pub fn into_table(self) -> Table {
        let table = self.snapshot.map_or_else(|| Table::new(&self.spec.opening), |snapshot| snapshot.table);
        Table::continue_from(table, self.entries)
    }
}

/// Where reading stopped, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// From 1.
    pub line: usize,
    /// Of the line's first byte.
    pub offset: usize,
    pub reason: StopReason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    Bad(BadLine),
    /// The last line has no end: the host was stopped while it wrote it.
    CutShort,
    /// Another version of the program wrote it, and its checksum is right.
    Newer {
        version: u32,
    },
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::Bad(why) => write!(f, "damaged: {why}"),
            StopReason::CutShort => f.write_str(
                "incomplete: the host was stopped while writing it, before confirming it to anybody",
            ),
            StopReason::Newer { version } => write!(
                f,
                "of version {version}, written by a newer Tabiya; this one reads versions up to {VERSION}"
            ),
        }
    }
}

#[derive(Debug, Default)]
pub struct Contents {
    /// The open rooms, by their id.
    pub rooms: BTreeMap<String, StoredRoom>,
    /// Lines that were read.
    pub lines: usize,
    /// Their bytes, from the start.
    pub bytes: usize,
    pub versions: BTreeSet<u32>,
    /// `None` if everything was read.
    pub stop: Option<Stop>,
}

impl Contents {
    pub fn read(bytes: &[u8]) -> Contents {
        let mut contents = Contents::default();
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            if let Err(reason) = contents.read_line(line) {
                let (line, offset) = (contents.lines + 1, contents.bytes);
                contents.stop = Some(Stop { line, offset, reason });
                break;
            }
            contents.lines += 1;
            contents.bytes += line.len();
        }
        contents
    }

    fn read_line(&mut self, with_end: &[u8]) -> Result<(), StopReason> {
        let bytes = with_end.strip_suffix(b"\n").unwrap_or(with_end);
        // A last line that lacks only its end is whole.
        let bad =
            |why| if bytes.len() == with_end.len() { StopReason::CutShort } else { StopReason::Bad(why) };
        let line = Line::read(bytes).map_err(bad)?;
        if line.version > VERSION {
            return Err(StopReason::Newer { version: line.version });
        }
        let event = serde_json::from_slice(line.json).map_err(|_| bad(BadLine::NotAnEvent))?;
        self.apply(event, with_end.len()).map_err(bad)?;
        self.versions.insert(line.version);
        Ok(())
    }

    fn apply(&mut self, line: EventLine<'_>, bytes: usize) -> Result<(), BadLine> {
        let EventLine { room, opened, entry, snapshot, closed } = line;
        match (opened, entry, snapshot, closed) {
            (Some(spec), None, None, None) if spec.opening.settings.check().is_ok() => {
                self.rooms.insert(room.into_owned(), StoredRoom::new(spec));
            }
            (None, Some(entry), None, None) => {
                let room = self.room(&room)?;
                room.entries.push(entry);
                room.entry_bytes += bytes;
            }
            (None, None, Some(snapshot), None) => {
                let room = self.room(&room)?;
                room.snapshot = Some(snapshot);
                room.entries.clear();
                room.entry_bytes = 0;
            }
            (None, None, None, Some(_)) => drop(self.rooms.remove(room.as_ref())),
            _ => return Err(BadLine::NotAnEvent),
        }
        Ok(())
    }

    fn room(&mut self, id: &str) -> Result<&mut StoredRoom, BadLine> {
        let room = self.rooms.get_mut(id).ok_or(BadLine::NoSuchRoom)?;
        room.lines += 1;
        Ok(room)
    }
}
