//! A room without an event loop, so that hours pass at once.

use std::io::{self, Read};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use mio::{Poll, Token};
use play::kifu::Kifu;
use play::protocol::{Access, ClientRequest, GameKind, Hex, VERSION};
use play::table::NewTable;
use rules::go::{Move, Point};
use slab::Slab;
use tokio::runtime::Handle;

use super::lifetime::{ABANDONED_GAME_LIFETIME, ABANDONED_START_LIFETIME, EMPTY_ROOM_LIFETIME, LISTED_EMPTY};
use super::*;
use crate::rooms::buffers::WriteBuffers;
use crate::rooms::journal::{Journal, Storage};
use crate::rooms::mailbox::channel;
use crate::rooms::newest_size::NewestSize;
use crate::rooms::spectators::Spectators;

/// Never returns.
struct StuckStorage;

impl Storage for StuckStorage {
    fn append(&mut self, _: &[u8]) -> io::Result<()> {
        loop {
            thread::sleep(Duration::from_secs(60));
        }
    }
}

fn shared(journal: Option<Journal>) -> Shared {
    let poll = Poll::new().unwrap();
    let registry = poll.registry().try_clone().unwrap();
    let (commands, _receiver) = channel(&registry, Token(usize::MAX)).unwrap();
    Shared {
        connections: Slab::new(),
        spectators: Spectators::default(),
        registry,
        outbox: Outbox::new(journal),
        buffers: WriteBuffers::default(),
        newest: Arc::new(NewestSize::new(19)),
        people: Arc::default(),
        opponents: Arc::default(),
        commands: commands.downgrade(),
        runtime: Handle::current(),
        journal_failed: false,
        last_conn: 0,
    }
}

fn request(conn: u64, seq: u64, turn: u32, request: ClientRequest) -> Input {
    let message = ClientMessage { seq, game: u32::from(turn > 0), turn, request };
    Input::Message { conn: ConnectionId(conn), round_trip: 0, message }
}

/// A room with a game of this many turns that both players have left.
fn abandoned(shared: &mut Shared, turns: u32) -> Room {
    let settings = Settings { game: GameKind::Chinese, ..Settings::default() };
    let opening = NewTable::new(settings, Hex([1; 32]));
    let spec = RoomSpec { title: "Club".to_owned(), number: 0, opening, standing: false };
    let mut room = Room::new("a".to_owned(), spec, 0, shared, 0);
    for conn in [1, 2] {
        let join = ClientRequest::Join {
            version: VERSION,
            player_name: "P".to_owned(),
            token: Hex([conn; 16]),
            password: None,
        };
        room.handle(shared, 0, request(conn.into(), 0, 0, join));
    }
    for conn in [1, 2] {
        room.handle(shared, 0, request(conn, 1, 0, ClientRequest::Ready { revision: 1 }));
    }
    for turn in 0..turns {
        let mv = Move::Place(Point::new((turn % 19) as u8, (turn / 19) as u8));
        let submit = ClientRequest::SubmitMove { version: 0, commit: None, mv: Some(mv) };
        let (conn, seq) = (u64::from(turn % 2) + 1, u64::from(turn / 2) + 2);
        room.handle(shared, 0, request(conn, seq, turn + 1, submit));
    }
    assert_eq!(room.table.kifu().map(Kifu::turns), Some(turns));
    for conn in [1, 2] {
        room.handle(shared, 0, Input::Disconnected { conn: ConnectionId(conn) });
    }
    room
}

#[tokio::test]
async fn a_game_that_everybody_left_is_removed_after_an_hour_or_a_month() {
    let shared = &mut shared(None);
    for (turns, lifetime) in [
        (0, ABANDONED_START_LIFETIME),
        (9, ABANDONED_START_LIFETIME),
        (10, ABANDONED_GAME_LIFETIME),
        (50, ABANDONED_GAME_LIFETIME),
    ] {
        let room = abandoned(shared, turns);
        assert!(room.table.is_unfinished());
        assert!(room.deadline(&shared.outbox, 0) <= lifetime, "it is woken for that");
        assert_eq!(
            (room.is_expired(lifetime - 1), room.is_expired(lifetime)),
            (false, true),
            "{turns} turns"
        );
    }
}

#[tokio::test]
async fn the_hosts_own_room_is_never_removed_and_begins_anew_after_an_abandoned_game() {
    let shared = &mut shared(None);
    let opening = NewTable::new(Settings::default(), Hex([1; 32]));
    let spec = RoomSpec { title: "Club".to_owned(), number: 0, opening, standing: true };
    let mut room = Room::new("a".to_owned(), spec, 0, shared, 0);
    room.keep();
    assert!(!room.is_expired(10 * EMPTY_ROOM_LIFETIME), "nobody has come all day");
    let mut room = abandoned(shared, 3);
    room.keep();
    assert!(room.is_expired(ABANDONED_START_LIFETIME) && room.is_kept());
    room.reopen(shared, Hex([2; 32]));
    assert!(room.describe(ABANDONED_START_LIFETIME).free);
    assert!(!room.is_expired(10 * ABANDONED_START_LIFETIME));
}

#[tokio::test]
async fn a_room_that_nobody_enters_leaves_the_list_before_its_link_dies() {
    let shared = &mut shared(None);
    let opening = NewTable::new(Settings::default(), Hex([1; 32]));
    let spec = RoomSpec { title: "Club".to_owned(), number: 0, opening, standing: false };
    let room = Room::new("a".to_owned(), spec, 0, shared, 0);
    assert!(room.is_listed(LISTED_EMPTY - 1) && !room.is_listed(LISTED_EMPTY));
    assert!(!room.is_expired(LISTED_EMPTY) && !room.is_occupied());
    let (room, _client) = with_ann(shared);
    assert!(room.is_listed(10 * EMPTY_ROOM_LIFETIME) && room.is_occupied());
}

#[tokio::test]
async fn a_room_that_its_owner_closes_lets_everybody_go_and_is_removed() {
    let shared = &mut shared(None);
    let (mut room, _client) = with_ann(shared);
    let conn = room.connections[0].0;
    let close = ClientMessage { seq: 1, game: 0, turn: 0, request: ClientRequest::CloseRoom };
    assert!(!room.is_expired(EMPTY_ROOM_LIFETIME));
    room.handle(shared, 7, Input::Message { conn, round_trip: 0, message: close });
    assert!(room.connections.is_empty() && room.is_expired(7) && !room.is_listed(7));
    assert!(room.deadline(&shared.outbox, 7) <= 7, "it is removed when it is woken next");
}

/// A room that Ann has opened and joined, and her end of the connection.
fn with_ann(shared: &mut Shared) -> (Room, TcpStream) {
    let access = Access { password: None, owner: Some(Hex([1; 16])) };
    let opening = NewTable::new(Settings::default(), Hex([1; 32])).with_access(access);
    let spec = RoomSpec { title: "Club".to_owned(), number: 0, opening, standing: false };
    let mut room = Room::new("a".to_owned(), spec, 0, shared, 0);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let stream = listener.accept().unwrap().0;
    stream.set_nonblocking(true).unwrap();
    room.connect(shared, 0, stream, &mut [], None);
    let ask = ClientRequest::Join {
        version: VERSION,
        player_name: "Ann".to_owned(),
        token: Hex([1; 16]),
        password: None,
    };
    let message = ClientMessage { seq: 0, game: 0, turn: 0, request: ask };
    let conn = room.connections[0].0;
    room.handle(shared, 0, Input::Message { conn, round_trip: 0, message });
    (room, client)
}

#[tokio::test]
async fn while_the_disk_is_stuck_the_outbox_does_not_grow_and_nobody_times_out() {
    let mut shared = shared(Some(Journal::on(StuckStorage, None, Box::new(|| ())).unwrap()));
    let (mut room, _client) = with_ann(&mut shared);
    assert_eq!(shared.outbox.submit(0), None);
    let mut now = 0;
    while now < 3_600_000 {
        let next = room.deadline(&shared.outbox, now);
        assert!(next > now, "a room that waits does not spin");
        now = next + 8;
        // While its socket is read, it answers pings.
        if !room.is_back_pressured(&shared.outbox) {
            let pong = &mut [0x8a, 0x80, 0, 0, 0, 0];
            shared.connections[0].socket.decode(pong, now, &mut Vec::<ClientMessage>::new()).unwrap();
        }
        room.wake(&mut shared, now);
    }
    assert!(room.is_back_pressured(&shared.outbox));
    let pending = shared.outbox.pending_deliveries();
    assert!(pending <= 2 * usize::from(MAX_UNDELIVERED), "{pending}");
    assert_eq!(room.connections.len(), 1);
}

/// Wakes the room at its deadlines until then.
fn run_until(room: &mut Room, shared: &mut Shared, now: &mut u64, end: u64) {
    while room.deadline(&shared.outbox, *now) < end {
        *now = room.deadline(&shared.outbox, *now) + 8;
        room.wake(shared, *now);
    }
    *now = end;
}

#[tokio::test]
async fn after_a_freeze_connections_are_pinged_and_have_the_usual_time_to_answer() {
    let mut shared = shared(None);
    let (mut room, mut client) = with_ann(&mut shared);
    let mut now = 0;
    run_until(&mut room, &mut shared, &mut now, 14_000);
    shared.connections[0].socket.forgive_silence(now);
    room.ping_at_once(now);
    assert!(room.deadline(&shared.outbox, now) <= now, "the ping is due at once");
    client.set_nonblocking(true).unwrap();
    let mut before = [0; 4096];
    while client.read(&mut before).is_ok() {}
    room.wake(&mut shared, now);
    let mut bytes = [0; 4096];
    let length = client.read(&mut bytes).unwrap();
    assert!(bytes[..length].contains(&0x89), "{:?}", &bytes[..length]);
    run_until(&mut room, &mut shared, &mut now, 28_000);
    assert_eq!(room.connections.len(), 1);
    run_until(&mut room, &mut shared, &mut now, 40_000);
    assert_eq!(room.connections.len(), 0, "a connection that stays silent ends as usual");
}
