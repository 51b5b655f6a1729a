//! The exchange of messages with the table: numbers them, resends what was not acknowledged, and notices gaps and
//! silence. Knows nothing of the game.

use std::collections::VecDeque;
use std::time::Duration;

use moment::Moment;

use crate::protocol::{ClientMessage, ClientRequest};

const RESEND_AFTER: Duration = Duration::from_secs(1);
/// The table sends at least every five seconds; after a longer silence the client asks for its state.
const MAX_SILENCE: Duration = Duration::from_secs(12);
const SYNC_INTERVAL: Duration = Duration::from_millis(500);

#[derive(Clone, Debug)]
struct Unacknowledged {
    message: ClientMessage,
    sent: Moment,
}

#[derive(Clone, Debug)]
pub(super) struct Exchange {
    connected: bool,
    /// The room has let this side in once; after a lost connection it rejoins.
    joined: bool,
    next_seq: u64,
    pending: VecDeque<Unacknowledged>,
    /// The highest number received on this connection.
    newest: u64,
    last_heard: Moment,
    last_sync: Option<Moment>,
}

/// What the number of a received message says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrival {
    /// No later message was received before it.
    pub newer: bool,
    /// Messages before it are missing.
    pub gap: bool,
}

/// What is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Due {
    Join,
    /// `sync` after a long silence.
    Messages {
        resend: Vec<ClientMessage>,
        sync: bool,
    },
}

impl Exchange {
    pub(super) fn new() -> Exchange {
        Exchange {
            connected: false,
            joined: false,
            next_seq: 1,
            pending: VecDeque::new(),
            newest: 0,
            last_heard: Moment::ORIGIN,
            last_sync: None,
        }
    }

    pub(super) fn is_connected(&self) -> bool {
        self.connected
    }

    pub(super) fn is_joined(&self) -> bool {
        self.joined
    }

    pub(super) fn deadline(&self) -> Option<Moment> {
        if !self.connected {
            return None;
        }
        let again = self.pending.iter().map(|pending| pending.sent + RESEND_AFTER).min();
        again.into_iter().chain([self.last_heard + MAX_SILENCE]).min()
    }

    /// The number from which the table may still miss messages.
    pub(super) fn resend_from(&self) -> u64 {
        self.pending.iter().map(|pending| pending.message.seq).min().unwrap_or(self.next_seq)
    }

    pub(super) fn has_unacknowledged(&self, wanted: impl Fn(&ClientRequest) -> bool) -> bool {
        self.pending.iter().any(|pending| wanted(&pending.message.request))
    }

    /// The messages to resend after the join message.
    pub(super) fn connect(&mut self, now: Moment) -> Vec<ClientMessage> {
        self.connected = true;
        self.last_heard = now;
        self.newest = 0;
        if self.joined { self.resend(now, |_| true) } else { Vec::new() }
    }

    pub(super) fn disconnect(&mut self) {
        self.connected = false;
    }

    /// The first time, the messages that waited for it, numbered as the table expects; none after a rejoin.
    pub(super) fn join(&mut self, now: Moment, next_seq: u64) -> Option<Vec<ClientMessage>> {
        self.next_seq = self.next_seq.max(next_seq);
        if std::mem::replace(&mut self.joined, true) {
            return None;
        }
        for pending in &mut self.pending {
            pending.message.seq = self.next_seq;
            self.next_seq += 1;
        }
        Some(self.resend(now, |_| true))
    }

    pub(super) fn receive(&mut self, now: Moment, seq: u64, acked: u64) -> Arrival {
        self.last_heard = now;
        // Messages that wait to be let in have no number of the table's yet: see `join`.
        if self.joined {
            self.pending.retain(|pending| pending.message.seq > acked);
        }
        let newer = seq > self.newest;
        let gap = self.newest > 0 && seq > self.newest.saturating_add(1);
        self.newest = self.newest.max(seq);
        Arrival { newer, gap }
    }

    /// Numbers a message and keeps it until it is acknowledged. Returns it if it can be sent now.
    pub(super) fn submit(
        &mut self,
        now: Moment,
        game: u32,
        turn: u32,
        request: ClientRequest,
    ) -> Option<ClientMessage> {
        let message = ClientMessage { seq: self.next_seq, game, turn, request };
        self.next_seq += 1;
        self.pending.push_back(Unacknowledged { message: message.clone(), sent: now });
        (self.connected && self.joined).then_some(message)
    }

    pub(super) fn wake(&mut self, now: Moment) -> Option<Due> {
        if !self.connected {
            return None;
        }
        if !self.joined && now >= self.last_heard + RESEND_AFTER {
            self.last_heard = now;
            return Some(Due::Join);
        }
        let resend = self.resend(now, |sent| now >= sent + RESEND_AFTER);
        let sync = now >= self.last_heard + MAX_SILENCE;
        if sync {
            self.last_heard = now;
        }
        Some(Due::Messages { resend, sync })
    }

    /// Whether to ask for what was missed: not more often than the table can answer.
    pub(super) fn may_sync(&mut self, now: Moment) -> bool {
        let may = self.last_sync.is_none_or(|last| now >= last + SYNC_INTERVAL);
        if may {
            self.last_sync = Some(now);
        }
        may
    }

    fn resend(&mut self, now: Moment, is_due: impl Fn(Moment) -> bool) -> Vec<ClientMessage> {
        let due = self.pending.iter_mut().filter(|pending| is_due(pending.sent));
        due.map(|pending| {
            pending.sent = now;
            pending.message.clone()
        })
        .collect()
    }
}
