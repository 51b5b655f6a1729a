//! What both players must ask for: taking back, a rematch, adjourning. And resigning, which needs one.

use moment::Moment;
use rules::go::{Color, Outcome};

use super::{ConnectionId, Phase, Table};
use crate::kifu::Event;
use crate::protocol::{EndReason, ErrorCode, MAX_CHAT, ServerEvent, sanitize};

impl Table {
    pub(super) fn resign(&mut self, now: Moment, color: Color) {
        if self.is_unfinished() {
            self.end(now, EndReason::Resignation, Outcome::Resigned { winner: color.other() }, Vec::new());
        } else {
            self.refuse(color, ErrorCode::NotNow, "no game is in progress");
        }
    }

    /// `turn` is the state the request was made in: a request about an older one is refused.
    pub(super) fn takeback(&mut self, now: Moment, color: Color, turn: u32, turns: u32, agree: bool) {
        let possible = self.kifu().is_some_and(|kifu| (1..=kifu.turns()).contains(&turns));
        if !self.is_unfinished() || !possible || turn != self.next() {
            return self.refuse(color, ErrorCode::NotNow, "that cannot be taken back");
        }
        if !agree {
            for seat in self.seats.iter_mut().flatten() {
                seat.wants.takeback = None;
            }
        } else if let Some(seat) = self.seat_mut(color) {
            seat.wants.takeback = Some(turns);
        }
        self.broadcast(ServerEvent::Takeback { color, turns, agree });
        let wanted = |color| self.seat(color).is_some_and(|seat| seat.wants.takeback == Some(turns));
        if Color::BOTH.into_iter().all(wanted) {
            self.write(now, Event::TakenBack { turns });
        }
    }

    pub(super) fn rematch(&mut self, now: Moment, color: Color, agree: bool) {
        match self.phase {
            Phase::Over if !agree => return self.decline_rematch(color),
            Phase::Over => {}
            // Somebody else has taken the opponent's seat: the next game is with them.
            Phase::Lobby if self.number > 0 => return self.ready(now, color, self.revision),
            _ => return self.refuse(color, ErrorCode::NotNow, "this game is not over"),
        }
        if let Some(seat) = self.seat_mut(color) {
            seat.wants.rematch = true;
        }
        self.broadcast(ServerEvent::Rematch { color, agree: true });
        if Color::BOTH.into_iter().all(|color| self.seat(color).is_some_and(|seat| seat.wants.rematch)) {
            self.seats.swap(0, 1);
            self.settings.host_color = self.settings.host_color.other();
            self.revision = self.revision.saturating_add(1);
            self.broadcast_presence();
            self.begin_game(now);
        }
    }

    fn decline_rematch(&mut self, color: Color) {
        for seat in self.seats.iter_mut().flatten() {
            seat.wants.rematch = false;
        }
        self.broadcast(ServerEvent::Rematch { color, agree: false });
    }

    pub(super) fn adjourn(&mut self, now: Moment, color: Color) {
        if !self.is_unfinished() || self.adjourned {
            return self.refuse(color, ErrorCode::NotNow, "no game is in progress");
        }
        if let Some(seat) = self.seat_mut(color) {
            seat.wants.adjourn = true;
        }
        self.broadcast(ServerEvent::Adjourn { color });
        if Color::BOTH.into_iter().all(|color| self.seat(color).is_some_and(|seat| seat.wants.adjourn)) {
            self.suspend(now);
        }
    }

    /// An engine crash loses nothing: the game waits until both players are ready again.
    pub(super) fn engine_failed(&mut self, now: Moment, conn: ConnectionId, why: &str) {
        if self.color_of(conn).is_none() {
            return;
        }
        let message = sanitize(why).chars().take(MAX_CHAT).collect();
        self.broadcast(ServerEvent::Error { code: ErrorCode::Engine, message });
        if self.is_unfinished() && !self.adjourned {
            self.suspend(now);
        }
    }

    /// Commitments stay in place.
    fn suspend(&mut self, now: Moment) {
        for seat in self.seats.iter_mut().flatten() {
            seat.wants.adjourn = false;
        }
        self.adjourned = true;
        self.update_clocks(now);
        self.broadcast_presence();
    }

    pub(super) fn unsuspend(&mut self, now: Moment) {
        self.adjourned = false;
        self.update_clocks(now);
        self.broadcast_presence();
        let start = ServerEvent::TurnStart { turn_number: self.turn_number(), timers: self.timers(now) };
        self.broadcast(start);
    }
}
