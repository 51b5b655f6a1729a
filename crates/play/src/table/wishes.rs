//! What takes two: taking back, another game, going on another day. And what takes one: giving up.

use rules::go::{Color, Outcome};

use super::{Conn, Phase, Table};
use crate::Moment;
use crate::kifu::Event;
use crate::protocol::{Fault, LONGEST_CHAT, Reason, Tell, plain};

impl Table {
    pub(super) fn resign(&mut self, now: Moment, color: Color) {
        if self.is_unfinished() {
            self.end(now, Reason::Resignation, Outcome::Resigned { winner: color.other() }, Vec::new());
        } else {
            self.refuse(color, Fault::NotNow, "no game is on");
        }
    }

    /// `turn` says what the board looked like to who asks: a wish about an older one is void.
    pub(super) fn takeback(&mut self, now: Moment, color: Color, turn: u32, turns: u32, agree: bool) {
        let possible = self.kifu().is_some_and(|kifu| (1..=kifu.turns()).contains(&turns));
        if !self.is_unfinished() || !possible || turn != self.next() {
            return self.refuse(color, Fault::NotNow, "that cannot be taken back");
        }
        if !agree {
            for seat in self.seats.iter_mut().flatten() {
                seat.wants.takeback = None;
            }
        } else if let Some(seat) = self.seat_mut(color) {
            seat.wants.takeback = Some(turns);
        }
        self.tell_all(Tell::Takeback { color, turns, agree });
        let wanted = |color| self.seat(color).is_some_and(|seat| seat.wants.takeback == Some(turns));
        if Color::BOTH.into_iter().all(wanted) {
            self.write(now, Event::TakenBack { turns });
        }
    }

    pub(super) fn rematch(&mut self, now: Moment, color: Color) {
        let Phase::Over = self.phase else {
            return self.refuse(color, Fault::NotNow, "this game is not over");
        };
        if let Some(seat) = self.seat_mut(color) {
            seat.wants.rematch = true;
        }
        self.tell_all(Tell::Rematch { color });
        if Color::BOTH.into_iter().all(|color| self.seat(color).is_some_and(|seat| seat.wants.rematch)) {
            self.seats.swap(0, 1);
            self.settings.host_color = self.settings.host_color.other();
            self.revision = self.revision.saturating_add(1);
            self.tell_everybody_who_is_here();
            self.begin_game(now);
        }
    }

    pub(super) fn adjourn(&mut self, now: Moment, color: Color) {
        if !self.is_unfinished() || self.adjourned {
            return self.refuse(color, Fault::NotNow, "no game is on");
        }
        if let Some(seat) = self.seat_mut(color) {
            seat.wants.adjourn = true;
        }
        self.tell_all(Tell::Adjourn { color });
        if Color::BOTH.into_iter().all(|color| self.seat(color).is_some_and(|seat| seat.wants.adjourn)) {
            self.put_aside(now);
        }
    }

    /// Nothing is lost when an engine crashes: the game waits until both are ready again.
    pub(super) fn unable(&mut self, now: Moment, conn: Conn, why: &str) {
        if self.color_of(conn).is_none() {
            return;
        }
        let message = plain(why).chars().take(LONGEST_CHAT).collect();
        self.tell_all(Tell::Error { code: Fault::Engine, message });
        if self.is_unfinished() && !self.adjourned {
            self.put_aside(now);
        }
    }

    /// Moves that were promised stay so.
    fn put_aside(&mut self, now: Moment) {
        for seat in self.seats.iter_mut().flatten() {
            seat.wants.adjourn = false;
        }
        self.adjourned = true;
        self.settle(now);
        self.tell_everybody_who_is_here();
    }

    pub(super) fn take_up_again(&mut self, now: Moment) {
        self.adjourned = false;
        self.settle(now);
        self.tell_everybody_who_is_here();
        let start = Tell::TurnStart { turn_number: self.turn_number(), timers: self.timers(now) };
        self.tell_all(start);
    }
}
