//! `tabiya check --journal`: tells what is in a journal of rooms. It only reads, so it works while a host uses the file.

use std::path::Path;
use std::process::ExitCode;

use play::journal::{Contents, Stop, StopReason};
use play::protocol::sanitize;
use serde::Serialize;

use crate::count::count;
use crate::failure::Failure;
use crate::output;
use crate::record::{EXIT_WITH_WARNINGS, Input};

#[derive(Serialize)]
struct Report {
    path: String,
    /// Of the whole file.
    bytes: usize,
    /// Lines that were read.
    lines: usize,
    versions: Vec<u32>,
    games: u32,
    rooms: Vec<RoomReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<StopReport>,
}

#[derive(Serialize)]
struct RoomReport {
    room: String,
    title: String,
    games: u32,
    /// Entries of the current record: turns, taking back, the end.
    record: usize,
    unfinished: bool,
    lines: usize,
}

/// The first line that was not read.
#[derive(Serialize)]
struct StopReport {
    line: usize,
    offset: usize,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<u32>,
    message: String,
}

/// Without a path, checks the studio's own journal.
pub fn check_journal(path: Option<&Path>, json: bool) -> Result<ExitCode, Failure> {
    let path = match path {
        Some(path) => path.to_owned(),
        None => super::host::journal_path("rooms.jsonl").ok_or_else(no_data_folder)?,
    };
    let input = Input::read(&path)?;
    let report = Report::new(input.name, &input.bytes);
    if json {
        output::print_json(&report)?;
    } else {
        output::print(&report.text())?;
    }
    Ok(if report.stopped.is_some() { ExitCode::from(EXIT_WITH_WARNINGS) } else { ExitCode::SUCCESS })
}

fn no_data_folder() -> Failure {
    Failure::Message("this user has no data folder: name the journal's file".to_owned())
}

impl Report {
    fn new(path: String, bytes: &[u8]) -> Report {
        let Contents { rooms, lines, versions, stop, .. } = Contents::read(bytes);
        let rooms = rooms.into_iter().map(|(room, stored)| {
            let (title, lines) = (sanitize(&stored.spec.title), stored.lines);
            let table = stored.into_table();
            let record = table.kifu().map_or(0, |kifu| kifu.links().len());
            RoomReport { room, title, games: table.games(), record, unfinished: table.is_unfinished(), lines }
        });
        let rooms: Vec<RoomReport> = rooms.collect();
        let games = rooms.iter().map(|room| room.games).fold(0, u32::saturating_add);
        let versions = versions.into_iter().collect();
        Report {
            path,
            bytes: bytes.len(),
            lines,
            versions,
            games,
            rooms,
            stopped: stop.map(StopReport::from),
        }
    }

    fn text(&self) -> String {
        let Report { path, bytes, lines, games, rooms, .. } = self;
        let versions: Vec<String> = self.versions.iter().map(u32::to_string).collect();
        let versions = match versions.as_slice() {
            [] => String::new(),
            [version] => format!(", version {version}"),
            several => format!(", versions {}", several.join(" and ")),
        };
        let [rooms_text, games_text] = [count(rooms.len(), "room"), count(*games as usize, "game")];
        let lines = count(*lines, "line");
        let mut text =
            format!("{path}: {rooms_text}, {games_text}, {lines}, {}{versions}\n", count(*bytes, "byte"));
        for room in rooms {
            let RoomReport { room, title, games, unfinished, lines, .. } = room;
            let unfinished = if *unfinished { ", the last one unfinished" } else { "" };
            let (games, lines) = (count(*games as usize, "game"), count(*lines, "line"));
            text += &format!("  {room}  {title}: {games}{unfinished}, {lines}\n");
        }
        if let Some(StopReport { line, offset, message, .. }) = &self.stopped {
            text += &format!(
                "{path}:{line}:1: byte {offset}: the line is {message}. Nothing after it was read.\n"
            );
        }
        text
    }
}

impl From<Stop> for StopReport {
    fn from(stop: Stop) -> StopReport {
        let Stop { line, offset, reason } = stop;
        let (kind, version) = match reason {
            StopReason::Bad(_) => ("damaged", None),
            StopReason::CutShort => ("incomplete", None),
            StopReason::Newer { version } => ("newer", Some(version)),
        };
        StopReport { line, offset, kind, version, message: reason.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EARLIER: &[u8] = include_bytes!("../../../../crates/server/tests/data/rooms-earlier.jsonl");

    #[test]
    fn a_whole_journal_is_listed_with_its_rooms_and_games() {
        let report = Report::new("rooms.jsonl".to_owned(), EARLIER);
        assert!(report.stopped.is_none());
        let text = report.text();
        let first = text.lines().next().unwrap();
        assert_eq!(first, "rooms.jsonl: 3 rooms, 2 games, 49 lines, 8646 bytes, version 0");
        assert!(text.contains("Red: 1 game, the last one unfinished"), "{text}");
    }

    #[test]
    fn the_first_bad_line_is_named_with_its_number_and_offset() {
        let mut bytes = play::journal::live_lines(EARLIER).unwrap();
        let second = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        bytes[second + 40] ^= 1;
        let report = Report::new("rooms.jsonl".to_owned(), &bytes);
        let text = report.text();
        let expected = format!("rooms.jsonl:2:1: byte {second}: the line is damaged: its checksum is wrong.");
        assert!(text.contains(&expected), "{text}");
        assert_eq!((report.lines, report.rooms.len()), (1, 1));
    }
}
