//! A room without a hall, so that hours pass at once.

use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use mio::{Poll, Token};
use play::protocol::{Ask, Asked, Hex, VERSION};
use play::table::Opening;
use slab::Slab;
use tokio::runtime::Handle;

use super::*;
use crate::rooms::door::door;
use crate::rooms::journal::{Disk, Journal};
use crate::rooms::paper::Desk;
use crate::rooms::size::NewestSize;

/// Never comes back.
struct Stuck;

impl Disk for Stuck {
    fn append(&mut self, _: &[u8]) -> io::Result<()> {
        loop {
            thread::sleep(Duration::from_secs(60));
        }
    }
}

#[tokio::test]
async fn while_the_disk_is_stuck_the_post_does_not_grow_and_nobody_is_taken_for_dead() {
    let poll = Poll::new().unwrap();
    let registry = poll.registry().try_clone().unwrap();
    let (outside, _inside) = door(&registry, Token(usize::MAX)).unwrap();
    let mut house = House {
        lines: Slab::new(),
        registry,
        post: Post::new(Some(Journal::on(Stuck, None, Box::new(|| ())).unwrap())),
        desk: Desk::default(),
        newest: Arc::new(NewestSize::new(19)),
        opponents: Arc::default(),
        door: outside.ajar(),
        runtime: Handle::current(),
        unkept: false,
        conns: 0,
    };
    let opening = Opening { settings: Settings::default(), secret: Hex([1; 32]) };
    let opened = Opened { title: "Club".to_owned(), number: 0, opening };
    let mut room = Room::new("a".to_owned(), opened, 0, &house, 0);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let _there = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let here = listener.accept().unwrap().0;
    here.set_nonblocking(true).unwrap();
    room.welcome(&mut house, 0, here, &mut []);
    let ask = Ask::Join { version: VERSION, player_name: "Ann".to_owned(), token: Hex([1; 16]) };
    let asked = Asked { seq: 0, game: 0, turn: 0, ask };
    let conn = room.lines[0].0;
    room.handle(&mut house, 0, Input::Asked { conn, round_trip: 0, asked });
    assert_eq!(house.post.hand_over(0), None);
    let mut now = 0;
    while now < 3_600_000 {
        let next = room.deadline(&house.post, now);
        assert!(next > now, "a room that waits does not spin");
        now = next + 8;
        // As long as it listens, there is a sign of life.
        if !room.is_deaf(&house.post) {
            let pong = &mut [0x8a, 0x80, 0, 0, 0, 0];
            house.lines[0].take_in(pong, now, &mut Heard::default());
        }
        room.wake(&mut house, now);
    }
    assert!(room.is_deaf(&house.post));
    assert!(house.post.waiting() <= 2 * usize::from(MOST_UNSAID), "{}", house.post.waiting());
    assert_eq!(room.lines.len(), 1);
}
