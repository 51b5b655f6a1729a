//! A room without an event loop, so that hours pass at once.

use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use mio::{Poll, Token};
use play::protocol::{ClientRequest, Hex, VERSION};
use play::table::NewTable;
use slab::Slab;
use tokio::runtime::Handle;

use super::*;
use crate::rooms::buffers::WriteBuffers;
use crate::rooms::journal::{Journal, Storage};
use crate::rooms::mailbox::channel;
use crate::rooms::newest_size::NewestSize;

/// Never returns.
struct StuckStorage;

impl Storage for StuckStorage {
    fn append(&mut self, _: &[u8]) -> io::Result<()> {
        loop {
            thread::sleep(Duration::from_secs(60));
        }
    }
}

#[tokio::test]
async fn while_the_disk_is_stuck_the_outbox_does_not_grow_and_nobody_times_out() {
    let poll = Poll::new().unwrap();
    let registry = poll.registry().try_clone().unwrap();
    let (commands, _receiver) = channel(&registry, Token(usize::MAX)).unwrap();
    let mut shared = Shared {
        connections: Slab::new(),
        registry,
        outbox: Outbox::new(Some(Journal::on(StuckStorage, None, Box::new(|| ())).unwrap())),
        buffers: WriteBuffers::default(),
        newest: Arc::new(NewestSize::new(19)),
        opponents: Arc::default(),
        commands: commands.downgrade(),
        runtime: Handle::current(),
        journal_failed: false,
        last_conn: 0,
    };
    let opening = NewTable { settings: Settings::default(), secret: Hex([1; 32]) };
    let spec = RoomSpec { title: "Club".to_owned(), number: 0, opening };
    let mut room = Room::new("a".to_owned(), spec, 0, &shared, 0);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let _client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let stream = listener.accept().unwrap().0;
    stream.set_nonblocking(true).unwrap();
    room.connect(&mut shared, 0, stream, &mut []);
    let ask = ClientRequest::Join { version: VERSION, player_name: "Ann".to_owned(), token: Hex([1; 16]) };
    let message = ClientMessage { seq: 0, game: 0, turn: 0, request: ask };
    let conn = room.connections[0].0;
    room.handle(&mut shared, 0, Input::Message { conn, round_trip: 0, message });
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
