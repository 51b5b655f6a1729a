//! Before the game: both players agree to the same settings.

use moment::Moment;
use rules::go::Color;

use super::seat::Seat;
use super::{Game, Output, Phase, Table};
use crate::clock::{Clock, Lag};
use crate::kifu::Kifu;
use crate::protocol::{ErrorCode, Settings};

impl Table {
    pub(super) fn propose(&mut self, color: Color, revision: u32, settings: Settings) {
        // After a game they are for the next one, between the same two players.
        let same_players =
            settings.opponent == self.settings.opponent && settings.host_color == self.settings.host_color;
        let for_next = self.behavior > 0 && matches!(self.phase, Phase::Over) && same_players;
        if !matches!(self.phase, Phase::Lobby) && !for_next || revision != self.revision {
            return self.refuse(color, ErrorCode::NotNow, "the settings have changed in the meantime");
        }
        if let Err(unplayable) = settings.check() {
            return self.refuse(color, ErrorCode::Settings, &unplayable.to_string());
        }
        if !settings.opponent.is_person()
            && self.seats.iter().flatten().filter(|seat| !self.is_engine(seat)).count() > 1
        {
            return self.refuse(color, ErrorCode::Settings, "another player has that seat");
        }
        if settings.opponent != self.settings.opponent {
            self.dismiss_engine();
        }
        if settings.host_color != self.settings.host_color {
            self.seats.swap(0, 1);
        }
        for seat in self.seats.iter_mut().flatten() {
            seat.wants.rematch = false;
        }
        self.settings = settings;
        self.revision = self.revision.saturating_add(1);
        self.broadcast_presence();
    }

    pub(super) fn ready(&mut self, now: Moment, color: Color, revision: u32) {
        let waiting = matches!(self.phase, Phase::Lobby) || self.adjourned;
        if !waiting || revision != self.revision {
            return self.refuse(color, ErrorCode::NotNow, "the settings have changed in the meantime");
        }
        if let Some(seat) = self.seat_mut(color) {
            seat.wants.ready = Some(revision);
        }
        self.broadcast_presence();
        let agreed = |color| self.seat(color).is_some_and(|seat| seat.wants.ready == Some(self.revision));
        if Color::BOTH.into_iter().all(agreed) {
            self.nobody_is_ready();
            if self.adjourned { self.unsuspend(now) } else { self.begin_game(now) }
        }
    }

    pub(super) fn is_engine(&self, seat: &Seat) -> bool {
        seat.token == self.engine_token()
    }

    pub(super) fn dismiss_engine(&mut self) {
        let token = self.engine_token();
        for seat in &mut self.seats {
            if let Some(left) = seat.take_if(|seat| seat.token == token)
                && let Some(conn) = left.conn
            {
                self.out.push(Output::Close { conn });
            }
        }
    }

    pub(super) fn nobody_is_ready(&mut self) {
        for seat in self.seats.iter_mut().flatten() {
            seat.wants.ready = None;
        }
    }

    pub(super) fn begin_game(&mut self, now: Moment) {
        self.number = self.number.saturating_add(1);
        let control = self.settings.control();
        for seat in self.seats.iter_mut().flatten() {
            seat.clock = Clock::new(control);
            seat.lag = Lag::default();
            seat.wants = Default::default();
            seat.waited_for = Default::default();
            (seat.out, seat.reveal_failures, seat.absence) = (false, 0, None);
        }
        let kifu = Kifu::new(self.new_id(), self.settings.clone());
        let name = |color| self.seat(color).map_or_else(String::new, |seat| seat.name.clone());
        let names = Color::BOTH.map(name);
        self.game = Some(Game { kifu, names, ended: None });
        for conn in self.connections() {
            if let Some(start) = self.game_start(conn) {
                self.send(conn, start);
            }
        }
        self.begin_turn(now);
    }
}
