//! The journal of rooms as bytes: what is read, where reading stops, and what compaction keeps.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods)]

use moment::Moment;
use play::journal::{
    BadLine, Contents, RoomSpec, Stop, StopReason, live_lines, put_closed, put_entry, put_opened,
    put_snapshot,
};
use play::protocol::{ClientMessage, ClientRequest, Hex, Settings, VERSION};
use play::table::{ConnectionId, Input, JournalEntry, NewTable, Table};
use proptest::prelude::*;

fn spec(number: u64) -> RoomSpec {
    let opening = NewTable::new(Settings::default(), Hex([1; 32]));
    RoomSpec { title: "A room".to_owned(), number, opening, standing: false }
}

fn join(conn: u64) -> Input {
    let token = Hex([u8::try_from(conn).unwrap(); 16]);
    let request =
        ClientRequest::Join { version: VERSION, player_name: "Ann".to_owned(), token, password: None };
    let message = ClientMessage { seq: 0, game: 0, turn: 0, request };
    Input::Message { conn: ConnectionId(conn), round_trip: 0, message }
}

fn state(contents: Contents) -> Vec<(String, u64, String)> {
    let rooms = contents.rooms.into_iter();
    rooms
        .map(|(id, room)| (id, room.next_moment(), serde_json::to_string(&room.into_table()).unwrap()))
        .collect()
}

/// Two rooms, one of them with a snapshot.
fn journal() -> Vec<u8> {
    let mut bytes = Vec::new();
    put_opened(&mut bytes, "a", &spec(0));
    put_entry(&mut bytes, "a", 5, &join(1));
    put_opened(&mut bytes, "b", &spec(1));
    let entry = JournalEntry { at: 5, input: join(1) };
    put_snapshot(&mut bytes, "a", 9, &Table::resume(&spec(0).opening, [entry]));
    put_entry(&mut bytes, "a", 12, &join(2));
    bytes
}

#[test]
fn a_snapshot_replaces_the_entries_before_it() {
    let contents = Contents::read(&journal());
    assert_eq!((contents.stop, contents.lines, contents.rooms.len()), (None, 5, 2));
    let room = &contents.rooms["a"];
    assert_eq!((room.lines, room.entries.len(), room.next_moment()), (4, 1, 13));
    let table = contents.rooms.into_values().next().unwrap().into_table();
    assert_eq!(table.names(), [Some("Ann"), Some("Ann 2")]);
}

#[test]
fn reading_stops_at_the_first_bad_line_and_says_where_it_is() {
    let mut damaged = journal();
    let third = damaged.split_inclusive(|byte| *byte == b'\n').take(2).map(<[u8]>::len).sum::<usize>();
    damaged[third + 30] ^= 4;
    let contents = Contents::read(&damaged);
    let stop = Stop { line: 3, offset: third, reason: StopReason::Bad(BadLine::Checksum) };
    assert_eq!((contents.stop, contents.lines, contents.bytes), (Some(stop), 2, third));
    assert_eq!(contents.rooms.into_keys().collect::<Vec<_>>(), ["a"]);
    assert_eq!(live_lines(&damaged), Err(stop));
}

#[test]
fn a_line_of_an_unknown_room_is_bad() {
    let mut bytes = Vec::new();
    put_entry(&mut bytes, "a", 5, &Input::Wake);
    let stop = Stop { line: 1, offset: 0, reason: StopReason::Bad(BadLine::NoSuchRoom) };
    assert_eq!(Contents::read(&bytes).stop, Some(stop));
}

#[test]
fn a_last_line_that_lacks_only_its_end_is_whole_and_a_shorter_one_was_cut_short() {
    let whole = journal();
    let last = whole[..whole.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    assert_eq!(state(Contents::read(&whole[..whole.len() - 1])), state(Contents::read(&whole)));
    for length in last + 1..whole.len() - 1 {
        let stop = Stop { line: 5, offset: last, reason: StopReason::CutShort };
        assert_eq!(Contents::read(&whole[..length]).stop, Some(stop), "{length}");
    }
}

#[test]
fn a_newer_version_is_named() {
    let json = b"something else";
    let sum = crc32fast::hash(b"2something else");
    let mut bytes = journal();
    let offset = bytes.len();
    bytes.extend(format!("2 {sum:08x} ").bytes().chain(*json).chain(*b"\n"));
    let stop = Stop { line: 6, offset, reason: StopReason::Newer { version: 2 } };
    assert_eq!(Contents::read(&bytes).stop, Some(stop));
    assert_eq!(live_lines(&bytes), Err(stop), "and never dropped");
}

#[test]
fn lines_of_the_version_before_are_read_and_compaction_adds_checksums() {
    let earlier = include_bytes!("../../server/tests/data/rooms-earlier.jsonl");
    let contents = Contents::read(earlier);
    assert_eq!((contents.stop, contents.rooms.len()), (None, 3));
    assert_eq!(contents.versions.iter().copied().collect::<Vec<_>>(), [0]);
    let live = live_lines(earlier).unwrap();
    let compacted = Contents::read(&live);
    assert_eq!(compacted.versions.iter().copied().collect::<Vec<_>>(), [1]);
    assert_eq!(state(compacted), state(contents));
    assert_eq!(live_lines(&live).unwrap(), live);
}

/// What holds for any bytes, as in the fuzz target: what was read is kept by compaction.
fn assert_read(bytes: &[u8]) -> Contents {
    let contents = Contents::read(bytes);
    let live = live_lines(&bytes[..contents.bytes]).unwrap();
    assert_eq!(state(Contents::read(&live)), state(Contents::read(bytes)));
    contents
}

/// The names of the cases say where they end. Lines of this version must stay readable.
#[test]
fn the_fuzz_corpus_is_read() {
    let mut cases = 0;
    for file in std::fs::read_dir("../../fuzz/corpus/journal").unwrap() {
        let path = file.unwrap().path();
        let contents = assert_read(&std::fs::read(&path).unwrap());
        let reason = contents.stop.map(|stop| stop.reason);
        match path.file_name().and_then(|name| name.to_str()).unwrap() {
            "damaged" => assert_eq!(reason, Some(StopReason::Bad(BadLine::Checksum))),
            "newer" => assert!(matches!(reason, Some(StopReason::Newer { .. })), "{reason:?}"),
            "cut_short" => assert_eq!(reason, Some(StopReason::CutShort)),
            name => assert_eq!(reason, None, "{name}"),
        }
        cases += 1;
    }
    assert!(cases > 5, "{cases}");
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Open,
    Join,
    Wait,
    Snapshot,
    Close,
}

proptest! {
    /// Whatever rooms do, compaction keeps what they are and drops what they were.
    #[test]
    fn compaction_keeps_every_room_as_it_is(
        events in prop::collection::vec((0..4usize, prop::sample::select(vec![
            Event::Open, Event::Join, Event::Wait, Event::Wait, Event::Snapshot, Event::Close,
        ])), 0..60),
    ) {
        let ids = ["a", "b", "c", "d"];
        let mut tables: [Option<Table>; 4] = [const { None }; 4];
        let mut bytes = Vec::new();
        for (at, (who, event)) in (1..).zip(events) {
            let (id, table) = (ids[who], &mut tables[who]);
            match (event, table.as_mut()) {
                (Event::Open, None) => {
                    put_opened(&mut bytes, id, &spec(at));
                    *table = Some(Table::new(&spec(at).opening));
                }
                (Event::Join | Event::Wait, Some(table)) => {
                    let input = if matches!(event, Event::Join) { join(at % 3 + 1) } else { Input::Resumed };
                    put_entry(&mut bytes, id, at, &input);
                    table.handle(Moment::from_millis(at), input);
                }
                (Event::Snapshot, Some(table)) => put_snapshot(&mut bytes, id, at, table),
                (Event::Close, Some(_)) => {
                    put_closed(&mut bytes, id);
                    *table = None;
                }
                _ => {}
            }
        }
        let contents = Contents::read(&bytes);
        prop_assert_eq!(contents.stop, None);
        let live = live_lines(&bytes).unwrap();
        prop_assert!(live.len() <= bytes.len());
        prop_assert_eq!(&live_lines(&live).unwrap(), &live);
        let expected = state(contents);
        let open = tables.iter().flatten().map(|table| serde_json::to_string(table).unwrap());
        prop_assert_eq!(expected.iter().map(|(.., table)| table.clone()).collect::<Vec<_>>(), open.collect::<Vec<_>>());
        prop_assert_eq!(state(Contents::read(&live)), expected);
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), at in any::<prop::sample::Index>()) {
        let mut journal = journal();
        let at = at.index(journal.len());
        journal.splice(at..(at + bytes.len()).min(journal.len()), bytes);
        assert_read(&journal);
    }
}
