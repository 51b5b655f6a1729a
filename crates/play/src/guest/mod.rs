//! A player's or onlooker's side of a room. Works every turn out again, compares, and finds out a host that lies.
//! Says again what was not heard, so that a bad connection costs time and nothing else.
//!
//!     guest.handle(now, Input::Do(Act::Choose { mv, nonce }))   // [Keep, Send(..)]: remember the secret, then send

mod check;
mod doing;
mod hearing;
mod view;

use std::collections::VecDeque;
use std::time::Duration;

use rules::go::{Color, Move, Outcome, Point};
use serde::{Deserialize, Serialize};

use crate::Moment;
use crate::kifu::Kifu;
use crate::protocol::{
    Ask, Asked, Digest, Fault, GameId, Nonce, Reason, Seats, Settings, Tell, Timers, Token, Told, VERSION,
};
pub use check::Deceit;

/// What a page has to remember to come back to its seat, and to show what it promised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    pub token: Token,
    pub name: String,
    pub promise: Option<Promise>,
    /// The last entry that was checked.
    pub seen: Option<(GameId, u32, Digest)>,
}

/// A move chosen for one turn of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Promise {
    pub game: GameId,
    pub turn: u32,
    #[serde(rename = "move", with = "crate::protocol::spelling::choice")]
    pub mv: Move,
    pub nonce: Nonce,
    pub commit: Digest,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "what is heard is the usual case")]
pub enum Input {
    Connected,
    Lost,
    Heard(Told),
    Do(Act),
    Wake,
}

/// What the person at this end wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// The nonce must be new and unguessable each time.
    Choose {
        mv: Move,
        nonce: Nonce,
    },
    Propose(Settings),
    Ready,
    Resign,
    Chat(String),
    /// Wants, or agrees to, or with `false` refuses.
    Takeback {
        turns: u32,
        agree: bool,
    },
    /// This group is dead, or lives again.
    Mark(Point),
    /// To the stones that are marked now.
    Agree,
    /// No agreement about dead stones.
    Resume,
    Rematch,
    Adjourn,
    Leave,
    /// One of the four messages with which pages connect directly.
    Signal(Box<Ask>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// What `kept` says has changed and is to be stored before anything is sent.
    Keep,
    Send(Asked),
    /// There is something new to show.
    Changed,
    /// A turn was played, with so many stones lost: worth a sound.
    Turn {
        lost: u32,
        collision: bool,
    },
    Ended(Outcome),
    Refused {
        code: Fault,
        message: String,
    },
    /// The other page wants a connection of its own, or has one.
    Signal(Box<Tell>),
    /// The host said what cannot be true.
    FoundOut(Deceit),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Player,
    Spectator,
}

/// What is known of the opponent's part of this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Opponent {
    ready: bool,
    commit: Option<Digest>,
    /// Both are ready, and this side has shown its move.
    shown_to: bool,
}

#[derive(Clone, Debug)]
struct Pending {
    asked: Asked,
    sent: Moment,
}

/// What this side agreed to, without which some entries cannot come about.
#[derive(Clone, Debug, Default)]
struct Consent {
    takeback: Option<u32>,
    resigned: bool,
    dead: Option<Vec<Point>>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    pub reason: Reason,
    pub result: Outcome,
    /// Black's and White's in half points, where they were counted.
    pub scores: [Option<i32>; 2],
}

const SAY_AGAIN: Duration = Duration::from_secs(1);
/// The room speaks every five seconds; longer silence is asked about.
const SILENCE: Duration = Duration::from_secs(12);
const SYNC_PAUSE: Duration = Duration::from_millis(500);

#[derive(Clone, Debug)]
pub struct Guest {
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
    /// Entries up to here were already in the record when this side came.
    on_trust: u32,
    /// The turn that the room is at.
    latest: u32,
    seen_before: Option<(GameId, u32, Digest)>,
    promise: Option<Promise>,
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
    talk: Vec<(String, String, u32)>,
    ending: Option<Ending>,
    deceit: Option<Deceit>,
    last_refusal: Option<(Fault, String)>,
    next_seq: u64,
    pending: VecDeque<Pending>,
    newest: u64,
    last_heard: Moment,
    last_sync: Option<Moment>,
    out: Vec<Output>,
}

impl Guest {
    /// A player; `kept` from the last visit or with a new token.
    pub fn player(kept: Kept) -> Guest {
        let Kept { token, name, promise, seen } = kept;
        Guest { promise, seen_before: seen, ..Guest::new(Role::Player, token, name) }
    }

    pub fn spectator() -> Guest {
        Guest::new(Role::Spectator, crate::protocol::Hex([0; 16]), String::new())
    }

    fn new(role: Role, token: Token, name: String) -> Guest {
        Guest {
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
            on_trust: 0,
            latest: 0,
            seen_before: None,
            promise: None,
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
            talk: Vec::new(),
            ending: None,
            deceit: None,
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
            Input::Connected => self.come_in(now),
            Input::Lost => {
                self.connected = false;
                self.out.push(Output::Changed);
            }
            Input::Heard(told) => self.hear(now, told),
            Input::Do(act) => self.act(now, act),
            Input::Wake => self.wake(now),
        }
        std::mem::take(&mut self.out)
    }

    pub fn deadline(&self) -> Option<Moment> {
        if !self.connected {
            return None;
        }
        let again = self.pending.iter().map(|pending| pending.sent + SAY_AGAIN).min();
        again.into_iter().chain([self.last_heard + SILENCE]).min()
    }

    pub fn kept(&self) -> Kept {
        let seen = self.kifu.as_ref().and_then(|kifu| {
            let last = kifu.links().last()?;
            Some((kifu.id(), last.turn, last.chain))
        });
        Kept {
            token: self.token,
            name: self.name.clone(),
            promise: self.promise.clone(),
            seen: seen.or(self.seen_before),
        }
    }

    fn come_in(&mut self, now: Moment) {
        self.connected = true;
        self.last_heard = now;
        self.newest = 0;
        self.enter();
        let joined = self.joined;
        if joined {
            for pending in &mut self.pending {
                pending.sent = now;
                self.out.push(Output::Send(pending.asked.clone()));
            }
        }
        self.out.push(Output::Changed);
    }

    /// The first word on a connection.
    fn enter(&mut self) {
        let version = VERSION;
        let ask = match self.role {
            Role::Spectator => Ask::Spectate { version },
            Role::Player if self.joined => {
                let oldest = self.pending.iter().map(|pending| pending.asked.seq).min();
                Ask::Rejoin { version, token: self.token, resend_from: oldest.or(Some(self.next_seq)) }
            }
            Role::Player => Ask::Join { version, player_name: self.name.clone(), token: self.token },
        };
        self.say(0, ask);
    }

    fn wake(&mut self, now: Moment) {
        if !self.connected {
            return;
        }
        if !self.joined && now >= self.last_heard + SAY_AGAIN {
            self.last_heard = now;
            return self.enter();
        }
        for pending in &mut self.pending {
            if now >= pending.sent + SAY_AGAIN {
                pending.sent = now;
                self.out.push(Output::Send(pending.asked.clone()));
            }
        }
        if now >= self.last_heard + SILENCE {
            self.last_heard = now;
            self.sync(now);
        }
    }

    /// Something was missed.
    fn sync(&mut self, now: Moment) {
        if self.last_sync.is_none_or(|last| now >= last + SYNC_PAUSE) {
            self.last_sync = Some(now);
            if self.joined { self.say(0, Ask::Sync) } else { self.enter() }
        }
    }

    fn say(&mut self, seq: u64, ask: Ask) {
        let asked = Asked { seq, game: self.game, turn: self.kifu.as_ref().map_or(0, Kifu::next), ask };
        self.out.push(Output::Send(asked));
    }

    /// Says it until it was heard.
    fn insist(&mut self, now: Moment, ask: Ask) {
        let turn = self.kifu.as_ref().map_or(0, Kifu::next);
        let asked = Asked { seq: self.next_seq, game: self.game, turn, ask };
        self.next_seq += 1;
        self.pending.push_back(Pending { asked: asked.clone(), sent: now });
        if self.connected && self.joined {
            self.out.push(Output::Send(asked));
        }
    }
}
