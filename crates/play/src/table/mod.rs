//! A table at which two people play over a network: seats, agreements, turns, clocks, and which message goes to whom.
//! No message contains what a player has committed to or revealed before the turn is resolved.
//!
//! The state depends only on the inputs and their moments, so a journal of inputs is enough to restore a table: a host
//! that was killed replays it.
//!
//!     if table.is_journaled(now, &input) { journal.push(&input) }
//!     table.handle(now, input)                 // [Send { .. }, ..]: to be sent once the journal has the input

mod agreements;
mod chat;
mod closing;
mod count;
mod journaled;
mod lobby;
mod messages;
mod seat;
mod signaling;
mod snapshot;
mod spectators;
mod state_sync;
mod time;
mod turn;

use std::collections::VecDeque;

use moment::Moment;
use rules::go::{Color, Point};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::kifu::Kifu;
use crate::protocol::{
    Access, ClientMessage, ClientRequest, EndReason, ErrorCode, GameId, Hex, Settings, Token, sanitize,
    wire_format,
};
pub use chat::CHAT_PAUSE;
pub use journaled::{JournaledTable, TableJournal};
use seat::{Newcomer, Seat};
use signaling::Attempt;
pub use signaling::MAX_CANDIDATES;
use spectators::Spectators;
pub use time::{EMPTY_SEAT_TIMEOUT, MAX_ABSENCE, MAX_PAUSE_PER_GAME, REVEAL_TIMEOUT};
pub use turn::MAX_RESUMES;
use turn::Turn;

/// A number that the host gives to a connection and never uses again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ConnectionId(pub u64);

/// What a table is made from, before anybody has joined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewTable {
    pub settings: Settings,
    /// Game ids and the engine's token are derived from it; it never leaves the host.
    pub secret: Hex<32>,
    /// What the table does with its inputs has changed over time, and the journals of earlier versions must lead to the same
    /// games. From 1 on, play resumes at most twice, and the settings of the next game can be proposed after a game.
    #[serde(default, skip_serializing_if = "is_first")]
    pub behavior: u8,
    #[serde(default, skip_serializing_if = "Access::is_open")]
    pub access: Access,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_first(behavior: &u8) -> bool {
    *behavior == 0
}

impl NewTable {
    /// As the tables of this version behave.
    pub fn new(settings: Settings, secret: Hex<32>) -> NewTable {
        NewTable { settings, secret, behavior: 1, access: Access::default() }
    }

    #[must_use]
    pub fn with_access(self, access: Access) -> NewTable {
        NewTable { access, ..self }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Input {
    #[serde(rename = "asked")]
    Message {
        conn: ConnectionId,
        /// As measured on this connection, in milliseconds.
        round_trip: u32,
        #[serde(rename = "asked")]
        message: ClientMessage,
    },
    #[serde(rename = "gone")]
    Disconnected {
        conn: ConnectionId,
    },
    /// The host's engine cannot continue; the reason in one line.
    #[serde(rename = "unable")]
    EngineFailed {
        conn: ConnectionId,
        why: String,
    },
    Wake,
    /// The host was restarted, so every connection is gone.
    Resumed,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "sending is the usual case")]
pub enum Output {
    Send { to: ConnectionId, message: crate::protocol::ServerMessage },
    Close { conn: ConnectionId },
}

/// An input in the journal. Moments are whole milliseconds, so that writing them loses nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalEntry {
    pub at: u64,
    pub input: Input,
}

/// Spectators at one table.
pub const MAX_SPECTATORS: usize = 50;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(clippy::large_enum_variant, reason = "there is one per table, and it is mostly play")]
enum Phase {
    Lobby,
    Play(Turn),
    Count(Counting),
    Over,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Counting {
    /// Whole groups, row by row.
    #[serde(with = "wire_format::points")]
    dead: Vec<Point>,
    agreed: [bool; 2],
}

#[derive(Debug, Serialize, Deserialize)]
struct Game {
    kifu: Kifu,
    names: [String; 2],
    ended: Option<EndReason>,
}

/// Serialized, it is a snapshot; `snapshot` reads it back. What is skipped does not survive a restart.
#[derive(Debug, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Table {
    settings: Settings,
    revision: u32,
    secret: Hex<32>,
    /// See `NewTable`.
    #[serde(default, skip_serializing_if = "is_first")]
    behavior: u8,
    /// Black's and White's.
    seats: [Option<Seat>; 2],
    /// Most rooms have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    access: Option<Box<Access>>,
    #[serde(default, skip_serializing_if = "wire_format::is_no")]
    closed: bool,
    #[serde(skip)]
    spectators: Spectators,
    /// Numbers the games at this table.
    number: u32,
    game: Option<Game>,
    phase: Phase,
    adjourned: bool,
    chat: VecDeque<(String, String, u32)>,
    lines: u32,
    resumes: u64,
    /// The players' attempt to connect their pages directly.
    attempt: Option<Attempt>,
    #[serde(skip)]
    next_tick: Option<Moment>,
    /// When the next timed event is due, as of the last input.
    #[serde(skip)]
    next_due: Option<Moment>,
    #[serde(skip)]
    out: Vec<Output>,
}

impl Table {
    pub fn new(new: &NewTable) -> Table {
        Table {
            settings: new.settings.clone(),
            revision: 1,
            secret: new.secret,
            behavior: new.behavior,
            seats: [None, None],
            access: (!new.access.is_open()).then(|| Box::new(new.access)),
            closed: false,
            spectators: Spectators::default(),
            number: 0,
            game: None,
            phase: Phase::Lobby,
            adjourned: false,
            chat: VecDeque::new(),
            lines: 0,
            resumes: 0,
            attempt: None,
            next_tick: None,
            next_due: None,
            out: Vec::new(),
        }
    }

    /// The table as it was when the last entry was written. Outputs of the replay were sent before, so they are dropped.
    pub fn resume(new: &NewTable, entries: impl IntoIterator<Item = JournalEntry>) -> Table {
        Table::continue_from(Table::new(new), entries)
    }

    /// Whether the journal needs this input, to be asked before the table handles it: either it changes what must
    /// survive a restart, or a timed event is due by now.
    pub fn is_journaled(&self, now: Moment, input: &Input) -> bool {
        self.next_due.is_some_and(|due| due <= now) || self.is_changed_by(now, input)
    }

    /// A connection without a seat changes nothing unless it takes one: spectators do not survive a restart.
    fn is_changed_by(&self, now: Moment, input: &Input) -> bool {
        match input {
            Input::Wake => false,
            Input::Message { conn, message, .. } => match &message.request {
                ClientRequest::Join { version, token, password, .. } => {
                    self.admits(now, *version, *token, Some(*password))
                }
                ClientRequest::Rejoin { version, token, .. } => self.admits(now, *version, *token, None),
                ClientRequest::Spectate { .. } | ClientRequest::Sync => false,
                _ => self.is_seated(*conn),
            },
            Input::Disconnected { conn } | Input::EngineFailed { conn, .. } => self.is_seated(*conn),
            Input::Resumed => true,
        }
    }

    pub fn handle(&mut self, now: Moment, input: Input) -> Vec<Output> {
        self.handle_into(now, input, Vec::new())
    }

    /// As `handle`, reusing the allocation of `buffer`; its contents are cleared.
    pub fn handle_into(&mut self, now: Moment, input: Input, mut buffer: Vec<Output>) -> Vec<Output> {
        buffer.clear();
        self.out = buffer;
        self.run_due_events(now);
        match input {
            Input::Message { conn, round_trip, message } => {
                self.handle_message(now, conn, round_trip, message);
            }
            Input::Disconnected { conn } => self.disconnected(now, conn),
            Input::EngineFailed { conn, why } => self.engine_failed(now, conn, &why),
            Input::Wake => self.tick(now),
            Input::Resumed => self.resumed(now),
        }
        self.update_clocks(now);
        self.piggyback_tick(now);
        self.next_due = self.due().map(|(at, _)| at);
        std::mem::take(&mut self.out)
    }

    fn handle_message(&mut self, now: Moment, conn: ConnectionId, round_trip: u32, message: ClientMessage) {
        match &message.request {
            ClientRequest::Join { version, player_name, token, password } => {
                let newcomer = Newcomer { name: sanitize(player_name), token: *token, password: *password };
                return self.join(now, conn, *version, newcomer, &message);
            }
            ClientRequest::Rejoin { version, token, resend_from } => {
                return self.rejoin(now, conn, *version, *token, *resend_from, &message);
            }
            ClientRequest::Spectate { version, player_name, password } => {
                let name = sanitize(player_name);
                return self.spectate(now, conn, *version, name, *password, &message);
            }
            ClientRequest::Chat { message } if self.spectators.is_here(conn) => {
                return self.chat_among_spectators(now, conn, message);
            }
            ClientRequest::Sync => return self.sync(now, conn, &message),
            _ => {}
        }
        let Some(color) = self.color_of(conn) else {
            return self.send_error(conn, ErrorCode::NoSeat, "take a seat first");
        };
        let Some(seat) = self.seat_mut(color) else { return };
        seat.measured(round_trip);
        if seat.is_new(message.seq) {
            self.handle_request(now, color, message);
        } else {
            self.send_time(now, conn);
        }
    }

    /// A request of a seated player, received for the first time.
    fn handle_request(&mut self, now: Moment, color: Color, message: ClientMessage) {
        let ClientMessage { game, turn, request, .. } = message;
        match request {
            ClientRequest::Propose { revision, settings } => self.propose(color, revision, settings),
            ClientRequest::Ready { revision } => self.ready(now, color, revision),
            ClientRequest::Leave => self.leave(now, color),
            ClientRequest::CloseRoom => self.close(color),
            ClientRequest::Chat { message } => self.chat(now, color, &message),
            ClientRequest::WebrtcOffer { .. }
            | ClientRequest::WebrtcAnswer { .. }
            | ClientRequest::WebrtcIceCandidate { .. }
            | ClientRequest::WebrtcConnected { .. } => self.signal(color, request),
            // The rest is about one game: for another one it came too late or too early.
            _ if game != self.number => self.refuse(color, ErrorCode::NotNow, "that is not the current game"),
            ClientRequest::SubmitMove { version, commit, mv } => {
                self.submit(now, color, turn, commit.map(|commit| (commit, version)), mv);
            }
            ClientRequest::Reveal { mv, nonce } => self.reveal(now, color, turn, mv, nonce),
            ClientRequest::Resign => self.resign(now, color),
            ClientRequest::Takeback { turns, agree } => self.takeback(now, color, turn, turns, agree),
            ClientRequest::MarkDead { dead, verdict } => self.mark_dead(now, color, &dead, verdict),
            ClientRequest::Rematch { agree } => self.rematch(now, color, agree),
            ClientRequest::Adjourn => self.adjourn(now, color),
            ClientRequest::Join { .. }
            | ClientRequest::Rejoin { .. }
            | ClientRequest::Spectate { .. }
            | ClientRequest::Sync => {}
        }
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Black's and White's.
    pub fn names(&self) -> [Option<&str>; 2] {
        [Color::Black, Color::White].map(|color| self.seat(color).map(|seat| seat.name.as_str()))
    }

    pub fn present(&self) -> [bool; 2] {
        [Color::Black, Color::White].map(|color| self.is_present(color))
    }

    pub fn kifu(&self) -> Option<&Kifu> {
        self.game.as_ref().map(|game| &game.kifu)
    }

    /// A game is in progress that should be saved.
    pub fn is_unfinished(&self) -> bool {
        matches!(self.phase, Phase::Play(_) | Phase::Count(_))
    }

    /// Nobody is connected.
    pub fn is_deserted(&self) -> bool {
        self.spectators.is_empty() && !self.present().contains(&true)
    }

    fn seat(&self, color: Color) -> Option<&Seat> {
        self.seats[color as usize].as_ref()
    }

    fn seat_mut(&mut self, color: Color) -> Option<&mut Seat> {
        self.seats[color as usize].as_mut()
    }

    fn is_present(&self, color: Color) -> bool {
        self.seat(color).is_some_and(|seat| seat.conn.is_some())
    }

    fn color_of(&self, conn: ConnectionId) -> Option<Color> {
        Color::BOTH.into_iter().find(|color| self.seat(*color).is_some_and(|seat| seat.conn == Some(conn)))
    }

    /// A player uses this connection.
    pub fn is_seated(&self, conn: ConnectionId) -> bool {
        self.color_of(conn).is_some()
    }

    /// The number of the record's next entry; 0 before the first game.
    fn next(&self) -> u32 {
        self.kifu().map_or(0, Kifu::next)
    }

    fn new_id(&self) -> GameId {
        self.derived(b"tabiya/id/1\0", self.number)
    }

    /// The token with which the host's engine takes its seat; nobody else can know it.
    pub fn engine_token(&self) -> Token {
        self.derived(b"tabiya/companion/1\0", 0)
    }

    fn derived(&self, domain: &[u8], number: u32) -> Hex<16> {
        let hash = Sha256::new()
            .chain_update(domain)
            .chain_update(self.secret.0)
            .chain_update(number.to_be_bytes())
            .finalize();
        let mut id = [0; 16];
        for (to, from) in id.iter_mut().zip(hash) {
            *to = from;
        }
        Hex(id)
    }
}
