//! The room in which two people play over a network: seats, agreement, turns, clocks, and what is told to whom.
//! What a player has committed to or shown is told to nobody before the turn is resolved.
//!
//! Everything follows from the inputs and their moments, so the inputs kept in a journal are the room: a host that was
//! killed plays them again.
//!
//!     table.handle(now, Input::Asked { .. })   // [Keep, Tell { .. }]: into the journal first, then out

mod catch_up;
mod count;
mod home;
mod lobby;
mod seat;
mod signal;
mod talk;
mod telling;
mod time;
mod turn;
mod wishes;

use std::collections::{BTreeMap, VecDeque};

use rules::go::{Color, Point};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::Moment;
use crate::kifu::Kifu;
use crate::protocol::{Ask, Asked, Fault, GameId, Hex, Reason, Settings, Token, plain};
pub use home::{HomeTable, Saved};
use seat::Seat;
use signal::Attempt;
pub use signal::MOST_CANDIDATES;
pub use talk::CHAT_PAUSE;
pub use time::{AWAY_IN_ALL, AWAY_IN_ONE_PIECE, SEAT_KEPT, TO_REVEAL};
use turn::Turn;

/// A connection, by a number of the host's choosing that never comes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Conn(pub u64);

/// A room before anybody is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    pub settings: Settings,
    /// Where the ids of games come from. Nobody else may know it.
    pub secret: Hex<32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Input {
    Asked {
        conn: Conn,
        /// As measured on this connection, in milliseconds.
        round_trip: u32,
        asked: Asked,
    },
    Gone {
        conn: Conn,
    },
    /// The player whom the host has seated cannot go on; why, in a line.
    Unable {
        conn: Conn,
        why: String,
    },
    Wake,
    /// The host was away, and with it every connection.
    Resumed,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "telling is the usual case")]
pub enum Output {
    /// This input belongs into the journal, before anything else is done.
    Keep,
    Tell {
        to: Conn,
        told: crate::protocol::Told,
    },
    Close {
        conn: Conn,
    },
}

/// An input as a journal keeps it. Moments are whole milliseconds, so that nothing is lost in writing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub at: u64,
    pub input: Input,
}

/// Onlookers in one room.
pub const MOST_SPECTATORS: usize = 50;

#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one to a table, and mostly it is play")]
enum Phase {
    Lobby,
    Play(Turn),
    Count(Counting),
    Over,
}

#[derive(Debug, Default)]
struct Counting {
    /// Whole groups, row by row.
    dead: Vec<Point>,
    agreed: [bool; 2],
}

#[derive(Debug)]
struct Game {
    kifu: Kifu,
    names: [String; 2],
    ended: Option<Reason>,
}

#[derive(Debug)]
pub struct Table {
    settings: Settings,
    revision: u32,
    secret: Hex<32>,
    /// Black's and White's.
    seats: [Option<Seat>; 2],
    spectators: BTreeMap<Conn, u64>,
    /// Counts the games of this room.
    number: u32,
    game: Option<Game>,
    phase: Phase,
    adjourned: bool,
    talk: VecDeque<(String, String, u32)>,
    lines: u32,
    resumes: u64,
    /// Of the players' pages to speak to each other directly.
    attempt: Option<Attempt>,
    next_tick: Option<Moment>,
    /// When something falls due, as the table stands after the last input.
    next_due: Option<Moment>,
    out: Vec<Output>,
}

impl Table {
    pub fn new(opening: &Opening) -> Table {
        Table {
            settings: opening.settings.clone(),
            revision: 1,
            secret: opening.secret,
            seats: [None, None],
            spectators: BTreeMap::new(),
            number: 0,
            game: None,
            phase: Phase::Lobby,
            adjourned: false,
            talk: VecDeque::new(),
            lines: 0,
            resumes: 0,
            attempt: None,
            next_tick: None,
            next_due: None,
            out: Vec::new(),
        }
    }

    /// The room as it was when the last entry was written. What it says meanwhile was said already.
    pub fn resume(opening: &Opening, entries: impl IntoIterator<Item = Entry>) -> Table {
        let mut table = Table::new(opening);
        for entry in entries {
            table.handle(Moment::from_millis(entry.at), entry.input);
        }
        table
    }

    pub fn handle(&mut self, now: Moment, input: Input) -> Vec<Output> {
        self.handle_on(now, input, Vec::new())
    }

    /// The same, on paper that was used before: what was on it is gone.
    pub fn handle_on(&mut self, now: Moment, input: Input, mut paper: Vec<Output>) -> Vec<Output> {
        paper.clear();
        self.out = paper;
        let happened = self.catch_up_with(now);
        if happened || input.matters() {
            self.out.insert(0, Output::Keep);
        }
        match input {
            Input::Asked { conn, round_trip, asked } => self.asked(now, conn, round_trip, asked),
            Input::Gone { conn } => self.gone(now, conn),
            Input::Unable { conn, why } => self.unable(now, conn, &why),
            Input::Wake => self.tick(now),
            Input::Resumed => self.resumed(now),
        }
        self.settle(now);
        self.tick_along(now);
        self.next_due = self.due().map(|(at, _)| at);
        std::mem::take(&mut self.out)
    }

    fn asked(&mut self, now: Moment, conn: Conn, round_trip: u32, asked: Asked) {
        match &asked.ask {
            Ask::Join { version, player_name, token } => {
                return self.join(now, conn, *version, plain(player_name), *token, &asked);
            }
            Ask::Rejoin { version, token, resend_from } => {
                return self.rejoin(now, conn, *version, *token, *resend_from, &asked);
            }
            Ask::Spectate { version } => return self.spectate(now, conn, *version, &asked),
            Ask::Sync => return self.sync(now, conn, &asked),
            _ => {}
        }
        let Some(color) = self.color_of(conn) else {
            return self.complain(conn, Fault::NoSeat, "take a seat first");
        };
        let Some(seat) = self.seat_mut(color) else { return };
        seat.measured(round_trip);
        if seat.hears(asked.seq) {
            self.granted(now, color, asked);
        } else {
            self.remind(now, conn);
        }
    }

    /// A wish of somebody who has a seat, heard for the first time.
    fn granted(&mut self, now: Moment, color: Color, asked: Asked) {
        let Asked { game, turn, ask, .. } = asked;
        match ask {
            Ask::Propose { revision, settings } => self.propose(color, revision, settings),
            Ask::Ready { revision } => self.ready(now, color, revision),
            Ask::Leave => self.leave(color),
            Ask::Chat { message } => self.chat(now, color, &message),
            Ask::WebrtcOffer { .. }
            | Ask::WebrtcAnswer { .. }
            | Ask::WebrtcIceCandidate { .. }
            | Ask::WebrtcConnected { .. } => self.signal(color, ask),
            // Whatever is about a game that is over, or not yet known here, comes too late or too early.
            _ if game != self.number => self.refuse(color, Fault::NotNow, "that is another game"),
            Ask::SubmitMove { commit, mv } => self.submit(now, color, turn, commit, mv),
            Ask::Reveal { mv, nonce } => self.reveal(now, color, turn, mv, nonce),
            Ask::Resign => self.resign(now, color),
            Ask::Takeback { turns, agree } => self.takeback(now, color, turn, turns, agree),
            Ask::MarkDead { dead, verdict } => self.mark_dead(now, color, &dead, verdict),
            Ask::Rematch => self.rematch(now, color),
            Ask::Adjourn => self.adjourn(now, color),
            Ask::Join { .. } | Ask::Rejoin { .. } | Ask::Spectate { .. } | Ask::Sync => {}
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

    pub fn is_free(&self) -> bool {
        matches!(self.phase, Phase::Lobby) && self.seats.iter().any(Option::is_none)
    }

    /// A game is on that should be kept for another day.
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

    fn color_of(&self, conn: Conn) -> Option<Color> {
        Color::BOTH.into_iter().find(|color| self.seat(*color).is_some_and(|seat| seat.conn == Some(conn)))
    }

    /// Somebody plays over this connection.
    pub fn is_seated(&self, conn: Conn) -> bool {
        self.color_of(conn).is_some()
    }

    /// The number of the record's entry that comes next; 0 before the first game.
    fn next(&self) -> u32 {
        self.kifu().map_or(0, Kifu::next)
    }

    fn new_id(&self) -> GameId {
        self.derived(b"tabiya/id/1\0", self.number)
    }

    /// With which the player that the host seats takes the seat opposite: nobody else can know it.
    pub fn companion_token(&self) -> Token {
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

impl Input {
    /// Without this entry the room would not be the same. Waking matters when something falls due.
    fn matters(&self) -> bool {
        match self {
            Input::Wake => false,
            Input::Asked { asked, .. } => asked.ask != Ask::Sync,
            Input::Gone { .. } | Input::Unable { .. } | Input::Resumed => true,
        }
    }
}
