//! State shared by all rooms of an event loop. A room borrows it while it handles an input.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use mio::Registry;
use mio::net::TcpStream;
use play::protocol::{ClientMessage, MalformedMessage};
use play::table::ConnectionId;
use slab::Slab;
use tokio::runtime::Handle;

use super::buffers::WriteBuffers;
use super::connection::{CloseReason, Connection, Inbox, PERSON};
use super::event_loop::Command;
use super::linger::linger;
use super::mailbox::WeakSender;
use super::newest_size::NewestSize;
use super::opponents::Opponents;
use super::outbox::Outbox;
use super::spectators::Spectators;

pub(super) struct Shared {
    pub(super) connections: Slab<RoomConnection>,
    pub(super) spectators: Spectators,
    pub(super) registry: Registry,
    pub(super) outbox: Outbox,
    pub(super) buffers: WriteBuffers,
    pub(super) newest: Arc<NewestSize>,
    /// How many sockets there are, for those who ask from other threads.
    pub(super) people: Arc<AtomicUsize>,
    pub(super) opponents: Arc<Opponents>,
    pub(super) commands: WeakSender<Command>,
    pub(super) runtime: Handle,
    /// The journal did not store the last batch.
    pub(super) journal_failed: bool,
    pub(super) last_conn: u64,
}

impl Shared {
    /// A number that is never used again in this process. After a crash nobody is connected, so counting may restart.
    pub(super) fn new_conn(&mut self) -> ConnectionId {
        self.last_conn += 1;
        ConnectionId(self.last_conn)
    }

    pub(super) fn seated(&mut self, slot: u32) {
        if let Some(connection) = self.connections.get_mut(slot as usize) {
            connection.seated = true;
            self.spectators.seated(slot);
        }
    }

    /// Closes a socket that its room has already removed.
    pub(super) fn disconnect(&mut self, slot: u32, now: u64, reason: CloseReason) {
        let Some(mut connection) = self.connections.try_remove(slot as usize) else { return };
        let lease = self.spectators.disconnected(slot);
        if let Some(lease) = lease.as_ref().filter(|_| reason.is_violation()) {
            lease.account().charge_violation();
        }
        // Dropping the socket deregisters it in any case.
        let _ = self.registry.deregister(connection.socket.stream_mut());
        connection.socket.send_close(reason, now);
        if reason == CloseReason::Lost {
            return;
        }
        let stream = std::net::TcpStream::from(connection.socket.into_stream());
        self.runtime.spawn(async move {
            if let Ok(stream) = tokio::net::TcpStream::from_std(stream) {
                linger(stream).await;
            }
            drop(lease);
        });
    }
}

/// A socket that belongs to a room.
pub(super) struct RoomConnection {
    pub(super) conn: ConnectionId,
    /// The slot of its room.
    pub(super) room: u32,
    /// Data has arrived that is not read while the room waits for the disk.
    pub(super) read_deferred: bool,
    /// A player uses it.
    pub(super) seated: bool,
    pub(super) socket: Connection<TcpStream>,
}

impl RoomConnection {
    pub(super) fn new(conn: ConnectionId, stream: TcpStream, room: u32, now: u64) -> RoomConnection {
        let socket = Connection::new(stream, &PERSON, now);
        RoomConnection { conn, room, read_deferred: false, seated: false, socket }
    }
}

impl Inbox for Vec<ClientMessage> {
    fn text(&mut self, text: &[u8]) -> Result<(), MalformedMessage> {
        self.push(ClientMessage::read(text)?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rooms_connection_is_small() {
        // In debug builds mio adds 8 bytes to a socket and 8 more are padding.
        let most = if cfg!(debug_assertions) { 88 } else { 72 };
        assert!(size_of::<RoomConnection>() <= most, "{}", size_of::<RoomConnection>());
    }
}
