//! Who sits where: a seat belongs to whoever knows its token, on one connection at a time.

use std::collections::BTreeSet;
use std::time::Duration;

use rules::go::Color;

use super::{Conn, MOST_SPECTATORS, Output, Phase, Table};
use crate::Moment;
use crate::clock::{Clock, Lag};
use crate::protocol::{Asked, Fault, Tell, Token, VERSION};

/// Numbers heard out of order that are remembered.
const WINDOW: u64 = 64;

#[derive(Debug)]
pub(super) struct Seat {
    pub(super) token: Token,
    pub(super) name: String,
    pub(super) conn: Option<Conn>,
    pub(super) round_trip: Duration,
    heard: u64,
    heard_later: BTreeSet<u64>,
    pub(super) told: u64,
    pub(super) clock: Clock,
    pub(super) lag: Lag,
    /// Has no time left and may place no more.
    pub(super) out: bool,
    pub(super) faults: u8,
    pub(super) absence: Option<Absence>,
    /// How long the game has waited for this player already.
    pub(super) waited_for: Duration,
    pub(super) last_chat: Option<Moment>,
    pub(super) wants: Wants,
}

/// Away while the other waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Absence {
    pub(super) since: Moment,
    /// The clocks wait no longer.
    pub(super) impatient: bool,
}

/// What is done when both want it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wants {
    pub(super) ready: Option<u32>,
    pub(super) takeback: Option<u32>,
    pub(super) rematch: bool,
    pub(super) adjourn: bool,
}

impl Seat {
    fn new(token: Token, name: String, told: u64) -> Seat {
        Seat {
            token,
            name,
            conn: None,
            round_trip: Duration::ZERO,
            heard: 0,
            heard_later: BTreeSet::new(),
            told,
            clock: Clock::new(None),
            lag: Lag::default(),
            out: false,
            faults: 0,
            absence: None,
            waited_for: Duration::ZERO,
            last_chat: None,
            wants: Wants::default(),
        }
    }

    /// Whether this number is new. One too far ahead is not heard at all and has to come again.
    pub(super) fn hears(&mut self, seq: u64) -> bool {
        // Mostly they come in order.
        if seq == self.heard.saturating_add(1) && self.heard_later.is_empty() {
            self.heard = seq;
            return true;
        }
        if seq <= self.heard || seq > self.heard.saturating_add(WINDOW) || !self.heard_later.insert(seq) {
            return false;
        }
        self.close_ranks();
        true
    }

    fn close_ranks(&mut self) {
        while self.heard_later.remove(&(self.heard + 1)) {
            self.heard += 1;
        }
    }

    /// Numbers below are settled: what is missing among them will not come.
    fn settled_below(&mut self, first: Option<u64>) {
        let last = self.heard_later.last().copied().unwrap_or(self.heard);
        let settled = first.map_or(last, |first| first.saturating_sub(1).min(last));
        self.heard = self.heard.max(settled);
        self.heard_later = self.heard_later.split_off(&(self.heard + 1));
        self.close_ranks();
    }

    pub(super) fn heard(&self) -> u64 {
        self.heard
    }

    fn next_seq(&self) -> u64 {
        self.heard_later.last().copied().unwrap_or(self.heard) + 1
    }

    pub(super) fn measured(&mut self, round_trip: u32) {
        self.round_trip = Duration::from_millis(u64::from(round_trip));
    }
}

impl Table {
    pub(super) fn join(
        &mut self,
        now: Moment,
        conn: Conn,
        version: u16,
        name: String,
        token: Token,
        asked: &Asked,
    ) {
        if self.seat_with(token).is_some() {
            return self.rejoin(now, conn, version, token, None, asked);
        }
        if !self.may_enter(conn, version) {
            return;
        }
        let host = self.settings.host_color;
        let for_companion = !self.settings.opponent.is_person();
        let seats = match (for_companion, token == self.companion_token()) {
            (true, true) => vec![host.other()],
            (true, false) => vec![host],
            (false, true) => Vec::new(),
            (false, false) => vec![host, host.other()],
        };
        let free = seats.into_iter().find(|color| self.seat(*color).is_none());
        let (Some(color), Phase::Lobby) = (free, &self.phase) else {
            return self.complain(conn, Fault::Full, "both seats are taken");
        };
        let name = if name.is_empty() { "Player".to_owned() } else { name };
        self.seats[color as usize] = Some(Seat::new(token, name, self.resumes << 32));
        self.sit_down(now, conn, color, None, asked);
    }

    pub(super) fn rejoin(
        &mut self,
        now: Moment,
        conn: Conn,
        version: u16,
        token: Token,
        resend_from: Option<u64>,
        asked: &Asked,
    ) {
        if !self.may_enter(conn, version) {
            return;
        }
        match self.seat_with(token) {
            Some(color) => self.sit_down(now, conn, color, resend_from, asked),
            None => self.complain(conn, Fault::UnknownToken, "no seat here belongs to you"),
        }
    }

    fn sit_down(&mut self, now: Moment, conn: Conn, color: Color, resend_from: Option<u64>, asked: &Asked) {
        self.spectators.remove(&conn);
        let Some(seat) = self.seat_mut(color) else { return };
        let before = seat.conn.replace(conn);
        // Saying it twice on one connection settles nothing: what was said since may still be on its way.
        if before != Some(conn) {
            seat.settled_below(resend_from);
        }
        let before = before.filter(|before| *before != conn);
        let next_seq = seat.next_seq();
        if let Some(before) = before {
            self.complain(before, Fault::Replaced, "your seat was taken from another window");
            self.out.push(Output::Close { conn: before });
        }
        self.settle(now);
        let joined = self.joined(Some(color), next_seq);
        self.tell(conn, joined);
        self.bring_up_to_date(now, conn, asked);
        self.tell_everybody_who_is_here();
    }

    pub(super) fn spectate(&mut self, now: Moment, conn: Conn, version: u16, asked: &Asked) {
        if !self.may_enter(conn, version) {
            return;
        }
        if self.color_of(conn).is_some() {
            return self.complain(conn, Fault::NotNow, "you have a seat");
        }
        if self.spectators.len() >= MOST_SPECTATORS && !self.spectators.contains_key(&conn) {
            return self.complain(conn, Fault::Full, "too many are watching");
        }
        let told = self.resumes << 32;
        self.spectators.entry(conn).or_insert(told);
        let joined = self.joined(None, 1);
        self.tell(conn, joined);
        self.bring_up_to_date(now, conn, asked);
        self.tell_everybody_who_is_here();
    }

    fn joined(&self, color: Option<Color>, next_seq: u64) -> Tell {
        Tell::Joined { version: VERSION, color, game_settings: self.settings.clone(), next_seq }
    }

    pub(super) fn sync(&mut self, now: Moment, conn: Conn, asked: &Asked) {
        if self.color_of(conn).is_some() || self.spectators.contains_key(&conn) {
            self.bring_up_to_date(now, conn, asked);
        } else {
            self.complain(conn, Fault::NoSeat, "take a seat first");
        }
    }

    pub(super) fn leave(&mut self, color: Color) {
        let Phase::Lobby = self.phase else {
            return self.refuse(color, Fault::NotNow, "a game is on: resign it first");
        };
        let left = self.seats[color as usize].take();
        if let Some(conn) = left.and_then(|seat| seat.conn) {
            self.out.push(Output::Close { conn });
        }
        self.nobody_is_ready();
        self.tell_everybody_who_is_here();
    }

    pub(super) fn gone(&mut self, now: Moment, conn: Conn) {
        let watched = self.spectators.remove(&conn).is_some();
        let color = self.color_of(conn);
        if let Some(seat) = color.and_then(|color| self.seat_mut(color)) {
            seat.conn = None;
        }
        if watched || color.is_some() {
            self.settle(now);
            self.tell_everybody_who_is_here();
        }
    }

    pub(super) fn resumed(&mut self, now: Moment) {
        self.resumes += 1;
        self.spectators.clear();
        let told = self.resumes << 32;
        for seat in self.seats.iter_mut().flatten() {
            seat.conn = None;
            seat.told = told;
        }
        self.settle(now);
    }

    fn seat_with(&self, token: Token) -> Option<Color> {
        Color::BOTH.into_iter().find(|color| self.seat(*color).is_some_and(|seat| seat.token == token))
    }

    fn may_enter(&mut self, conn: Conn, version: u16) -> bool {
        if version == VERSION {
            return true;
        }
        self.complain(conn, Fault::Version, "this room speaks another version: reload the page");
        self.out.push(Output::Close { conn });
        false
    }
}
