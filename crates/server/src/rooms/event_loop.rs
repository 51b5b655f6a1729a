//! All rooms of a host on one thread, with one poll. A room needs microseconds per second, so one core serves more rooms
//! than a host may open; a task, a timer and a channel per room would cost more than what happens in it.

mod commands;
mod delivery;

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

pub(super) use commands::Command;
use mio::event::Event;
use mio::{Events, Poll, Token};
use play::journal::{Contents, StoredRoom};
use play::protocol::{ClientMessage, Hex};
use play::table::ConnectionId;
use slab::Slab;
use tokio::runtime::Handle;

use super::Address;
use super::buffers::WriteBuffers;
use super::coalescing::Coalescing;
use super::connection::CloseReason;
use super::journal::{Journal, JournalDamage, JournalError, WakeCallback};
use super::loop_time::LoopTime;
use super::mailbox::{self, Receiver, Sender};
use super::newest_size::NewestSize;
use super::opponents::Opponents;
use super::outbox::Outbox;
use super::room::Room;
use super::shared::Shared;
use super::spectators::Spectators;
use super::timers::{TICK, Timers};

/// The mailbox. Every other token is the slot of a socket.
const MAILBOX: Token = Token(usize::MAX);

pub(super) fn token(slot: u32) -> Token {
    Token(slot as usize)
}

/// The rooms' addresses by id.
pub(super) type Addresses = Arc<Mutex<HashMap<Box<str>, Address>>>;

pub(super) fn read(addresses: &Addresses) -> MutexGuard<'_, HashMap<Box<str>, Address>> {
    addresses.lock().unwrap_or_else(PoisonError::into_inner)
}

struct EventLoop {
    poll: Poll,
    shared: Shared,
    rooms: Slab<Box<Room>>,
    addresses: Addresses,
    timers: Timers,
    commands: Receiver<Command>,
    origin: Instant,
    time: LoopTime,
    coalescing: Coalescing,
    read_buffer: Vec<u8>,
    received: Vec<ClientMessage>,
    due: Vec<u32>,
    /// Sockets on which there may be more to read.
    unread: Vec<u32>,
    /// Sockets that are not read because their room waits for the disk.
    back_pressured: Vec<u32>,
}

/// The journal and what is in it; `None` for rooms in memory.
pub(super) type OpenedJournal = Option<(Journal, Contents, Option<JournalDamage>)>;

/// Starts the loop with the rooms of the journal; also returns what was wrong with it. The thread ends when the last sender is dropped.
pub(super) fn start(
    open_journal: impl FnOnce(WakeCallback) -> Result<OpenedJournal, JournalError>,
    newest: Arc<NewestSize>,
    people: Arc<AtomicUsize>,
    opponents: Arc<Opponents>,
) -> Result<(Sender<Command>, Addresses, Option<JournalDamage>), JournalError> {
    let poll = Poll::new()?;
    let registry = poll.registry().try_clone()?;
    let (sender, commands) = mailbox::channel::<Command>(&registry, MAILBOX)?;
    let weak = sender.downgrade();
    let wake = move || {
        if let Some(sender) = weak.upgrade() {
            sender.wake();
        }
    };
    let (journal, contents, damage) = match open_journal(Box::new(wake))? {
        Some((journal, contents, damage)) => (Some(journal), contents, damage),
        None => (None, Contents::default(), None),
    };
    let shared = Shared {
        connections: Slab::new(),
        spectators: Spectators::default(),
        registry,
        outbox: Outbox::new(journal),
        buffers: WriteBuffers::default(),
        newest,
        people,
        opponents,
        commands: sender.downgrade(),
        runtime: Handle::try_current().map_err(io::Error::other)?,
        journal_failed: false,
        last_conn: 0,
    };
    let addresses = Addresses::default();
    let mut event_loop = EventLoop {
        poll,
        shared,
        rooms: Slab::new(),
        addresses: Arc::clone(&addresses),
        timers: Timers::new(),
        commands,
        origin: Instant::now(),
        time: LoopTime::default(),
        coalescing: Coalescing::default(),
        read_buffer: vec![0; 8192],
        received: Vec::new(),
        due: Vec::new(),
        unread: Vec::new(),
        back_pressured: Vec::new(),
    };
    for (id, stored) in contents.rooms {
        event_loop.resume_room(id, stored);
    }
    thread::Builder::new().name("rooms".to_owned()).spawn(move || event_loop.run())?;
    Ok((sender, addresses, damage))
}

impl EventLoop {
    /// Milliseconds since the loop was started, without those in which it was frozen.
    fn now(&self) -> u64 {
        self.time.at(self.elapsed())
    }

    fn elapsed(&self) -> u64 {
        u64::try_from(self.origin.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn run(mut self) {
        let mut events = Events::with_capacity(1024);
        loop {
            if self.wait(&mut events) {
                self.thaw();
            }
            for event in &events {
                self.handle_event(event);
            }
            self.coalescing.count(events.iter().count());
            if self.handle_commands().is_err() {
                return self.shared.outbox.finish();
            }
            for slot in std::mem::take(&mut self.unread) {
                self.read(slot, true);
            }
            self.deliver();
            self.wake_rooms();
            self.shared.people.store(self.shared.connections.len(), Ordering::Relaxed);
        }
    }

    /// Submits what is to be written and waits for events, at the latest until the next timer. Returns whether the loop
    /// was frozen since it last waited.
    fn wait(&mut self, events: &mut Events) -> bool {
        let elapsed = self.elapsed();
        let frozen = self.time.handled(elapsed);
        let now = self.time.at(elapsed);
        let submit_at = self.shared.outbox.submit(now);
        let timeout = if self.coalescing.is_on(now) {
            let rest_of_tick = TICK - now % TICK;
            self.time.waits(now, Some(now + rest_of_tick));
            thread::sleep(Duration::from_millis(rest_of_tick));
            Some(0)
        } else {
            let next = self.timers.next().into_iter().chain(submit_at).min();
            let until = if self.unread.is_empty() { next } else { Some(now) };
            self.time.waits(now, until.map(|at| at.max(now)));
            until.map(|at| at.saturating_sub(now))
        };
        // A signal may interrupt the poll: no events, and the loop waits again.
        if self.poll.poll(events, timeout.map(Duration::from_millis)).is_err() {
            events.clear();
        }
        self.time.woke(self.elapsed()) || frozen
    }

    /// After the loop was frozen every socket is pinged, and has the usual time to answer, before it is judged silent.
    fn thaw(&mut self) {
        let now = self.now();
        for (_, connection) in &mut self.shared.connections {
            connection.socket.forgive_silence(now);
        }
        for (slot, room) in &mut self.rooms {
            room.ping_at_once(now);
            if let Ok(slot) = u32::try_from(slot) {
                self.timers.set(slot, room.deadline(&self.shared.outbox, now));
            }
        }
    }

    fn handle_event(&mut self, event: &Event) {
        if event.token() == MAILBOX {
            return;
        }
        let Ok(slot) = u32::try_from(event.token().0) else { return };
        if event.is_writable() {
            self.flush(slot);
        }
        if event.is_readable() || event.is_error() || event.is_read_closed() {
            self.read(slot, event.is_read_closed() || event.is_error());
        }
    }

    fn flush(&mut self, slot: u32) {
        let now = self.now();
        let Some(connection) = self.shared.connections.get_mut(slot as usize) else { return };
        let (conn, room) = (connection.conn, connection.room);
        if let Err(reason) = connection.socket.flush(now) {
            self.disconnect(room, conn, reason);
        }
    }

    fn disconnect(&mut self, room_slot: u32, conn: ConnectionId, reason: CloseReason) {
        let now = self.now();
        if let Some(room) = self.rooms.get_mut(room_slot as usize) {
            room.disconnect(&mut self.shared, now, conn, reason);
            self.timers.set(room_slot, room.deadline(&self.shared.outbox, now));
        }
    }

    fn read(&mut self, slot: u32, closing: bool) {
        let now = self.now();
        let Some(connection) = self.shared.connections.get_mut(slot as usize) else { return };
        let room_slot = connection.room;
        let Some(room) = self.rooms.get_mut(room_slot as usize) else { return };
        if room.is_back_pressured(&self.shared.outbox) {
            if !std::mem::replace(&mut connection.read_deferred, true) {
                self.back_pressured.push(slot);
            }
            return;
        }
        let read = connection.socket.read(&mut self.read_buffer, closing, now, &mut self.received);
        if read == Ok(true) {
            self.unread.push(slot);
        }
        let end = read.err();
        if self.received.is_empty() && end.is_none() {
            return;
        }
        let (conn, round_trip) = (connection.conn, connection.socket.round_trip());
        let was_seated = connection.seated;
        room.receive(&mut self.shared, now, conn, round_trip, &mut self.received, end);
        if !was_seated && room.is_seated(conn) {
            self.shared.seated(slot);
        }
        self.timers.set(room_slot, room.deadline(&self.shared.outbox, now));
    }

    fn wake_rooms(&mut self) {
        let mut due = std::mem::take(&mut self.due);
        self.timers.advance(self.now(), &mut due);
        self.coalescing.count(due.len());
        for slot in due.drain(..) {
            let now = self.now();
            let Some(room) = self.rooms.get_mut(slot as usize) else { continue };
            room.wake(&mut self.shared, now);
            if room.is_expired(now) && !room.is_kept() {
                let address = room.address;
                self.remove_room(address);
                continue;
            }
            // Without random numbers it is tried again later.
            if room.is_expired(now)
                && let Ok(secret) = super::random()
            {
                room.reopen(&mut self.shared, Hex(secret));
            }
            self.timers.set(slot, room.deadline(&self.shared.outbox, now));
        }
        self.due = due;
    }

    fn remove_room(&mut self, address: Address) {
        if self.find(address).is_some() {
            let room = self.rooms.remove(address.slot as usize);
            self.shared.outbox.closed(&room.id);
            read(&self.addresses).remove(&room.id);
            self.timers.cancel(address.slot);
        }
    }

    fn find(&self, address: Address) -> Option<&Room> {
        self.rooms.get(address.slot as usize).map(|room| &**room).filter(|room| room.address == address)
    }

    fn resume_room(&mut self, id: String, stored: StoredRoom) {
        let now = self.now();
        if let Some(room) = self.insert_room(|slot, shared| Room::resume(id, stored, slot, shared, now)) {
            self.publish(room);
        }
    }

    fn insert_room(&mut self, room: impl FnOnce(u32, &mut Shared) -> Room) -> Option<Address> {
        let now = self.now();
        let entry = self.rooms.vacant_entry();
        let slot = u32::try_from(entry.key()).ok()?;
        let room = entry.insert(Box::new(room(slot, &mut self.shared)));
        self.timers.set(slot, room.deadline(&self.shared.outbox, now));
        Some(room.address)
    }

    fn publish(&self, address: Address) {
        if let Some(room) = self.find(address) {
            read(&self.addresses).insert(room.id.clone(), address);
        }
    }
}

#[cfg(test)]
mod tests;
