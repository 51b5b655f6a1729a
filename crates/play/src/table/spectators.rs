//! Who watches, and what spectators say among themselves. The players do not see it: it may be about the game. None of it
//! survives a restart.

use std::collections::{BTreeMap, VecDeque};

use moment::Moment;

use super::chat::{CHAT_PAUSE, HISTORY};
use super::{ConnectionId, Table};
use crate::protocol::{ErrorCode, ServerEvent, sanitize};

#[derive(Debug, Default)]
pub(super) struct Spectators {
    here: BTreeMap<ConnectionId, Spectator>,
    /// Who said what, and the number of the line.
    chat: VecDeque<(String, String, u32)>,
    lines: u32,
}

#[derive(Debug)]
struct Spectator {
    name: String,
    /// The number of the last message to this spectator.
    sent: u64,
    last_chat: Option<Moment>,
}

impl Spectators {
    pub(super) fn is_empty(&self) -> bool {
        self.here.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.here.len()
    }

    pub(super) fn is_here(&self, conn: ConnectionId) -> bool {
        self.here.contains_key(&conn)
    }

    pub(super) fn connections(&self) -> impl Iterator<Item = ConnectionId> {
        self.here.keys().copied()
    }

    pub(super) fn enter(&mut self, conn: ConnectionId, name: String, sent: u64) {
        self.here.entry(conn).or_insert(Spectator { name, sent, last_chat: None });
    }

    /// Whether there was one on this connection.
    pub(super) fn leave(&mut self, conn: ConnectionId) -> bool {
        self.here.remove(&conn).is_some()
    }

    pub(super) fn clear(&mut self) {
        self.here.clear();
    }

    /// Counts a message to this spectator.
    pub(super) fn next_number(&mut self, conn: ConnectionId) -> Option<u64> {
        let spectator = self.here.get_mut(&conn)?;
        spectator.sent += 1;
        Some(spectator.sent)
    }

    /// A line of chat, or None if it comes too soon after the last one of this spectator.
    fn say(&mut self, now: Moment, conn: ConnectionId, message: String) -> Option<ServerEvent> {
        let spectator = self.here.get_mut(&conn)?;
        if spectator.last_chat.is_some_and(|last| now < last + CHAT_PAUSE) {
            return None;
        }
        spectator.last_chat = Some(now);
        let from = spectator.name.clone();
        self.lines = self.lines.saturating_add(1);
        if self.chat.len() >= HISTORY {
            self.chat.pop_front();
        }
        self.chat.push_back((from.clone(), message.clone(), self.lines));
        Some(ServerEvent::SpectatorChat { from, message, line: self.lines })
    }
}

impl Table {
    pub(super) fn chat_among_spectators(&mut self, now: Moment, conn: ConnectionId, message: &str) {
        let message = sanitize(message);
        if message.is_empty() {
            return;
        }
        match self.spectators.say(now, conn, message) {
            Some(said) => self.tell_spectators(&said),
            None => self.send_error(conn, ErrorCode::TooFast, "one message per second at most"),
        }
    }

    pub(super) fn send_spectator_chat(&mut self, conn: ConnectionId) {
        for (from, message, line) in self.spectators.chat.clone() {
            self.send(conn, ServerEvent::SpectatorChat { from, message, line });
        }
    }
}
