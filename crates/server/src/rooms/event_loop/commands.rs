//! What other threads ask of the event loop.

use play::journal::RoomSpec;
use play::protocol::ClientMessage;
use play::table::{ConnectionId, Input};
use tokio::sync::oneshot;

use super::EventLoop;
use crate::address_limits::{Lease, Network};
use crate::rooms::Address;
use crate::rooms::connection::CROWDED;
use crate::rooms::mailbox::Disconnected;
use crate::rooms::outbox::Delivery;
use crate::rooms::room::{Room, RoomSummary};
use crate::rooms::shared::Shared;

pub(in crate::rooms) enum Command {
    /// The reply is the address once the journal has it, or `None` if it could not be written.
    Open {
        id: String,
        spec: Box<RoomSpec>,
        /// Of the address that opens it.
        owner: Option<Lease>,
        reply: oneshot::Sender<Option<Address>>,
    },
    /// A new socket, with the bytes that arrived together with the handshake.
    Connect {
        room: Address,
        stream: std::net::TcpStream,
        early: Vec<u8>,
        lease: Option<Lease>,
    },
    /// The host is full: the oldest socket of this address that no player uses must go.
    CloseSpectator {
        network: Network,
    },
    /// A message from the player that the host has seated.
    EngineMessage {
        room: Address,
        conn: ConnectionId,
        message: ClientMessage,
    },
    /// That player cannot continue.
    EngineFailed {
        room: Address,
        conn: ConnectionId,
        why: String,
    },
    /// The room exists as long as the host runs.
    Keep {
        room: Address,
    },
    Describe {
        room: Address,
        reply: oneshot::Sender<RoomSummary>,
    },
    /// Rooms with people, then the others, each the newest first.
    List {
        max: usize,
        reply: oneshot::Sender<Vec<RoomSummary>>,
    },
}

impl EventLoop {
    pub(super) fn handle_commands(&mut self) -> Result<(), Disconnected> {
        while let Some(command) = self.commands.try_next()? {
            self.handle_command(command);
        }
        Ok(())
    }

    fn handle_command(&mut self, command: Command) {
        let now = self.now();
        match command {
            Command::Open { id, spec, owner, reply } => self.open_room(id, *spec, owner, reply),
            Command::Connect { room, stream, mut early, lease } => {
                self.with_room(room, |room, shared| room.connect(shared, now, stream, &mut early, lease));
            }
            Command::CloseSpectator { network } => self.close_spectator(network),
            Command::EngineMessage { room, conn, message } => {
                let input = Input::Message { conn, round_trip: 0, message };
                self.with_room(room, |room, shared| room.handle(shared, now, input));
            }
            Command::EngineFailed { room, conn, why } => {
                self.with_room(room, |room, shared| {
                    room.handle(shared, now, Input::EngineFailed { conn, why });
                });
            }
            Command::Keep { room } => self.with_room(room, |room, _| room.keep()),
            // A reply fails only if the caller is gone.
            Command::Describe { room, reply } => {
                self.with_room(room, |room, _| drop(reply.send(room.describe(now))));
            }
            Command::List { max, reply } => drop(reply.send(self.list(max))),
        }
    }

    /// Runs `act` if the room still exists.
    fn with_room(&mut self, address: Address, act: impl FnOnce(&mut Room, &mut Shared)) {
        let now = self.now();
        let room = self.rooms.get_mut(address.slot as usize);
        if let Some(room) = room.filter(|room| room.address == address) {
            act(room, &mut self.shared);
            self.timers.set(address.slot, room.deadline(&self.shared.outbox, now));
        }
    }

    fn list(&self, max: usize) -> Vec<RoomSummary> {
        let now = self.now();
        let rooms = self.rooms.iter().map(|(_, room)| &**room);
        let mut rooms: Vec<&Room> = rooms.filter(|room| room.is_listed(now)).collect();
        // Many rooms that nobody has entered must not hide those with people.
        rooms.sort_by_key(|room| std::cmp::Reverse((room.is_occupied(), room.address.number)));
        rooms.into_iter().take(max).map(|room| room.describe(now)).collect()
    }

    fn close_spectator(&mut self, network: Network) {
        let Some((slot, conn)) = self.shared.spectators.oldest(network) else { return };
        if let Some(room) = self.shared.connections.get(slot as usize).map(|connection| connection.room) {
            self.disconnect(room, conn, CROWDED);
        }
    }

    fn open_room(
        &mut self,
        id: String,
        spec: RoomSpec,
        owner: Option<Lease>,
        reply: oneshot::Sender<Option<Address>>,
    ) {
        let now = self.now();
        self.shared.outbox.opened(&id, &spec);
        let room = |slot, shared: &mut Shared| Room::new(id, spec, slot, shared, now).owned_by(owner);
        let Some(room) = self.insert_room(room) else { return };
        if self.shared.outbox.has_journal() {
            let number = self.shared.outbox.number();
            self.shared.outbox.put(number, Delivery::Opened { room, reply });
        } else {
            self.room_opened(room, reply, true);
        }
    }
}
