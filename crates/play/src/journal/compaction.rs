//! Compaction: the lines that are still needed. Closed rooms, and what came before a room's last snapshot, are not.

use std::borrow::Cow;
use std::collections::HashMap;

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

/// Which lines of a journal are still needed. It keeps four bytes per line and nothing of their text, because a host
/// compacts while people play: first every line is counted, then each can be copied.
#[derive(Default)]
pub struct LiveLines {
    rooms: Vec<RoomLines>,
    /// The places of the open rooms in `rooms`.
    open: HashMap<Box<str>, u32>,
    room_of_line: Vec<u32>,
    bytes: usize,
}

/// The lines of one room.
struct RoomLines {
    opened: usize,
    /// The first line that is needed after the opening: the last snapshot, if there is one.
    since: usize,
}

/// The room of a line about no room that was ever open.
const NO_ROOM: u32 = u32::MAX;

impl LiveLines {
    /// The next line, with or without its line break.
    pub fn count(&mut self, line: &[u8]) -> Result<(), Stop> {
        let number = self.room_of_line.len();
        let room = self.room_of(number, without_break(line)).map_err(|reason| Stop {
            line: number + 1,
            offset: self.bytes,
            reason,
        })?;
        self.room_of_line.push(room);
        self.bytes += line.len();
        Ok(())
    }

    fn room_of(&mut self, number: usize, line: &[u8]) -> Result<u32, StopReason> {
        let Line { version, json } = Line::read(line).map_err(StopReason::Bad)?;
        if version > VERSION {
            return Err(StopReason::Newer { version });
        }
        let LineHead { room, opened, snapshot, closed } =
            serde_json::from_slice(json).map_err(|_| StopReason::Bad(BadLine::NotAnEvent))?;
        if opened.is_some() {
            return Ok(self.opened(number, &room));
        }
        if closed.is_some() {
            return Ok(self.closed(&room));
        }
        let place = *self.open.get(room.as_ref()).ok_or(StopReason::Bad(BadLine::NoSuchRoom))?;
        if snapshot.is_some()
            && let Some(room) = self.rooms.get_mut(place as usize)
        {
            room.since = number;
        }
        Ok(place)
    }

    fn opened(&mut self, number: usize, id: &str) -> u32 {
        self.closed(id);
        let place = u32::try_from(self.rooms.len()).unwrap_or(NO_ROOM);
        self.rooms.push(RoomLines { opened: number, since: number });
        self.open.insert(id.into(), place);
        place
    }

    fn closed(&mut self, id: &str) -> u32 {
        let Some(place) = self.open.remove(id) else { return NO_ROOM };
        if let Some(room) = self.rooms.get_mut(place as usize) {
            *room = RoomLines { opened: usize::MAX, since: usize::MAX };
        }
        place
    }

    /// Appends the line with this number, counted from 0, if it is needed; in the version that is written today.
    pub fn copy(&self, number: usize, line: &[u8], buffer: &mut Vec<u8>) {
        let room = self.room_of_line.get(number).and_then(|place| self.rooms.get(*place as usize));
        if room.is_some_and(|room| number == room.opened || number >= room.since)
            && let Ok(Line { json, .. }) = Line::read(without_break(line))
        {
            line::put_json(buffer, json);
        }
    }
}

fn without_break(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\n").unwrap_or(line)
}

/// The same rooms in as few lines as possible, all of this version. Stops at a bad line, so that nothing is dropped because
/// of one.
pub fn live_lines(bytes: &[u8]) -> Result<Vec<u8>, Stop> {
    let lines = || bytes.split_inclusive(|byte| *byte == b'\n');
    let mut live = LiveLines::default();
    lines().try_for_each(|line| live.count(line))?;
    let mut buffer = Vec::new();
    lines().enumerate().for_each(|(number, line)| live.copy(number, line, &mut buffer));
    Ok(buffer)
}
