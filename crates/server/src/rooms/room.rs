//! One room: its table and its connections. Turns what the connections receive into inputs of the table, writes those to
//! the journal, and sends the replies after that. All times are in milliseconds since the event loop was started.

mod engine_seat;
mod lifetime;
mod sending;

use api::rooms::ListedRoom;
use engine_seat::EngineSeat;
use mio::Interest;
use mio::net::TcpStream;
use moment::Moment;
use play::journal::{RoomSpec, StoredRoom};
use play::protocol::{ClientMessage, ErrorCode, Hex, ServerEvent, ServerMessage, Settings};
use play::table::{ConnectionId, Input, NewTable, Table};
use smallvec::SmallVec;

use super::Address;
use super::connection::{CloseReason, PING_INTERVAL};
use super::event_loop::token;
use super::outbox::Outbox;
use super::shared::{RoomConnection, Shared};
use crate::address_limits::Lease;

/// A ping may be this late, so that it shares a packet with the room's next message.
const PING_SLACK: u64 = 1_100;
/// How soon a room that waits for the disk is woken again.
const BACK_PRESSURE_RETRY: u64 = 1_000;
/// Steps whose replies wait for the disk before the room's sockets are no longer read.
const MAX_UNDELIVERED: u16 = 32;

/// Bytes of journal entries after which a room writes a snapshot, if that is at least twice as long as the last one.
const SNAPSHOT_AFTER: u32 = 64 << 10;

type Closed = SmallVec<[(ConnectionId, CloseReason); 2]>;

/// Sent to everybody when the journal fails, and when it works again.
pub(super) fn journal_notice(durable: bool) -> ServerMessage {
    if durable {
        return notice(ErrorCode::Journaled, "the host saves this game again");
    }
    let text = "the host cannot save this game: it continues, but a crash of the host would lose it";
    notice(ErrorCode::NotJournaled, text)
}

fn notice(code: ErrorCode, text: &str) -> ServerMessage {
    let event = ServerEvent::Error { code, message: text.to_owned() };
    ServerMessage { seq: 0, acked: 0, game: 0, turn: 0, event }
}

/// A room in the list of rooms.
#[derive(Clone, Debug)]
pub struct RoomSummary {
    pub room: String,
    pub title: String,
    /// For the order of the list; not sent.
    pub(super) number: u64,
    pub settings: Settings,
    /// Black's and White's.
    pub names: [Option<String>; 2],
    /// A seat is free.
    pub free: bool,
    /// A game is in progress.
    pub playing: bool,
    /// The table is in a player's browser; the host only relays.
    pub peer: bool,
    /// Whoever enters needs the password.
    pub locked: bool,
    /// The STUN server of such a table's page.
    pub stun: Option<String>,
    /// The host's own room.
    pub standing: bool,
}

impl From<RoomSummary> for ListedRoom {
    fn from(listed: RoomSummary) -> ListedRoom {
        let RoomSummary { room, title, settings, names, free, playing, peer, locked, stun, .. } = listed;
        ListedRoom { room, title, settings, names, free, playing, peer, locked, stun }
    }
}

pub(super) struct Room {
    pub(super) id: Box<str>,
    /// Counts the room for the address that opened it.
    owner: Option<Lease>,
    title: Box<str>,
    pub(super) address: Address,
    /// It was opened as the host's own room, and this host keeps it as such.
    standing: bool,
    kept: bool,
    table: Table,
    /// The table's time when this process took over, and the event loop's time then.
    table_origin: u64,
    origin: u64,
    connections: SmallVec<[(ConnectionId, u32); 2]>,
    engine_seat: Option<Box<EngineSeat>>,
    next_ping: u64,
    empty_since: Option<u64>,
    /// The batch of the outbox that has this room's last journal entry, and the steps that wait for it.
    batch: u64,
    undelivered: u16,
    reported_size: u8,
    /// Bytes of its journal entries since the last snapshot, and how many lead to the next one.
    entry_bytes: u32,
    snapshot_after: u32,
}

impl Room {
    pub(super) fn new(id: String, spec: RoomSpec, slot: u32, shared: &Shared, now: u64) -> Room {
        let table = Table::new(&spec.opening);
        Room::with_table(id, spec, table, slot, shared, 0, now)
    }

    pub(super) fn owned_by(self, owner: Option<Lease>) -> Room {
        Room { owner, ..self }
    }

    /// The table's time continues where it stopped: no clock ran while the host was down.
    pub(super) fn resume(id: String, stored: StoredRoom, slot: u32, shared: &mut Shared, now: u64) -> Room {
        let (table_origin, entry_bytes) = (stored.next_moment(), stored.entry_bytes);
        let spec = stored.spec.clone();
        let mut room = Room::with_table(id, spec, stored.into_table(), slot, shared, table_origin, now);
        room.entry_bytes = u32::try_from(entry_bytes).unwrap_or(u32::MAX);
        if table_origin > 0 {
            room.handle(shared, now, Input::Resumed);
        }
        room
    }

    fn with_table(
        id: String,
        spec: RoomSpec,
        table: Table,
        slot: u32,
        shared: &Shared,
        table_origin: u64,
        now: u64,
    ) -> Room {
        let reported_size = table.settings().board_size;
        shared.newest.report(spec.number, reported_size);
        Room {
            id: id.into(),
            owner: None,
            title: spec.title.into(),
            address: Address { slot, number: spec.number },
            standing: spec.standing,
            kept: false,
            table,
            table_origin,
            origin: now,
            connections: SmallVec::new(),
            engine_seat: None,
            next_ping: 0,
            empty_since: Some(now),
            batch: 0,
            undelivered: 0,
            reported_size,
            entry_bytes: 0,
            snapshot_after: SNAPSHOT_AFTER,
        }
    }

    /// When it must be woken at the latest.
    pub(super) fn deadline(&self, outbox: &Outbox, now: u64) -> u64 {
        if self.is_back_pressured(outbox) {
            return now + BACK_PRESSURE_RETRY;
        }
        let table = self.table.deadline().map(|at| {
            let millis = u64::try_from(at.since_origin().as_millis()).unwrap_or(u64::MAX);
            self.origin.saturating_add(millis.saturating_sub(self.table_origin))
        });
        let ping = if self.connections.is_empty() { u64::MAX } else { self.next_ping + PING_SLACK };
        table.unwrap_or(u64::MAX).min(ping).min(self.expires().unwrap_or(u64::MAX))
    }

    /// The host's own room with a game that everybody left long ago: instead of being removed it begins anew.
    pub(super) fn reopen(&mut self, shared: &mut Shared, secret: Hex<32>) {
        let opening = NewTable::new(self.table.settings().clone(), secret).with_access(self.table.access());
        let (title, number, standing) = (self.title.to_string(), self.address.number, self.standing);
        let spec = RoomSpec { title, number, opening, standing };
        shared.outbox.opened(&self.id, &spec);
        self.batch = shared.outbox.number();
        self.table = Table::new(&spec.opening);
        (self.engine_seat, self.entry_bytes) = (None, 0);
    }

    /// A player uses this connection.
    pub(super) fn is_seated(&self, conn: ConnectionId) -> bool {
        self.table.is_seated(conn)
    }

    /// Too many replies wait for the disk: the room's sockets are not read.
    pub(super) fn is_back_pressured(&self, outbox: &Outbox) -> bool {
        self.undelivered >= MAX_UNDELIVERED && outbox.holds(self.batch)
    }

    /// Adds a socket, with the bytes that arrived together with its handshake.
    pub(super) fn connect(
        &mut self,
        shared: &mut Shared,
        now: u64,
        stream: std::net::TcpStream,
        early: &mut [u8],
        lease: Option<Lease>,
    ) {
        let conn = shared.new_conn();
        let mut stream = TcpStream::from_std(stream);
        let entry = shared.connections.vacant_entry();
        let Ok(slot) = u32::try_from(entry.key()) else { return };
        let interest = Interest::READABLE | Interest::WRITABLE;
        if shared.registry.register(&mut stream, token(slot), interest).is_err() {
            return;
        }
        let socket = &mut entry.insert(RoomConnection::new(conn, stream, self.address.slot, now)).socket;
        shared.spectators.connected(slot, conn, lease);
        let notified =
            if shared.journal_failed { socket.send_message(&journal_notice(false), now) } else { Ok(()) };
        let mut received = Vec::new();
        let end = notified.and_then(|()| socket.decode(early, now, &mut received)).err();
        if self.connections.is_empty() {
            self.next_ping = now + PING_INTERVAL;
        }
        self.connections.push((conn, slot));
        self.empty_since = None;
        self.receive(shared, now, conn, 0, &mut received, end);
    }

    pub(super) fn receive(
        &mut self,
        shared: &mut Shared,
        now: u64,
        conn: ConnectionId,
        round_trip: u32,
        received: &mut Vec<ClientMessage>,
        end: Option<CloseReason>,
    ) {
        for message in received.drain(..) {
            self.handle(shared, now, Input::Message { conn, round_trip, message });
        }
        if let Some(reason) = end {
            self.disconnect(shared, now, conn, reason);
            self.update_engine_seat(shared, now);
        }
    }

    /// Pings, removes dead connections, and lets the table do what is due.
    pub(super) fn wake(&mut self, shared: &mut Shared, now: u64) {
        let ping = now >= self.next_ping && !self.connections.is_empty();
        let back_pressured = self.is_back_pressured(&shared.outbox);
        if ping {
            self.next_ping = now + PING_INTERVAL;
        }
        // A socket that is not read cannot be judged silent.
        if ping && !back_pressured {
            let dead = self.connections.iter().filter_map(|(conn, slot)| {
                Some((*conn, shared.connections.get(*slot as usize)?.socket.timed_out(now)?))
            });
            let dead: Closed = dead.collect();
            self.disconnect_all(shared, now, dead);
        }
        if !back_pressured {
            self.step(shared, now, Input::Wake, ping);
            return self.update_engine_seat(shared, now);
        }
        // Nothing is added to the outbox. What is due meanwhile happens at its own time once the disk works again.
        let closed = self.send(shared, now, &[], ping);
        self.disconnect_all(shared, now, closed);
    }

    /// Its connections are pinged when it is woken next, which is due now.
    pub(super) fn ping_at_once(&mut self, now: u64) {
        self.next_ping = now.saturating_sub(PING_SLACK);
    }

    pub(super) fn handle(&mut self, shared: &mut Shared, now: u64, input: Input) {
        self.step(shared, now, input, false);
        self.report_size(shared);
        self.update_engine_seat(shared, now);
    }

    fn table_time(&self, now: u64) -> u64 {
        self.table_origin.saturating_add(now.saturating_sub(self.origin))
    }

    fn step(&mut self, shared: &mut Shared, now: u64, input: Input, ping: bool) {
        let at = self.table_time(now);
        let waits = shared.outbox.holds(self.batch);
        if self.table.is_journaled(Moment::from_millis(at), &input) && shared.outbox.has_journal() {
            let length = shared.outbox.entry(&self.id, at, &input);
            self.entry_bytes = self.entry_bytes.saturating_add(u32::try_from(length).unwrap_or(u32::MAX));
            self.batch = shared.outbox.number();
        }
        let outputs = shared.buffers.take_outputs();
        let outputs = self.table.handle_into(Moment::from_millis(at), input, outputs);
        if self.entry_bytes > self.snapshot_after {
            self.write_snapshot(shared, at);
        }
        // Every message acknowledges earlier ones, so it waits for their entries even if it has none itself.
        let closed = if shared.outbox.holds(self.batch) {
            self.undelivered = if waits { self.undelivered.saturating_add(1) } else { 1 };
            self.queue(shared, now, &outputs, ping)
        } else {
            self.send(shared, now, &outputs, ping)
        };
        shared.buffers.recycle(outputs);
        self.disconnect_all(shared, now, closed);
    }

    /// Entries before it are dropped when the journal is compacted.
    fn write_snapshot(&mut self, shared: &mut Shared, at: u64) {
        let length = shared.outbox.snapshot(&self.id, at, &self.table);
        self.batch = shared.outbox.number();
        self.entry_bytes = 0;
        self.snapshot_after = u32::try_from(length).unwrap_or(u32::MAX).saturating_mul(2).max(SNAPSHOT_AFTER);
    }

    fn disconnect_all(&mut self, shared: &mut Shared, now: u64, closed: Closed) {
        for (conn, reason) in closed {
            self.disconnect(shared, now, conn, reason);
        }
    }

    pub(super) fn disconnect(
        &mut self,
        shared: &mut Shared,
        now: u64,
        conn: ConnectionId,
        reason: CloseReason,
    ) {
        let Some(index) = self.connections.iter().position(|(at, _)| *at == conn) else { return };
        let (_, slot) = self.connections.swap_remove(index);
        shared.disconnect(slot, now, reason);
        if self.connections.is_empty() {
            self.empty_since = Some(now);
        }
        self.step(shared, now, Input::Disconnected { conn }, false);
    }

    fn report_size(&mut self, shared: &Shared) {
        let size = self.table.settings().board_size;
        if size != self.reported_size {
            self.reported_size = size;
            shared.newest.report(self.address.number, size);
        }
    }

    pub(super) fn describe(&self, now: u64) -> RoomSummary {
        RoomSummary {
            room: self.id.to_string(),
            title: self.title.to_string(),
            number: self.address.number,
            settings: self.table.settings().clone(),
            names: self.table.names().map(|name| name.map(str::to_owned)),
            free: self.table.is_free(Moment::from_millis(self.table_time(now))),
            playing: self.table.is_unfinished(),
            peer: false,
            locked: self.table.access().password.is_some(),
            stun: None,
            standing: self.standing,
        }
    }
}

#[cfg(test)]
mod tests;
