//! Sends a batch once the journal has stored what it depends on, or has failed to.

use play::table::ConnectionId;
use tokio::sync::oneshot;

use super::{Address, EventLoop};
use crate::rooms::connection::NORMAL;
use crate::rooms::outbox::Delivery;
use crate::rooms::room::journal_notice;

impl EventLoop {
    pub(super) fn deliver(&mut self) {
        let Some((mut batch, durable)) = self.shared.outbox.written() else { return };
        if self.shared.journal_failed == durable {
            self.announce_journal(durable);
        }
        let mut start = 0;
        for delivery in batch.deliveries.drain(..) {
            match delivery {
                Delivery::Frames { slot, conn, end } => {
                    let frames = batch.frames.get(start..end).unwrap_or_default();
                    start = end;
                    self.send(slot, conn, frames);
                }
                Delivery::Close { slot, conn } => {
                    let connection = self.shared.connections.get(slot as usize);
                    let connection = connection.filter(|connection| connection.conn == conn);
                    if let Some(room) = connection.map(|connection| connection.room) {
                        self.disconnect(room, conn, NORMAL);
                    }
                }
                // A full queue means that the player has stopped; it reports that itself.
                Delivery::EnginePlayer(message) => drop(message.0.try_send(message.1)),
                Delivery::Opened { room, reply } => self.room_opened(room, reply, durable),
            }
        }
        self.shared.outbox.recycle(batch);
        for slot in std::mem::take(&mut self.back_pressured) {
            if let Some(connection) = self.shared.connections.get_mut(slot as usize) {
                connection.read_deferred = false;
            }
            self.read(slot, true);
        }
    }

    fn send(&mut self, slot: u32, conn: ConnectionId, frames: &[u8]) {
        let now = self.now();
        let connection = self.shared.connections.get_mut(slot as usize);
        let Some(connection) = connection.filter(|connection| connection.conn == conn) else { return };
        let room = connection.room;
        if let Err(reason) = connection.socket.send(frames, now) {
            self.disconnect(room, conn, reason);
        }
    }

    /// A game that cannot be stored continues, but its players should know.
    fn announce_journal(&mut self, durable: bool) {
        self.shared.journal_failed = !durable;
        let (now, notice) = (self.now(), journal_notice(durable));
        for (_, room) in &mut self.rooms {
            room.send_to_all(&mut self.shared, now, &notice);
        }
    }

    pub(super) fn room_opened(
        &mut self,
        room: Address,
        reply: oneshot::Sender<Option<Address>>,
        durable: bool,
    ) {
        if durable {
            self.publish(room);
        } else {
            self.remove_room(room);
        }
        // The caller may be gone; the room then waits for others.
        let _ = reply.send(durable.then_some(room));
    }
}
