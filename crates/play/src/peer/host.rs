//! The page that hosts a table: messages of its own player, of clients behind the relay and of the directly connected
//! opponent all go to one table, with the limits that a server has for its sockets.

use std::collections::BTreeMap;
use std::time::Duration;

use moment::Moment;

use super::connector::Transport;
use super::heartbeat::{Frame, Heartbeat};
use super::relay::{FromRelay, TableInfo, ToRelay};
use super::token_bucket::TokenBucket;
use crate::protocol::{ClientMessage, ErrorCode, MalformedMessage, ServerEvent, ServerMessage};
use crate::table::{
    ConnectionId, Input as TableInput, JournaledTable, NewTable, Output as TableOutput, TableJournal,
};

/// Clients behind the relay at a time.
pub const MAX_RELAY_CONNECTIONS: usize = 16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// From the player at this page.
    Own(ClientMessage),
    RelayOpened,
    RelayLost,
    /// A message from the relay.
    Relay(String),
    /// A direct channel to the other player, by attempt number.
    Opened(u32),
    Closed(u32),
    Direct(u32, String),
    Wake,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "sending is the usual case")]
pub enum Output {
    /// `journal` has changed and must be stored before anything is sent.
    Save,
    Own(ServerMessage),
    Relay(String),
    Direct(u32, String),
    Close(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Remote {
    Relay(u32),
    Direct(u32),
}

#[derive(Debug)]
struct RemoteConnection {
    conn: ConnectionId,
    bucket: TokenBucket,
    heartbeat: Heartbeat,
}

#[derive(Debug)]
pub struct PeerHost {
    table: JournaledTable,
    title: String,
    /// That its page uses.
    stun: Option<String>,
    own: ConnectionId,
    relay_open: bool,
    remotes: BTreeMap<Remote, RemoteConnection>,
    sent_info: Option<TableInfo>,
    out: Vec<Output>,
}

impl PeerHost {
    pub fn new(now: Moment, title: String, new_table: NewTable) -> PeerHost {
        PeerHost::resume(now, title, TableJournal { new_table, entries: Vec::new() })
    }

    pub fn resume(now: Moment, title: String, journal: TableJournal) -> PeerHost {
        let mut table = JournaledTable::resume(now, journal);
        let own = table.new_connection();
        let (remotes, sent_info) = (BTreeMap::new(), None);
        PeerHost { table, title, stun: None, own, relay_open: false, remotes, sent_info, out: Vec::new() }
    }

    /// Others learn which STUN server this page uses.
    #[must_use]
    pub fn with_stun(self, stun: Option<String>) -> PeerHost {
        PeerHost { stun, ..self }
    }

    pub fn handle(&mut self, now: Moment, input: Input) -> Vec<Output> {
        match input {
            Input::Own(message) => {
                self.pass_to_table(now, TableInput::Message { conn: self.own, round_trip: 0, message });
            }
            Input::RelayOpened => (self.relay_open, self.sent_info) = (true, None),
            Input::RelayLost => self.relay_lost(now),
            Input::Relay(text) => self.relay_message(now, &text),
            Input::Opened(attempt) => self.remote_connected(now, Remote::Direct(attempt)),
            Input::Closed(attempt) => self.remote_disconnected(now, Remote::Direct(attempt)),
            Input::Direct(attempt, frame) => self.receive(now, Remote::Direct(attempt), &frame),
            Input::Wake => self.wake(now),
        }
        self.send_info(now);
        std::mem::take(&mut self.out)
    }

    pub fn deadline(&self) -> Option<Moment> {
        let heartbeats = self.remotes.values().map(|connection| connection.heartbeat.deadline());
        heartbeats.chain(self.table.deadline()).min()
    }

    pub fn journal(&self) -> &TableJournal {
        self.table.journal()
    }

    pub fn is_unfinished(&self) -> bool {
        self.table.table().is_unfinished()
    }

    /// The opponent's transport and its round-trip time.
    pub fn opponent_connection(&self) -> Option<(Transport, Option<Duration>)> {
        let seated =
            |(_, connection): &(&Remote, &RemoteConnection)| self.table.table().is_seated(connection.conn);
        let (remote, connection) = self.remotes.iter().find(seated)?;
        let transport =
            if matches!(remote, Remote::Direct(_)) { Transport::Direct } else { Transport::Relay };
        Some((transport, connection.heartbeat.round_trip()))
    }

    fn relay_message(&mut self, now: Moment, text: &str) {
        match FromRelay::read(text) {
            Some(FromRelay::Connected(client)) => self.remote_connected(now, Remote::Relay(client)),
            Some(FromRelay::Disconnected(client)) => self.remote_disconnected(now, Remote::Relay(client)),
            Some(FromRelay::Received(client, frame)) => self.receive(now, Remote::Relay(client), frame),
            None => {}
        }
    }

    fn remote_connected(&mut self, now: Moment, remote: Remote) {
        if self.remotes.len() >= MAX_RELAY_CONNECTIONS {
            return self.close(remote);
        }
        let conn = self.table.new_connection();
        self.remotes.insert(
            remote,
            RemoteConnection { conn, bucket: TokenBucket::full(now), heartbeat: Heartbeat::new(now) },
        );
    }

    fn remote_disconnected(&mut self, now: Moment, remote: Remote) {
        if let Some(connection) = self.remotes.remove(&remote) {
            self.pass_to_table(now, TableInput::Disconnected { conn: connection.conn });
        }
    }

    fn relay_lost(&mut self, now: Moment) {
        self.relay_open = false;
        let through: Vec<Remote> =
            self.remotes.keys().copied().filter(|remote| matches!(remote, Remote::Relay(_))).collect();
        through.into_iter().for_each(|remote| self.remote_disconnected(now, remote));
    }

    fn receive(&mut self, now: Moment, remote: Remote, frame: &str) {
        let Some(connection) = self.remotes.get_mut(&remote) else { return };
        if !connection.bucket.try_take(now, 1.0) {
            self.close(remote);
            return self.remote_disconnected(now, remote);
        }
        let frame_kind = connection.heartbeat.receive(now, frame);
        let (conn, round_trip) = (connection.conn, connection.heartbeat.round_trip().unwrap_or_default());
        match frame_kind {
            Frame::Pong => {}
            Frame::Ping(answer) => self.send(remote, &answer),
            Frame::Message => match ClientMessage::read(frame.as_bytes()) {
                Ok(message) => {
                    let round_trip = u32::try_from(round_trip.as_millis()).unwrap_or(u32::MAX);
                    self.pass_to_table(now, TableInput::Message { conn, round_trip, message });
                }
                Err(malformed) => self.send_malformed(remote, &malformed),
            },
        }
    }

    fn send_malformed(&mut self, remote: Remote, malformed: &MalformedMessage) {
        let event = ServerEvent::Error { code: ErrorCode::Malformed, message: malformed.to_string() };
        self.send(remote, &ServerMessage { seq: 0, acked: 0, game: 0, turn: 0, event }.write());
    }

    fn wake(&mut self, now: Moment) {
        let (mut dead, mut pings) = (Vec::new(), Vec::new());
        for (remote, connection) in &mut self.remotes {
            if connection.heartbeat.is_dead(now) {
                dead.push(*remote);
            } else if let Some(ping) = connection.heartbeat.ping_if_due(now) {
                pings.push((*remote, ping));
            }
        }
        pings.into_iter().for_each(|(remote, ping)| self.send(remote, &ping));
        for remote in dead {
            self.close(remote);
            self.remote_disconnected(now, remote);
        }
        self.pass_to_table(now, TableInput::Wake);
    }

    fn pass_to_table(&mut self, now: Moment, input: TableInput) {
        let journaled = self.table.journal().entries.len();
        let outputs = self.table.handle(now, input);
        if self.table.journal().entries.len() > journaled {
            self.out.push(Output::Save);
        }
        for output in outputs {
            match output {
                TableOutput::Send { to, message } if to == self.own => self.out.push(Output::Own(message)),
                TableOutput::Send { to, message } => {
                    if let Some(remote) = self.remote(to) {
                        self.send(remote, &message.write());
                    }
                }
                TableOutput::Close { conn } => self.free_connection(conn),
            }
        }
    }

    fn remote(&self, conn: ConnectionId) -> Option<Remote> {
        self.remotes.iter().find(|(_, connection)| connection.conn == conn).map(|(remote, _)| *remote)
    }

    /// The seat left this connection, perhaps for the other transport; its client may come back on this one.
    fn free_connection(&mut self, conn: ConnectionId) {
        let fresh = self.table.new_connection();
        if let Some(connection) = self.remotes.values_mut().find(|connection| connection.conn == conn) {
            connection.conn = fresh;
        }
    }

    fn send(&mut self, remote: Remote, frame: &str) {
        self.out.push(match remote {
            Remote::Relay(client) => Output::Relay(ToRelay::Send(client, frame).write()),
            Remote::Direct(attempt) => Output::Direct(attempt, frame.to_owned()),
        });
    }

    fn close(&mut self, remote: Remote) {
        self.out.push(match remote {
            Remote::Relay(client) => Output::Relay(ToRelay::Close(client).write()),
            Remote::Direct(attempt) => Output::Close(attempt),
        });
    }

    /// The relay lists the table for clients that look for one.
    fn send_info(&mut self, now: Moment) {
        if !self.relay_open {
            return;
        }
        let table = self.table.table();
        let info = TableInfo {
            title: self.title.clone(),
            settings: table.settings().clone(),
            names: table.names().map(|name| name.map(str::to_owned)),
            free: table.is_free(now),
            playing: table.is_unfinished(),
            locked: table.access().password.is_some(),
            stun: self.stun.clone(),
        };
        if self.sent_info.as_ref() != Some(&info) {
            self.out.push(Output::Relay(ToRelay::Info(&info.write()).write()));
            self.sent_info = Some(info);
        }
    }
}
