//! The journal of a host's rooms as bytes: one line per event. It is read and compacted here; `server` stores it.
//!
//!     1 beb46fd6 {"room":"1befb1d300b7","closed":true}
//!
//! A line is the version of its format, a checksum and JSON. The checksum is the CRC-32 of the version's digits followed by
//! the JSON, as eight small hexadecimal digits: a damaged digit of the version does not look like a newer version. Every
//! later version has to begin its lines in the same way. Lines of version 0 are only the JSON.
//!
//! At the first bad line a host keeps the whole file under another name and continues with the rooms before it. A file with
//! lines of a newer version it leaves alone.

mod compaction;
mod contents;
mod line;

use serde::{Deserialize, Serialize};

pub use compaction::{LiveLines, live_lines};
pub use contents::{Contents, Snapshot, Stop, StopReason, StoredRoom};
pub use line::{BadLine, VERSION};

use crate::table::{Input, NewTable, Table};

/// A room as it was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomSpec {
    pub title: String,
    /// Counts the rooms, for the order of the list.
    pub number: u64,
    pub opening: NewTable,
    /// The host's own room, whose link is handed out: it exists as long as the host runs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub standing: bool,
}

#[derive(Serialize)]
struct OpenedLine<'a> {
    room: &'a str,
    opened: &'a RoomSpec,
}

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

#[derive(Serialize)]
struct SnapshotLine<'a> {
    room: &'a str,
    snapshot: SnapshotRef<'a>,
}

#[derive(Serialize)]
struct SnapshotRef<'a> {
    at: u64,
    table: &'a Table,
}

#[derive(Serialize)]
struct ClosedLine<'a> {
    room: &'a str,
    closed: bool,
}

pub fn put_opened(buffer: &mut Vec<u8>, room: &str, spec: &RoomSpec) {
    line::put(buffer, &OpenedLine { room, opened: spec });
}

/// An input of the room's table, at this millisecond of the table's time.
pub fn put_entry(buffer: &mut Vec<u8>, room: &str, at: u64, input: &Input) {
    line::put(buffer, &EntryLine { room, entry: EntryRef { at, input } });
}

/// Replaces the room's entries so far.
pub fn put_snapshot(buffer: &mut Vec<u8>, room: &str, at: u64, table: &Table) {
    line::put(buffer, &SnapshotLine { room, snapshot: SnapshotRef { at, table } });
}

pub fn put_closed(buffer: &mut Vec<u8>, room: &str) {
    line::put(buffer, &ClosedLine { room, closed: true });
}
