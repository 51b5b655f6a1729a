//! A player's or spectator's end of a table. Recomputes every turn and detects a host that misreports the game.
//! Resends what was not acknowledged, so that a bad connection costs only time.
//!
//!     client.handle(now, Input::Act(Action::Choose { mv, nonce }))   // [SaveSeat, Send(..)]: store the secret, then send

mod actions;
mod messages;
mod verification;
mod view;

use std::collections::VecDeque;
use std::time::Duration;

use moment::Moment;
use rules::go::{Color, Move, Outcome, Point};
use serde::{Deserialize, Serialize};

use crate::kifu::Kifu;
use crate::protocol::{
    ClientMessage, ClientRequest, Digest, EndReason, ErrorCode, GameId, Nonce, Seats, ServerEvent,
    ServerMessage, Settings, Timers, Token, VERSION,
};
pub use verification::HostViolation;

/// What a page stores to return to its seat and to reveal the move it committed to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSeat {
    pub token: Token,
    pub name: String,
    #[serde(rename = "promise")]
    pub committed: Option<CommittedMove>,
    /// The last entry that was verified.
    pub seen: Option<(GameId, u32, Digest)>,
}

/// A move chosen for one turn of one game, and the secret that proves it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommittedMove {
    pub game: GameId,
    pub turn: u32,
    #[serde(rename = "move", with = "crate::protocol::wire_format::choice")]
    pub mv: Move,
    pub nonce: Nonce,
    pub commit: Digest,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "received messages are the usual case")]
pub enum Input {
    Connected,
    Lost,
    Received(ServerMessage),
    Act(Action),
    Wake,
}

/// What the player at this end does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The nonce must be fresh and unguessable.
    Choose {
        mv: Move,
        nonce: Nonce,
    },
    Propose(Settings),
    Ready,
    Resign,
    Chat(String),
    /// Asks for it or agrees to it; with `false`, declines.
    Takeback {
        turns: u32,
        agree: bool,
    },
    /// Toggles whether this group is dead.
    Mark(Point),
    /// Marks exactly these groups as dead.
    ProposeDead(Vec<Point>),
    /// Agrees to the stones that are marked now.
    Agree,
    /// Disagrees about the dead stones: play resumes.
    Resume,
    Rematch,
    Adjourn,
    Leave,
    /// One of the four messages that set up a direct connection between pages.
    Signal(Box<ClientRequest>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// `saved_seat` has changed and must be stored before anything is sent.
    SaveSeat,
    Send(ClientMessage),
    /// The view has changed.
    Changed,
    /// A turn was played and this many stones were lost; the page plays a sound.
    Turn {
        lost: u32,
        collision: bool,
    },
    Ended(Outcome),
    Refused {
        code: ErrorCode,
        message: String,
    },
    /// A signaling message from the other page.
    Signal(Box<ServerEvent>),
    /// The host misreported the game.
    HostViolation(HostViolation),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Player,
    Spectator,
}

/// What is known of the opponent's half of this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Opponent {
    ready: bool,
    commit: Option<Digest>,
    /// Both have committed, and this side has revealed its move.
    revealed_to: bool,
}

#[derive(Clone, Debug)]
struct Unacknowledged {
    message: ClientMessage,
    sent: Moment,
}

/// What this side agreed to. Some entries are violations without its consent.
#[derive(Clone, Debug, Default)]
struct Consent {
    takeback: Option<u32>,
    resigned: bool,
    dead: Option<Vec<Point>>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    pub reason: EndReason,
    pub result: Outcome,
    /// Black's and White's in half points, where they were counted.
    pub scores: [Option<i32>; 2],
}

const RESEND_AFTER: Duration = Duration::from_secs(1);
/// The table sends at least every five seconds; after a longer silence the client asks for its state.
const MAX_SILENCE: Duration = Duration::from_secs(12);
const SYNC_INTERVAL: Duration = Duration::from_millis(500);

#[derive(Clone, Debug)]
pub struct Client {
    role: Role,
    token: Token,
    name: String,
    connected: bool,
    joined: bool,
    seats: Seats,
    color: Option<Color>,
    game: u32,
    kifu: Option<Kifu>,
    names: [String; 2],
    /// Entries up to here were in the record before this side joined, so they cannot be compared with its own actions.
    trusted_up_to: u32,
    /// The turn the table is at.
    latest: u32,
    seen_before: Option<(GameId, u32, Digest)>,
    committed: Option<CommittedMove>,
    acknowledged: bool,
    opponent: Opponent,
    consent: Consent,
    timers: Timers,
    timers_at: Moment,
    marked: Vec<Point>,
    agreed: [bool; 2],
    takebacks: [Option<u32>; 2],
    rematches: [bool; 2],
    adjourns: [bool; 2],
    chat: Vec<(String, String, u32)>,
    ending: Option<Ending>,
    violation: Option<HostViolation>,
    last_refusal: Option<(ErrorCode, String)>,
    next_seq: u64,
    pending: VecDeque<Unacknowledged>,
    newest: u64,
    last_heard: Moment,
    last_sync: Option<Moment>,
    out: Vec<Output>,
}

impl SavedSeat {
    /// A seat that is not taken yet.
    pub fn new(token: Token, name: impl Into<String>) -> SavedSeat {
        SavedSeat { token, name: name.into(), committed: None, seen: None }
    }
}

impl Client {
    /// A player, with the seat saved at the last visit or a new one.
    pub fn player(saved: SavedSeat) -> Client {
        let SavedSeat { token, name, committed, seen } = saved;
        Client { committed, seen_before: seen, ..Client::new(Role::Player, token, name) }
    }

    pub fn spectator() -> Client {
        Client::new(Role::Spectator, crate::protocol::Hex([0; 16]), String::new())
    }

    fn new(role: Role, token: Token, name: String) -> Client {
        Client {
            role,
            token,
            name,
            connected: false,
            joined: false,
            seats: Seats::default(),
            color: None,
            game: 0,
            kifu: None,
            names: [String::new(), String::new()],
            trusted_up_to: 0,
            latest: 0,
            seen_before: None,
            committed: None,
            acknowledged: false,
            opponent: Opponent::default(),
            consent: Consent::default(),
            timers: Timers::default(),
            timers_at: Moment::ORIGIN,
            marked: Vec::new(),
            agreed: [false; 2],
            takebacks: [None; 2],
            rematches: [false; 2],
            adjourns: [false; 2],
            chat: Vec::new(),
            ending: None,
            violation: None,
            last_refusal: None,
            next_seq: 1,
            pending: VecDeque::new(),
            newest: 0,
            last_heard: Moment::ORIGIN,
            last_sync: None,
            out: Vec::new(),
        }
    }

    pub fn handle(&mut self, now: Moment, input: Input) -> Vec<Output> {
        match input {
            Input::Connected => self.handle_connected(now),
            Input::Lost => {
                self.connected = false;
                self.out.push(Output::Changed);
            }
            Input::Received(message) => self.receive(now, message),
            Input::Act(act) => self.act(now, act),
            Input::Wake => self.wake(now),
        }
        std::mem::take(&mut self.out)
    }

    pub fn deadline(&self) -> Option<Moment> {
        if !self.connected {
            return None;
        }
        let again = self.pending.iter().map(|pending| pending.sent + RESEND_AFTER).min();
        again.into_iter().chain([self.last_heard + MAX_SILENCE]).min()
    }

    pub fn saved_seat(&self) -> SavedSeat {
        let seen = self.kifu.as_ref().and_then(|kifu| {
            let last = kifu.links().last()?;
            Some((kifu.id(), last.turn, last.chain))
        });
        SavedSeat {
            token: self.token,
            name: self.name.clone(),
            committed: self.committed.clone(),
            seen: seen.or(self.seen_before),
        }
    }

    fn handle_connected(&mut self, now: Moment) {
        self.connected = true;
        self.last_heard = now;
        self.newest = 0;
        self.send_join();
        let joined = self.joined;
        if joined {
            for pending in &mut self.pending {
                pending.sent = now;
                self.out.push(Output::Send(pending.message.clone()));
            }
        }
        self.out.push(Output::Changed);
    }

    /// The first message on a connection.
    fn send_join(&mut self) {
        let version = VERSION;
        let request = match self.role {
            Role::Spectator => ClientRequest::Spectate { version },
            Role::Player if self.joined => {
                let oldest = self.pending.iter().map(|pending| pending.message.seq).min();
                ClientRequest::Rejoin {
                    version,
                    token: self.token,
                    resend_from: oldest.or(Some(self.next_seq)),
                }
            }
            Role::Player => {
                ClientRequest::Join { version, player_name: self.name.clone(), token: self.token }
            }
        };
        self.send_once(0, request);
    }

    fn wake(&mut self, now: Moment) {
        if !self.connected {
            return;
        }
        if !self.joined && now >= self.last_heard + RESEND_AFTER {
            self.last_heard = now;
            return self.send_join();
        }
        for pending in &mut self.pending {
            if now >= pending.sent + RESEND_AFTER {
                pending.sent = now;
                self.out.push(Output::Send(pending.message.clone()));
            }
        }
        if now >= self.last_heard + MAX_SILENCE {
            self.last_heard = now;
            self.sync(now);
        }
    }

    /// Asks for what was missed.
    fn sync(&mut self, now: Moment) {
        if self.last_sync.is_none_or(|last| now >= last + SYNC_INTERVAL) {
            self.last_sync = Some(now);
            if self.joined { self.send_once(0, ClientRequest::Sync) } else { self.send_join() }
        }
    }

    fn send_once(&mut self, seq: u64, request: ClientRequest) {
        let message =
            ClientMessage { seq, game: self.game, turn: self.kifu.as_ref().map_or(0, Kifu::next), request };
        self.out.push(Output::Send(message));
    }

    /// Sends it, and resends it until it is acknowledged.
    fn send_reliably(&mut self, now: Moment, request: ClientRequest) {
        let turn = self.kifu.as_ref().map_or(0, Kifu::next);
        let message = ClientMessage { seq: self.next_seq, game: self.game, turn, request };
        self.next_seq += 1;
        self.pending.push_back(Unacknowledged { message: message.clone(), sent: now });
        if self.connected && self.joined {
            self.out.push(Output::Send(message));
        }
    }
}
