//! Compaction: the lines that are still needed. Closed rooms, and what came before a room's last snapshot, are not.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::contents::{Stop, StopReason};
use super::line::{self, BadLine, Line, VERSION};

/// Just enough of a line to know whether it is needed; the rest is copied without being read.
#[derive(Deserialize)]
struct LineHead<'a> {
    #[serde(borrow)]
    room: Cow<'a, str>,
    opened: Option<IgnoredAny>,
    snapshot: Option<IgnoredAny>,
    closed: Option<IgnoredAny>,
}

/// The JSON of a room's lines.
struct LiveRoom<'a> {
    opened: &'a [u8],
    since: Vec<&'a [u8]>,
}

/// The same rooms in as few lines as possible, all of this version. Stops at a bad line, so that nothing is dropped because
/// of one.
pub fn live_lines(bytes: &[u8]) -> Result<Vec<u8>, Stop> {
    let mut rooms = BTreeMap::new();
    let mut offset = 0;
    for (number, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let read = apply(&mut rooms, line.strip_suffix(b"\n").unwrap_or(line));
        read.map_err(|reason| Stop { line: number + 1, offset, reason })?;
        offset += line.len();
    }
    let mut live = Vec::new();
    for room in rooms.values() {
        line::put_json(&mut live, room.opened);
        room.since.iter().for_each(|json| line::put_json(&mut live, json));
    }
    Ok(live)
}

fn apply<'a>(rooms: &mut BTreeMap<Cow<'a, str>, LiveRoom<'a>>, line: &'a [u8]) -> Result<(), StopReason> {
    let Line { version, json } = Line::read(line).map_err(StopReason::Bad)?;
    if version > VERSION {
        return Err(StopReason::Newer { version });
    }
    let LineHead { room, opened, snapshot, closed } =
        serde_json::from_slice(json).map_err(|_| StopReason::Bad(BadLine::NotAnEvent))?;
    if opened.is_some() {
        rooms.insert(room, LiveRoom { opened: json, since: Vec::new() });
    } else if closed.is_some() {
        rooms.remove(&room);
    } else {
        let live = rooms.get_mut(&room).ok_or(StopReason::Bad(BadLine::NoSuchRoom))?;
        if snapshot.is_some() {
            live.since.clear();
        }
        live.since.push(json);
    }
    Ok(())
}
