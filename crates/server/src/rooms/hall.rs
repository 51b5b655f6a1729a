//! The hall: all rooms of a host on one thread. A room takes microseconds a second, so a core has time for more of them
//! than a host may open; and a task, a timer and a channel for each would cost more than what happens in it.

mod delivery;

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use mio::event::Event;
use mio::{Events, Poll, Token};
use play::protocol::Asked;
use play::table::{Conn, Input};
use slab::Slab;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::alarms::{Alarms, BEAT};
use super::door::{Deserted, Door, Inside, door};
use super::house::House;
use super::journal::{Journal, Kept, Knock};
use super::line::{End, Heard};
use super::opponents::Opponents;
use super::paper::Desk;
use super::post::{Letter, Post};
use super::room::{Listed, Room};
use super::rush::Rush;
use super::size::NewestSize;
use super::{Address, Opened};

/// Somebody knocked. Other tokens are the places of sockets.
const KNOCK: Token = Token(usize::MAX);

pub(super) fn token(line: u32) -> Token {
    Token(line as usize)
}

/// Where the rooms are, by their ids.
pub(super) type Addresses = Arc<Mutex<HashMap<Box<str>, Address>>>;

pub(super) fn read(addresses: &Addresses) -> MutexGuard<'_, HashMap<Box<str>, Address>> {
    addresses.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) enum Note {
    /// Answered with the address once it is written down; none if it cannot be.
    Open {
        id: String,
        opened: Box<Opened>,
        tell: oneshot::Sender<Option<Address>>,
    },
    /// With what came on the socket already.
    Came {
        room: Address,
        stream: std::net::TcpStream,
        early: Vec<u8>,
    },
    /// By the player whom the host has seated.
    Said {
        room: Address,
        conn: Conn,
        asked: Asked,
    },
    /// The same cannot go on.
    Unable {
        room: Address,
        conn: Conn,
        why: String,
    },
    Describe {
        room: Address,
        tell: oneshot::Sender<Listed>,
    },
    /// The newest rooms first, at most so many.
    List {
        most: usize,
        tell: oneshot::Sender<Vec<Listed>>,
    },
}

struct Hall {
    poll: Poll,
    house: House,
    rooms: Slab<Box<Room>>,
    addresses: Addresses,
    alarms: Alarms,
    inside: Inside<Note>,
    origin: Instant,
    rush: Rush,
    space: Vec<u8>,
    heard: Heard,
    due: Vec<u32>,
    /// Sockets on which there may be more to read.
    unread: Vec<u32>,
    /// Sockets of rooms that wait for the disk.
    deaf: Vec<u32>,
}

/// The journal and the rooms that were in it; none where nothing is kept.
pub(super) type Begun = Option<(Journal, BTreeMap<String, Kept>)>;

/// A hall with the rooms that the journal has. The thread ends when the last door is dropped.
pub(super) fn open(
    journal: impl FnOnce(Knock) -> io::Result<Begun>,
    newest: Arc<NewestSize>,
    opponents: Arc<Opponents>,
) -> io::Result<(Door<Note>, Addresses)> {
    let poll = Poll::new()?;
    let registry = poll.registry().try_clone()?;
    let (outside, inside) = door(&registry, KNOCK)?;
    let ajar = outside.ajar();
    let knock = move || {
        if let Some(door) = ajar.open() {
            door.knock();
        }
    };
    let (journal, kept) = journal(Box::new(knock))?.unzip();
    let house = House {
        lines: Slab::new(),
        registry,
        post: Post::new(journal),
        desk: Desk::default(),
        newest,
        opponents,
        door: outside.ajar(),
        runtime: Handle::try_current().map_err(io::Error::other)?,
        unkept: false,
        conns: 0,
    };
    let addresses = Addresses::default();
    let mut hall = Hall {
        poll,
        house,
        rooms: Slab::new(),
        addresses: Arc::clone(&addresses),
        alarms: Alarms::new(),
        inside,
        origin: Instant::now(),
        rush: Rush::default(),
        space: vec![0; 8192],
        heard: Heard::default(),
        due: Vec::new(),
        unread: Vec::new(),
        deaf: Vec::new(),
    };
    for (id, kept) in kept.into_iter().flatten() {
        hall.resume(id, kept);
    }
    thread::Builder::new().name("rooms".to_owned()).spawn(move || hall.keep())?;
    Ok((outside, addresses))
}

impl Hall {
    fn now(&self) -> u64 {
        u64::try_from(self.origin.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn keep(mut self) {
        let mut events = Events::with_capacity(1024);
        loop {
            let again = self.house.post.hand_over(self.now());
            self.wait(&mut events, again);
            for event in &events {
                self.attend(event);
            }
            self.rush.happened(events.iter().count());
            if self.take_notes().is_err() {
                return self.house.post.finish();
            }
            for line in std::mem::take(&mut self.unread) {
                self.listen(line, true);
            }
            self.deliver();
            self.wake_rooms();
        }
    }

    /// For something to happen; at the latest until the next alarm, or until this moment.
    fn wait(&mut self, events: &mut Events, until: Option<u64>) {
        let now = self.now();
        let patience = if self.rush.is_on(now) {
            // Being woken for each message would cost more than answering it: they are all heard on the next beat.
            thread::sleep(Duration::from_millis(BEAT - now % BEAT));
            Some(0)
        } else if self.unread.is_empty() {
            self.alarms.next().into_iter().chain(until).min().map(|at| at.saturating_sub(now))
        } else {
            Some(0)
        };
        // A signal may interrupt it; then nothing has happened, and it waits again.
        if self.poll.poll(events, patience.map(Duration::from_millis)).is_err() {
            events.clear();
        }
    }

    fn attend(&mut self, event: &Event) {
        if event.token() == KNOCK {
            return;
        }
        let Ok(place) = u32::try_from(event.token().0) else { return };
        if event.is_writable() {
            self.flush(place);
        }
        if event.is_readable() || event.is_error() || event.is_read_closed() {
            self.listen(place, event.is_read_closed() || event.is_error());
        }
    }

    fn flush(&mut self, place: u32) {
        let now = self.now();
        let Some(line) = self.house.lines.get_mut(place as usize) else { return };
        let (conn, room) = (line.conn, line.room);
        if let Some(end) = line.flush(now) {
            self.hang_up(room, conn, end);
        }
    }

    fn hang_up(&mut self, room: u32, conn: Conn, end: End) {
        let now = self.now();
        if let Some(room) = self.rooms.get_mut(room as usize) {
            room.hang_up(&mut self.house, now, conn, end);
        }
        if let Some(there) = self.rooms.get(room as usize) {
            self.alarms.set(room, there.deadline(&self.house.post, now));
        }
    }

    fn listen(&mut self, place: u32, closing: bool) {
        let now = self.now();
        let Some(line) = self.house.lines.get_mut(place as usize) else { return };
        let at = line.room;
        let Some(room) = self.rooms.get_mut(at as usize) else { return };
        if room.is_deaf(&self.house.post) {
            if !std::mem::replace(&mut line.unheard, true) {
                self.deaf.push(place);
            }
            return;
        }
        line.listen(&mut self.space, closing, now, &mut self.heard);
        if std::mem::take(&mut self.heard.more) {
            self.unread.push(place);
        }
        if self.heard.asked.is_empty() && self.heard.end.is_none() {
            return;
        }
        let (conn, round_trip) = (line.conn, line.round_trip);
        room.hear(&mut self.house, now, conn, round_trip, &mut self.heard);
        self.alarms.set(at, room.deadline(&self.house.post, now));
    }

    fn wake_rooms(&mut self) {
        let mut due = std::mem::take(&mut self.due);
        self.alarms.ring(self.now(), &mut due);
        self.rush.happened(due.len());
        for place in due.drain(..) {
            let now = self.now();
            let Some(room) = self.rooms.get_mut(place as usize) else { continue };
            room.wake(&mut self.house, now);
            if room.is_forgotten(now) {
                let address = room.address;
                self.forget(address);
            } else {
                self.alarms.set(place, room.deadline(&self.house.post, now));
            }
        }
        self.due = due;
    }

    fn forget(&mut self, address: Address) {
        if self.there(address).is_some() {
            let room = self.rooms.remove(address.place as usize);
            self.house.post.closed(&room.id);
            read(&self.addresses).remove(&room.id);
            self.alarms.forget(address.place);
        }
    }

    fn there(&self, address: Address) -> Option<&Room> {
        self.rooms.get(address.place as usize).map(|room| &**room).filter(|room| room.address == address)
    }

    fn take_notes(&mut self) -> Result<(), Deserted> {
        while let Some(note) = self.inside.next()? {
            self.take(note);
        }
        Ok(())
    }

    fn take(&mut self, note: Note) {
        let now = self.now();
        match note {
            Note::Open { id, opened, tell } => self.open_room(id, *opened, tell),
            Note::Came { room, stream, mut early } => {
                self.at(room, |room, house| room.welcome(house, now, stream, &mut early));
            }
            Note::Said { room, conn, asked } => {
                let input = Input::Asked { conn, round_trip: 0, asked };
                self.at(room, |room, house| room.handle(house, now, input));
            }
            Note::Unable { room, conn, why } => {
                self.at(room, |room, house| room.handle(house, now, Input::Unable { conn, why }));
            }
            // Whoever asked may have gone.
            Note::Describe { room, tell } => self.at(room, |room, _| drop(tell.send(room.describe()))),
            Note::List { most, tell } => drop(tell.send(self.list(most))),
        }
    }

    /// In this room, if it is still there.
    fn at(&mut self, address: Address, act: impl FnOnce(&mut Room, &mut House)) {
        let now = self.now();
        let room = self.rooms.get_mut(address.place as usize);
        if let Some(room) = room.filter(|room| room.address == address) {
            act(room, &mut self.house);
            self.alarms.set(address.place, room.deadline(&self.house.post, now));
        }
    }

    fn list(&self, most: usize) -> Vec<Listed> {
        let mut rooms: Vec<&Room> = self.rooms.iter().map(|(_, room)| &**room).collect();
        rooms.sort_by_key(|room| std::cmp::Reverse(room.address.number));
        rooms.into_iter().take(most).map(Room::describe).collect()
    }

    fn open_room(&mut self, id: String, opened: Opened, tell: oneshot::Sender<Option<Address>>) {
        let now = self.now();
        self.house.post.opened(&id, &opened);
        let Some(room) = self.enter(|place, house| Room::new(id, opened, place, house, now)) else { return };
        if self.house.post.is_kept() {
            let number = self.house.post.number();
            self.house.post.put(number, Letter::Opened { room, tell });
        } else {
            self.opened(room, tell, true);
        }
    }

    fn resume(&mut self, id: String, kept: Kept) {
        let now = self.now();
        if let Some(room) = self.enter(|place, house| Room::resume(id, kept, place, house, now)) {
            self.publish(room);
        }
    }

    fn enter(&mut self, room: impl FnOnce(u32, &mut House) -> Room) -> Option<Address> {
        let now = self.now();
        let entry = self.rooms.vacant_entry();
        let place = u32::try_from(entry.key()).ok()?;
        let room = entry.insert(Box::new(room(place, &mut self.house)));
        self.alarms.set(place, room.deadline(&self.house.post, now));
        Some(room.address)
    }

    fn publish(&self, address: Address) {
        if let Some(room) = self.there(address) {
            read(&self.addresses).insert(room.id.clone(), address);
        }
    }
}

#[cfg(test)]
mod tests;
