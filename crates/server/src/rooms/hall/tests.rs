//! The hall over real sockets, with a disk that can be stopped.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Condvar;

use play::protocol::{Ask, Hex, Settings, Tell, Told, VERSION};
use play::table::Opening;

use super::*;
use crate::rooms::journal::Disk;

/// Writes nothing while it is shut.
#[derive(Clone, Default)]
struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    fn shut(&self, shut: bool) {
        *self.0.0.lock().unwrap() = shut;
        self.0.1.notify_all();
    }
}

impl Disk for Gate {
    fn append(&mut self, _: &[u8]) -> io::Result<()> {
        drop(self.0.1.wait_while(self.0.0.lock().unwrap(), |shut| *shut).unwrap());
        Ok(())
    }
}

fn hall(journal: impl FnOnce(Knock) -> io::Result<Begun>) -> Door<Note> {
    open(journal, Arc::new(NewestSize::new(19)), Arc::default()).unwrap().0
}

async fn room(door: &Door<Note>) -> Address {
    let opening = Opening { settings: Settings::default(), secret: Hex([1; 32]) };
    let opened = Box::new(Opened { title: "Club".to_owned(), number: 3, opening });
    let (tell, told) = oneshot::channel();
    assert!(door.leave(Note::Open { id: "a".to_owned(), opened, tell }));
    told.await.unwrap().unwrap()
}

struct Visitor(TcpStream, Vec<u8>);

impl Visitor {
    fn enter(door: &Door<Note>, room: Address) -> Visitor {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let there = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let stream = listener.accept().unwrap().0;
        stream.set_nonblocking(true).unwrap();
        assert!(door.leave(Note::Came { room, stream, early: Vec::new() }));
        there.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
        Visitor(there, Vec::new())
    }

    fn say(&mut self, seq: u64, ask: Ask) {
        let text = Asked { seq, game: 0, turn: 0, ask }.write();
        let mut frame = vec![0x81, 0x80 | 126];
        frame.extend(u16::try_from(text.len()).unwrap().to_be_bytes());
        frame.extend([0; 4]);
        frame.extend(text.bytes());
        self.0.write_all(&frame).unwrap();
    }

    /// Until nothing has come for a while.
    fn hear(&mut self) -> Vec<Told> {
        let mut space = [0; 4096];
        while let Ok(length @ 1..) = self.0.read(&mut space) {
            self.1.extend(&space[..length]);
        }
        let mut heard = Vec::new();
        let mut rest = self.1.as_slice();
        while let [first, second, tail @ ..] = rest {
            let (from, length) = match second {
                126 => (2, usize::from(u16::from_be_bytes([tail[0], tail[1]]))),
                short => (0, usize::from(*short)),
            };
            if *first == 0x81 {
                heard.push(Told::read(&tail[from..from + length]).unwrap());
            }
            rest = &tail[from + length..];
        }
        self.1.clear();
        heard
    }
}

#[tokio::test]
async fn while_the_disk_is_stuck_nobody_is_answered_and_then_everybody_in_order() {
    let gate = Gate::default();
    let disk = gate.clone();
    let door = hall(|knock| Ok(Some((Journal::on(disk, None, knock)?, BTreeMap::new()))));
    let room = room(&door).await;
    gate.shut(true);
    let mut ann = Visitor::enter(&door, room);
    ann.say(0, Ask::Join { version: VERSION, player_name: "Ann".to_owned(), token: Hex([1; 16]) });
    // First as much as a room remembers, then more, for which it is deaf; all of it is less than a flood.
    for some in [1..36, 36..39] {
        some.for_each(|seq| ann.say(seq, Ask::Ready { revision: 99 }));
        assert_eq!(ann.hear(), []);
    }
    gate.shut(false);
    let heard = ann.hear();
    assert!(matches!(heard.first(), Some(Told { tell: Tell::Joined { .. }, .. })), "{heard:?}");
    assert!(heard.is_sorted_by_key(|told| told.seq) && heard.is_sorted_by_key(|told| told.heard));
    assert_eq!(heard.last().map(|told| told.heard), Some(38));
    assert!(heard.len() >= 39, "{}", heard.len());
}

#[tokio::test]
async fn the_thread_ends_with_the_last_door_and_hangs_up() {
    let door = hall(|_| Ok(None));
    let room = room(&door).await;
    let mut ann = Visitor::enter(&door, room);
    ann.say(0, Ask::Spectate { version: VERSION });
    assert!(!ann.hear().is_empty());
    drop(door);
    ann.0.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    assert_eq!(ann.0.read(&mut [0; 64]).unwrap(), 0);
}

#[tokio::test]
async fn a_place_that_was_given_to_another_room_is_not_entered_by_its_old_address() {
    let door = hall(|_| Ok(None));
    let room = room(&door).await;
    let mut late = Visitor::enter(&door, Address { number: room.number + 1, ..room });
    late.0.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    assert_eq!(late.0.read(&mut [0; 64]).unwrap(), 0);
}
