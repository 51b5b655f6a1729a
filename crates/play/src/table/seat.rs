//! Seats: a seat belongs to whoever has its token, on one connection at a time.

use std::collections::BTreeSet;
use std::time::Duration;

use moment::Moment;
use rules::go::Color;
use serde::{Deserialize, Serialize};

use super::closing::CLOSED;
use super::{ConnectionId, EMPTY_SEAT_TIMEOUT, MAX_SPECTATORS, Output, Phase, Table};
use crate::clock::{Clock, Lag};
use crate::millis;
use crate::protocol::{ClientMessage, Digest, ErrorCode, MAX_NAME, ServerEvent, Token, VERSION};

/// How far ahead of the last contiguous number messages may arrive.
const WINDOW: u64 = 64;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Seat {
    pub(super) token: Token,
    pub(super) name: String,
    pub(super) conn: Option<ConnectionId>,
    #[serde(with = "millis::duration")]
    pub(super) round_trip: Duration,
    acked: u64,
    acked_ahead: BTreeSet<u64>,
    /// Not stored: counting starts again when the table is resumed.
    #[serde(skip)]
    pub(super) sent: u64,
    pub(super) clock: Clock,
    /// Of a player who has committed: what the clock would show if they were still thinking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) thinking: Option<Clock>,
    pub(super) lag: Lag,
    /// Has no time left and may place no more stones.
    pub(super) out: bool,
    pub(super) reveal_failures: u8,
    pub(super) absence: Option<Absence>,
    /// How long the game has waited for this player already.
    #[serde(with = "millis::duration")]
    pub(super) waited_for: Duration,
    #[serde(with = "millis::optional_moment")]
    pub(super) last_chat: Option<Moment>,
    pub(super) wants: Wants,
}

/// A player is away while the other waits.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Absence {
    #[serde(with = "millis::moment_format")]
    pub(super) since: Moment,
    /// The clocks no longer wait.
    pub(super) pause_over: bool,
}

/// Requests that take effect once both players have made them.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Wants {
    pub(super) ready: Option<u32>,
    pub(super) takeback: Option<u32>,
    pub(super) rematch: bool,
    pub(super) adjourn: bool,
}

impl Seat {
    fn new(token: Token, name: String, sent: u64) -> Seat {
        Seat {
            token,
            name,
            conn: None,
            round_trip: Duration::ZERO,
            acked: 0,
            acked_ahead: BTreeSet::new(),
            sent,
            clock: Clock::new(None),
            thinking: None,
            lag: Lag::default(),
            out: false,
            reveal_failures: 0,
            absence: None,
            waited_for: Duration::ZERO,
            last_chat: None,
            wants: Wants::default(),
        }
    }

    /// Records the number and returns whether it is new. One too far ahead is dropped and has to be resent.
    pub(super) fn is_new(&mut self, seq: u64) -> bool {
        // The common case: in order.
        if seq == self.acked.saturating_add(1) && self.acked_ahead.is_empty() {
            self.acked = seq;
            return true;
        }
        if seq <= self.acked || seq > self.acked.saturating_add(WINDOW) || !self.acked_ahead.insert(seq) {
            return false;
        }
        self.advance_acked();
        true
    }

    fn advance_acked(&mut self) {
        while self.acked_ahead.remove(&(self.acked + 1)) {
            self.acked += 1;
        }
    }

    /// Missing numbers below this one will not be sent again.
    fn skip_below(&mut self, first: Option<u64>) {
        let last = self.acked_ahead.last().copied().unwrap_or(self.acked);
        let settled = first.map_or(last, |first| first.saturating_sub(1).min(last));
        self.acked = self.acked.max(settled);
        self.acked_ahead = self.acked_ahead.split_off(&(self.acked + 1));
        self.advance_acked();
    }

    /// As in every seat that messages have led to.
    pub(super) fn has_valid_numbers(&self) -> bool {
        let Some(last) = self.acked.checked_add(WINDOW) else { return false };
        last < u64::MAX && self.acked_ahead.iter().all(|seq| (self.acked + 1..=last).contains(seq))
    }

    pub(super) fn acked(&self) -> u64 {
        self.acked
    }

    fn next_seq(&self) -> u64 {
        self.acked_ahead.last().copied().unwrap_or(self.acked) + 1
    }

    pub(super) fn measured(&mut self, round_trip: u32) {
        self.round_trip = Duration::from_millis(u64::from(round_trip));
    }
}

/// Somebody who wants a seat.
pub(super) struct Newcomer {
    pub(super) name: String,
    pub(super) token: Token,
    pub(super) password: Option<Digest>,
}

impl Table {
    pub(super) fn join(
        &mut self,
        now: Moment,
        conn: ConnectionId,
        version: u16,
        newcomer: Newcomer,
        message: &ClientMessage,
    ) {
        let Newcomer { name, token, password } = newcomer;
        if self.seat_with(token).is_some() {
            return self.rejoin(now, conn, version, token, None, message);
        }
        if !self.may_enter(conn, version) {
            return;
        }
        // The host seats its engine itself.
        if let Some((code, why)) = self.refusal(password).filter(|_| token != self.engine_token()) {
            return self.send_error(conn, code, why);
        }
        let Some(color) = self.free_seat(now, token) else {
            return self.send_error(conn, ErrorCode::Full, "both seats are taken");
        };
        if matches!(self.phase, Phase::Over) {
            self.clear_for_next_game(now);
        }
        let name = if name.is_empty() { "Player".to_owned() } else { name };
        let name = self.distinct_name(color, name);
        self.seats[color as usize] = Some(Seat::new(token, name, self.resumes << 32));
        self.take_seat(now, conn, color, None, message);
    }

    /// Two players with one name could not be told apart: the second gets a number.
    fn distinct_name(&self, color: Color, name: String) -> String {
        let other = self.seat(color.other()).map(|seat| seat.name.to_lowercase());
        if other != Some(name.to_lowercase()) {
            return name;
        }
        let start: String = name.chars().take(MAX_NAME - 2).collect();
        format!("{} 2", start.trim_end())
    }

    /// The seat that a player with this token would get.
    fn free_seat(&self, now: Moment, token: Token) -> Option<Color> {
        if self.closed || self.is_unfinished() {
            return None;
        }
        let host = self.settings.host_color;
        let for_engine = !self.settings.opponent.is_person();
        let seats = match (for_engine, token == self.engine_token()) {
            (true, true) => vec![host.other()],
            (true, false) => vec![host],
            (false, true) => Vec::new(),
            (false, false) => vec![host, host.other()],
        };
        seats.into_iter().find(|color| self.is_vacant(now, *color))
    }

    /// Nobody has the seat, or the game is over and its player has gone. Until somebody takes it, that player may come
    /// back.
    fn is_vacant(&self, now: Moment, color: Color) -> bool {
        let Some(seat) = self.seat(color) else { return true };
        let gone = |absence: Absence| absence.pause_over || now.since(absence.since) >= EMPTY_SEAT_TIMEOUT;
        matches!(self.phase, Phase::Over) && seat.conn.is_none() && seat.absence.is_some_and(gone)
    }

    /// A person who comes now can play.
    pub fn is_free(&self, now: Moment) -> bool {
        !self.closed
            && !self.is_unfinished()
            && Color::BOTH.into_iter().any(|color| self.is_vacant(now, color))
    }

    /// After a game somebody new takes a seat: whoever is still here waits for the next game.
    fn clear_for_next_game(&mut self, now: Moment) {
        for color in Color::BOTH {
            if self.is_vacant(now, color) {
                self.seats[color as usize] = None;
            }
        }
        if self.seats.iter().flatten().all(|seat| self.is_engine(seat)) {
            self.dismiss_engine();
            self.chat.clear();
        }
        for seat in self.seats.iter_mut().flatten() {
            seat.wants = Wants::default();
        }
        (self.phase, self.game, self.attempt) = (Phase::Lobby, None, None);
    }

    pub(super) fn rejoin(
        &mut self,
        now: Moment,
        conn: ConnectionId,
        version: u16,
        token: Token,
        resend_from: Option<u64>,
        message: &ClientMessage,
    ) {
        if !self.may_enter(conn, version) {
            return;
        }
        match self.seat_with(token) {
            Some(color) => self.take_seat(now, conn, color, resend_from, message),
            None if self.closed => self.send_error(conn, ErrorCode::RoomClosed, CLOSED),
            None => self.send_error(conn, ErrorCode::UnknownToken, "you have no seat in this room"),
        }
    }

    fn take_seat(
        &mut self,
        now: Moment,
        conn: ConnectionId,
        color: Color,
        resend_from: Option<u64>,
        message: &ClientMessage,
    ) {
        self.spectators.leave(conn);
        let Some(seat) = self.seat_mut(color) else { return };
        let before = seat.conn.replace(conn);
        // A repeated rejoin on one connection skips nothing: messages sent since may still be on their way.
        if before != Some(conn) {
            seat.skip_below(resend_from);
        }
        let before = before.filter(|before| *before != conn);
        let next_seq = seat.next_seq();
        if let Some(before) = before {
            self.send_error(before, ErrorCode::Replaced, "your seat is now open in another window");
            self.out.push(Output::Close { conn: before });
        }
        self.update_clocks(now);
        let joined = self.joined(Some(color), next_seq);
        self.send(conn, joined);
        self.send_state(now, conn, message);
        self.broadcast_presence();
    }

    pub(super) fn spectate(
        &mut self,
        now: Moment,
        conn: ConnectionId,
        version: u16,
        name: String,
        password: Option<Digest>,
        message: &ClientMessage,
    ) {
        if !self.may_enter(conn, version) {
            return;
        }
        if let Some((code, why)) = self.refusal(password) {
            return self.send_error(conn, code, why);
        }
        if self.color_of(conn).is_some() {
            return self.send_error(conn, ErrorCode::NotNow, "you already have a seat");
        }
        if self.spectators.len() >= MAX_SPECTATORS && !self.spectators.is_here(conn) {
            return self.send_error(conn, ErrorCode::Full, "there are too many spectators");
        }
        let sent = self.resumes << 32;
        let name = if name.is_empty() { "Spectator".to_owned() } else { name };
        self.spectators.enter(conn, name, sent);
        let joined = self.joined(None, 1);
        self.send(conn, joined);
        self.send_state(now, conn, message);
        self.broadcast_presence();
    }

    fn joined(&self, color: Option<Color>, next_seq: u64) -> ServerEvent {
        ServerEvent::Joined { version: VERSION, color, game_settings: self.settings.clone(), next_seq }
    }

    pub(super) fn sync(&mut self, now: Moment, conn: ConnectionId, message: &ClientMessage) {
        if self.color_of(conn).is_some() || self.spectators.is_here(conn) {
            self.send_state(now, conn, message);
        } else {
            self.send_error(conn, ErrorCode::NoSeat, "take a seat first");
        }
    }

    pub(super) fn leave(&mut self, now: Moment, color: Color) {
        let conn = match self.phase {
            Phase::Lobby => self.seats[color as usize].take().and_then(|seat| seat.conn),
            Phase::Over => self.seat_mut(color).and_then(|seat| {
                // The seat is free for whoever comes next.
                seat.absence = Some(Absence { since: now, pause_over: true });
                seat.conn.take()
            }),
            Phase::Play(_) | Phase::Count(_) => {
                return self.refuse(color, ErrorCode::NotNow, "a game is in progress: resign first");
            }
        };
        self.out.extend(conn.map(|conn| Output::Close { conn }));
        self.nobody_is_ready();
        self.broadcast_presence();
    }

    pub(super) fn disconnected(&mut self, now: Moment, conn: ConnectionId) {
        let watched = self.spectators.leave(conn);
        let color = self.color_of(conn);
        if let Some(seat) = color.and_then(|color| self.seat_mut(color)) {
            seat.conn = None;
        }
        if watched || color.is_some() {
            self.update_clocks(now);
            self.broadcast_presence();
        }
    }

    pub(super) fn resumed(&mut self, now: Moment) {
        self.resumes += 1;
        self.spectators.clear();
        let sent = self.resumes << 32;
        for seat in self.seats.iter_mut().flatten() {
            seat.conn = None;
            seat.sent = sent;
        }
        self.update_clocks(now);
    }

    fn seat_with(&self, token: Token) -> Option<Color> {
        Color::BOTH.into_iter().find(|color| self.seat(*color).is_some_and(|seat| seat.token == token))
    }

    /// Whether a player who rejoins with this token, or joins with this password, gets a seat.
    pub(super) fn admits(
        &self,
        now: Moment,
        version: u16,
        token: Token,
        joins: Option<Option<Digest>>,
    ) -> bool {
        let may_enter = |password| self.refusal(password).is_none() || token == self.engine_token();
        let may_join = |password| may_enter(password) && self.free_seat(now, token).is_some();
        version == VERSION && (self.seat_with(token).is_some() || joins.is_some_and(may_join))
    }

    fn may_enter(&mut self, conn: ConnectionId, version: u16) -> bool {
        if version == VERSION {
            return true;
        }
        self.send_error(conn, ErrorCode::Version, "this room uses another version: reload the page");
        self.out.push(Output::Close { conn });
        false
    }
}
