//! The event loop over real sockets, with a storage that can be blocked.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Condvar;

use play::journal::RoomSpec;
use play::protocol::{ClientRequest, Hex, ServerEvent, ServerMessage, Settings, VERSION};
use play::table::NewTable;
use tokio::sync::oneshot;

use super::*;
use crate::rooms::journal::Storage;

/// Writes nothing while it is blocked.
#[derive(Clone, Default)]
struct BlockableStorage(Arc<(Mutex<bool>, Condvar)>);

impl BlockableStorage {
    fn block(&self, blocked: bool) {
        *self.0.0.lock().unwrap() = blocked;
        self.0.1.notify_all();
    }
}

impl Storage for BlockableStorage {
    fn append(&mut self, _: &[u8]) -> io::Result<()> {
        drop(self.0.1.wait_while(self.0.0.lock().unwrap(), |blocked| *blocked).unwrap());
        Ok(())
    }
}

fn start_loop(
    open_journal: impl FnOnce(WakeCallback) -> Result<OpenedJournal, JournalError>,
) -> Sender<Command> {
    start(open_journal, Arc::new(NewestSize::new(19)), Arc::default(), Arc::default()).unwrap().0
}

async fn open_room(commands: &Sender<Command>) -> Address {
    let opening = NewTable::new(Settings::default(), Hex([1; 32]));
    let spec = Box::new(RoomSpec { title: "Club".to_owned(), number: 3, opening, standing: false });
    let (reply, opened) = oneshot::channel();
    assert!(commands.send(Command::Open { id: "a".to_owned(), spec, owner: None, reply }));
    opened.await.unwrap().unwrap()
}

struct Visitor(TcpStream, Vec<u8>);

impl Visitor {
    fn connect(commands: &Sender<Command>, room: Address) -> Visitor {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let stream = listener.accept().unwrap().0;
        stream.set_nonblocking(true).unwrap();
        assert!(commands.send(Command::Connect { room, stream, early: Vec::new(), lease: None }));
        client.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
        Visitor(client, Vec::new())
    }

    fn send(&mut self, seq: u64, ask: ClientRequest) {
        let text = ClientMessage { seq, game: 0, turn: 0, request: ask }.write();
        let mut frame = vec![0x81, 0x80 | 126];
        frame.extend(u16::try_from(text.len()).unwrap().to_be_bytes());
        frame.extend([0; 4]);
        frame.extend(text.bytes());
        self.0.write_all(&frame).unwrap();
    }

    /// Everything up to the first read timeout.
    fn receive(&mut self) -> Vec<ServerMessage> {
        let mut buffer = [0; 4096];
        while let Ok(length @ 1..) = self.0.read(&mut buffer) {
            self.1.extend(&buffer[..length]);
        }
        let mut messages = Vec::new();
        let mut rest = self.1.as_slice();
        while let [first, second, tail @ ..] = rest {
            let (start, length) = match second {
                126 => (2, usize::from(u16::from_be_bytes([tail[0], tail[1]]))),
                short => (0, usize::from(*short)),
            };
            if *first == 0x81 {
                messages.push(ServerMessage::read(&tail[start..start + length]).unwrap());
            }
            rest = &tail[start + length..];
        }
        self.1.clear();
        messages
    }
}

#[tokio::test]
async fn while_the_disk_is_stuck_nobody_gets_a_reply_and_then_everybody_does_in_order() {
    let storage = BlockableStorage::default();
    let blockable = storage.clone();
    let commands =
        start_loop(|wake| Ok(Some((Journal::on(blockable, None, wake)?, Contents::default(), None))));
    let room = open_room(&commands).await;
    storage.block(true);
    let mut ann = Visitor::connect(&commands, room);
    ann.send(
        0,
        ClientRequest::Join {
            version: VERSION,
            player_name: "Ann".to_owned(),
            token: Hex([1; 16]),
            password: None,
        },
    );
    // First as much as a room queues, then more, which it does not read; all of it is below the message limit.
    for seqs in [1..36, 36..39] {
        seqs.for_each(|seq| ann.send(seq, ClientRequest::Ready { revision: 99 }));
        assert_eq!(ann.receive(), []);
    }
    storage.block(false);
    let messages = ann.receive();
    assert!(
        matches!(messages.first(), Some(ServerMessage { event: ServerEvent::Joined { .. }, .. })),
        "{messages:?}"
    );
    assert!(
        messages.is_sorted_by_key(|message| message.seq)
            && messages.is_sorted_by_key(|message| message.acked)
    );
    assert_eq!(messages.last().map(|message| message.acked), Some(38));
    assert!(messages.len() >= 39, "{}", messages.len());
}

#[tokio::test]
async fn the_thread_ends_with_the_last_sender_and_closes_its_sockets() {
    let commands = start_loop(|_| Ok(None));
    let room = open_room(&commands).await;
    let mut ann = Visitor::connect(&commands, room);
    ann.send(0, ClientRequest::Spectate { version: VERSION, player_name: String::new(), password: None });
    assert!(!ann.receive().is_empty());
    drop(commands);
    ann.0.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    assert_eq!(ann.0.read(&mut [0; 64]).unwrap(), 0);
}

#[tokio::test]
async fn an_old_address_does_not_lead_to_the_room_that_reuses_its_slot() {
    let commands = start_loop(|_| Ok(None));
    let room = open_room(&commands).await;
    let mut late = Visitor::connect(&commands, Address { number: room.number + 1, ..room });
    late.0.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    assert_eq!(late.0.read(&mut [0; 64]).unwrap(), 0);
}
