//! Sends what the table says: at once, or once the journal has what it depends on.

use play::protocol::ServerMessage;
use play::table::Output;
use smallvec::SmallVec;

use super::{Closed, Room};
use crate::rooms::connection::NORMAL;
use crate::rooms::outbox::Delivery;
use crate::rooms::shared::Shared;

impl Room {
    /// Sends at once, everything for one socket in one write. Returns the connections that are to be closed.
    pub(super) fn send(&self, shared: &mut Shared, now: u64, outputs: &[Output], ping: bool) -> Closed {
        let Shared { buffers, connections, .. } = shared;
        let mut closed = SmallVec::new();
        buffers.encode(outputs, |encoded| {
            for (conn, slot) in &self.connections {
                let frames = encoded.frames_for(*conn, ping);
                if !frames.is_empty()
                    && let Some(connection) = connections.get_mut(*slot as usize)
                {
                    if ping {
                        connection.socket.pinged(now);
                    }
                    closed.extend(connection.socket.send(frames, now).err().map(|reason| (*conn, reason)));
                }
            }
        });
        for output in outputs {
            match output {
                Output::Send { to, message } => {
                    if let Some(engine) = self.engine_at(*to) {
                        // A full queue means that the player has stopped; it reports that itself.
                        drop(engine.try_send(message.clone()));
                    }
                }
                Output::Close { conn } => closed.push((*conn, NORMAL)),
            }
        }
        closed
    }

    /// Sends once the journal has this room's last entry. Only a ping goes out at once, because it measures time.
    pub(super) fn queue(&self, shared: &mut Shared, now: u64, outputs: &[Output], ping: bool) -> Closed {
        let closed = if ping { self.send(shared, now, &[], true) } else { SmallVec::new() };
        let Shared { buffers, outbox, .. } = shared;
        buffers.encode(outputs, |encoded| {
            for (conn, slot) in &self.connections {
                let frames = encoded.frames_for(*conn, false);
                if !frames.is_empty() {
                    outbox.put_frames(self.batch, *slot, *conn, frames);
                }
            }
        });
        for output in outputs {
            match output {
                Output::Send { to, message } => {
                    if let Some(engine) = self.engine_at(*to) {
                        let message = Box::new((engine.clone(), message.clone()));
                        outbox.put(self.batch, Delivery::EnginePlayer(message));
                    }
                }
                Output::Close { conn } => {
                    if let Some((_, slot)) = self.connections.iter().find(|(at, _)| at == conn) {
                        outbox.put(self.batch, Delivery::Close { slot: *slot, conn: *conn });
                    }
                }
            }
        }
        closed
    }

    /// At once, without waiting for the journal.
    pub(in crate::rooms) fn send_to_all(&mut self, shared: &mut Shared, now: u64, message: &ServerMessage) {
        let closed = self.connections.iter().filter_map(|(conn, slot)| {
            let socket = &mut shared.connections.get_mut(*slot as usize)?.socket;
            Some((*conn, socket.send_message(message, now).err()?))
        });
        let closed: Closed = closed.collect();
        self.disconnect_all(shared, now, closed);
    }
}
