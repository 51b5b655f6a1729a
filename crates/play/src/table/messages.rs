//! Outgoing messages, numbered for each recipient. None of them contains a move of an unresolved turn.

use moment::Moment;
use rules::go::Color;
use smallvec::SmallVec;

use super::{ConnectionId, Output, Table};
use crate::kifu::Kifu;
use crate::protocol::{ErrorCode, Seats, ServerEvent, ServerMessage, Timers};

impl Table {
    pub(super) fn send(&mut self, conn: ConnectionId, event: ServerEvent) {
        // A recipient that never saw the last game has not missed it.
        let (game, turn) = (if self.game.is_some() { self.number } else { 0 }, self.next());
        let (seq, acked) = match self.color_of(conn).and_then(|color| self.seat_mut(color)) {
            Some(seat) => {
                seat.sent += 1;
                (seat.sent, seat.acked())
            }
            None => (self.spectators.next_number(conn).unwrap_or(0), 0),
        };
        self.out.push(Output::Send { to: conn, message: ServerMessage { seq, acked, game, turn, event } });
    }

    pub(super) fn send_to_player(&mut self, color: Color, event: ServerEvent) {
        if let Some(conn) = self.seat(color).and_then(|seat| seat.conn) {
            self.send(conn, event);
        }
    }

    pub(super) fn tell_spectators(&mut self, event: &ServerEvent) {
        let spectators: SmallVec<[ConnectionId; 4]> = self.spectators.connections().collect();
        for conn in spectators {
            self.send(conn, event.clone());
        }
    }

    pub(super) fn broadcast(&mut self, event: ServerEvent) {
        let mut connections = self.connections();
        let last = connections.pop();
        for conn in connections {
            self.send(conn, event.clone());
        }
        if let Some(conn) = last {
            self.send(conn, event);
        }
    }

    pub(super) fn connections(&self) -> SmallVec<[ConnectionId; 4]> {
        let players = self.seats.iter().flatten().filter_map(|seat| seat.conn);
        players.chain(self.spectators.connections()).collect()
    }

    pub(super) fn broadcast_presence(&mut self) {
        for conn in self.connections() {
            let here = ServerEvent::Room(self.presence(conn));
            self.send(conn, here);
        }
    }

    pub(super) fn presence(&self, asking: ConnectionId) -> Seats {
        let names = Color::BOTH.map(|color| self.seat(color).map(|seat| seat.name.clone()));
        let ready = Color::BOTH
            .map(|color| self.seat(color).is_some_and(|seat| seat.wants.ready == Some(self.revision)));
        let you = self.color_of(asking);
        Seats {
            you,
            settings: self.settings.clone(),
            revision: self.revision,
            names,
            present: self.present(),
            ready,
            spectators: u32::try_from(self.spectators.len()).unwrap_or(u32::MAX),
            adjourned: self.adjourned,
            owner: you.is_some_and(|you| self.is_owner(you)),
            locked: self.access().password.is_some(),
        }
    }

    pub(super) fn refuse(&mut self, color: Color, code: ErrorCode, message: &str) {
        self.send_to_player(color, ServerEvent::Error { code, message: message.to_owned() });
    }

    pub(super) fn send_error(&mut self, conn: ConnectionId, code: ErrorCode, message: &str) {
        self.send(conn, ServerEvent::Error { code, message: message.to_owned() });
    }

    /// Answers a repeated message: its sender may have missed the reply, and sees from `acked` what has arrived.
    pub(super) fn send_time(&mut self, now: Moment, conn: ConnectionId) {
        let timers = self.timers(now);
        self.send(conn, ServerEvent::TimeUpdate { timers });
    }

    pub(super) fn timers(&self, now: Moment) -> Timers {
        let clock = |color| self.seat(color).map(|seat| &seat.clock);
        let reading = |color| match self.seat(color) {
            Some(seat) if seat.out => crate::clock::Reading::Out,
            Some(seat) => seat.clock.reading(now),
            None => crate::clock::Reading::Untimed,
        };
        let running = Color::BOTH.map(|color| clock(color).is_some_and(|clock| clock.is_running()));
        Timers::new(Color::BOTH.map(reading), running)
    }

    pub(super) fn turn_number(&self) -> u32 {
        self.kifu().map_or(0, Kifu::turns).saturating_add(1)
    }
}
