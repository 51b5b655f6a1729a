//! A player's or spectator's end of a table. Recomputes every turn and detects a host that misreports the game.
//! Resends what was not acknowledged, so that a bad connection costs only time.
//!
//!     client.handle(now, Input::Act(Action::Choose { mv, nonce }))   // [SaveSeat, Send(..)]: store the secret, then send

mod actions;
mod chat;
mod clocks;
mod current_game;
mod exchange;
mod messages;
mod verification;
mod view;

use moment::Moment;
use rules::go::{Move, Outcome, Point};
use serde::{Deserialize, Serialize};

use self::chat::Chat;
use self::clocks::Clocks;
use self::current_game::CurrentGame;
use self::exchange::{Due, Exchange};
pub use self::verification::HostViolation;
use crate::protocol::{
    ClientMessage, ClientRequest, Digest, EndReason, ErrorCode, GameId, Nonce, Seats, ServerEvent,
    ServerMessage, Settings, Token, VERSION,
};

/// What a page stores to return to its seat and to reveal the move it committed to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSeat {
    pub token: Token,
    pub name: String,
    #[serde(rename = "promise")]
    pub committed: Option<CommittedMove>,
    /// Moves for the same turn that were changed, the first one first. Which of them stands is known once both have chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<CommittedMove>,
    /// Of the room, while there is no seat in it yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<Digest>,
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
    DeclineRematch,
    Adjourn,
    Leave,
    /// Of a room that this player has opened.
    CloseRoom,
    /// Enters with another password, after the first was refused.
    Unlock(Option<Digest>),
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
        /// It was played just now, not before this side came or came back.
        is_news: bool,
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

/// An answer of the other player that this one should not overlook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    TakebackDeclined,
    RematchDeclined,
    SettingsChanged,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    pub reason: EndReason,
    pub result: Outcome,
    /// Black's and White's in half points, where they were counted.
    pub scores: [Option<i32>; 2],
}

#[derive(Clone, Debug)]
pub struct Client {
    role: Role,
    /// As at the last visit, except for the committed move. A spectator's is empty.
    seat: SavedSeat,
    exchange: Exchange,
    seats: Seats,
    game: Option<CurrentGame>,
    clocks: Clocks,
    chat: Chat,
    /// Of the spectators among themselves.
    spectator_chat: Chat,
    violation: Option<HostViolation>,
    last_refusal: Option<(ErrorCode, String)>,
    notice: Option<Notice>,
    /// The settings that this side has proposed last, by the revision that they were to replace.
    proposed: Option<u32>,
    out: Vec<Output>,
}

impl SavedSeat {
    /// A seat that is not taken yet.
    pub fn new(token: Token, name: impl Into<String>) -> SavedSeat {
        let name = name.into();
        SavedSeat { token, name, committed: None, earlier: Vec::new(), password: None, seen: None }
    }

    #[must_use]
    pub fn with_password(self, password: Option<Digest>) -> SavedSeat {
        SavedSeat { password, ..self }
    }

    fn committed_for(&self, turn: u32) -> Option<&CommittedMove> {
        self.committed.as_ref().filter(|committed| committed.turn == turn)
    }
}

impl Client {
    /// A player, with the seat saved at the last visit or a new one.
    pub fn player(saved: SavedSeat) -> Client {
        Client::new(Role::Player, saved)
    }

    pub fn spectator() -> Client {
        Client::named_spectator("", None)
    }

    /// A spectator who may talk with the others.
    pub fn named_spectator(name: &str, password: Option<Digest>) -> Client {
        let seat = SavedSeat::new(crate::protocol::Hex([0; 16]), name).with_password(password);
        Client::new(Role::Spectator, seat)
    }

    fn new(role: Role, seat: SavedSeat) -> Client {
        Client {
            role,
            seat,
            exchange: Exchange::new(),
            seats: Seats::default(),
            game: None,
            clocks: Clocks::default(),
            chat: Chat::default(),
            spectator_chat: Chat::default(),
            violation: None,
            last_refusal: None,
            notice: None,
            proposed: None,
            out: Vec::new(),
        }
    }

    pub fn handle(&mut self, now: Moment, input: Input) -> Vec<Output> {
        match input {
            Input::Connected => self.handle_connected(now),
            Input::Lost => {
                self.exchange.disconnect();
                self.out.push(Output::Changed);
            }
            Input::Received(message) => self.receive(now, message),
            Input::Act(act) => self.act(now, act),
            Input::Wake => self.wake(now),
        }
        std::mem::take(&mut self.out)
    }

    pub fn deadline(&self) -> Option<Moment> {
        self.exchange.deadline().into_iter().chain(self.chat.due()).min()
    }

    pub fn saved_seat(&self) -> SavedSeat {
        let seen = self.kifu().and_then(|kifu| {
            let last = kifu.links().last()?;
            Some((kifu.id(), last.turn, last.chain))
        });
        SavedSeat { seen: seen.or(self.seat.seen), ..self.seat.clone() }
    }

    fn handle_connected(&mut self, now: Moment) {
        let resend = self.exchange.connect(now);
        self.send_join();
        self.send_all(resend);
        self.out.push(Output::Changed);
    }

    /// The first message on a connection.
    fn send_join(&mut self) {
        let version = VERSION;
        let (token, password) = (self.seat.token, self.seat.password);
        self.send_once(match self.role {
            Role::Spectator => {
                ClientRequest::Spectate { version, player_name: self.seat.name.clone(), password }
            }
            Role::Player if self.exchange.is_joined() => {
                let resend_from = Some(self.exchange.resend_from());
                ClientRequest::Rejoin { version, token, resend_from }
            }
            Role::Player => {
                ClientRequest::Join { version, player_name: self.seat.name.clone(), token, password }
            }
        });
    }

    fn wake(&mut self, now: Moment) {
        self.send_chat(now);
        match self.exchange.wake(now) {
            Some(Due::Join) => self.send_join(),
            Some(Due::Messages { resend, sync }) => {
                self.send_all(resend);
                if sync {
                    self.sync(now);
                }
            }
            None => {}
        }
    }

    /// Asks for what was missed.
    fn sync(&mut self, now: Moment) {
        if !self.exchange.may_sync(now) {
            return;
        }
        if self.exchange.is_joined() { self.send_once(ClientRequest::Sync) } else { self.send_join() }
    }

    /// A message without a number, which the table does not acknowledge.
    fn send_once(&mut self, request: ClientRequest) {
        let message = ClientMessage { seq: 0, game: self.game(), turn: self.next(), request };
        self.out.push(Output::Send(message));
    }

    /// Sends it, and resends it until it is acknowledged.
    fn send_reliably(&mut self, now: Moment, request: ClientRequest) {
        let message = self.exchange.submit(now, self.game(), self.next(), request);
        self.send_all(message);
    }

    fn send_all(&mut self, messages: impl IntoIterator<Item = ClientMessage>) {
        self.out.extend(messages.into_iter().map(Output::Send));
    }
}
