//! What goes out, numbered for each listener. There is no word here for a move that is not resolved.

use rules::go::Color;
use smallvec::SmallVec;

use super::{Conn, Output, Table};
use crate::Moment;
use crate::kifu::Kifu;
use crate::protocol::{Fault, Seats, Tell, Timers, Told};

impl Table {
    pub(super) fn tell(&mut self, conn: Conn, tell: Tell) {
        let (game, turn) = (self.number, self.next());
        let (seq, heard) = match self.color_of(conn).and_then(|color| self.seat_mut(color)) {
            Some(seat) => {
                seat.told += 1;
                (seat.told, seat.heard())
            }
            None => match self.spectators.get_mut(&conn) {
                Some(told) => {
                    *told += 1;
                    (*told, 0)
                }
                None => (0, 0),
            },
        };
        self.out.push(Output::Tell { to: conn, told: Told { seq, heard, game, turn, tell } });
    }

    pub(super) fn tell_color(&mut self, color: Color, tell: Tell) {
        if let Some(conn) = self.seat(color).and_then(|seat| seat.conn) {
            self.tell(conn, tell);
        }
    }

    pub(super) fn tell_all(&mut self, tell: Tell) {
        let mut everybody = self.everybody();
        let last = everybody.pop();
        for conn in everybody {
            self.tell(conn, tell.clone());
        }
        if let Some(conn) = last {
            self.tell(conn, tell);
        }
    }

    pub(super) fn everybody(&self) -> SmallVec<[Conn; 4]> {
        let players = self.seats.iter().flatten().filter_map(|seat| seat.conn);
        players.chain(self.spectators.keys().copied()).collect()
    }

    pub(super) fn tell_everybody_who_is_here(&mut self) {
        for conn in self.everybody() {
            let here = Tell::Room(self.who_is_here(conn));
            self.tell(conn, here);
        }
    }

    pub(super) fn who_is_here(&self, asking: Conn) -> Seats {
        let names = Color::BOTH.map(|color| self.seat(color).map(|seat| seat.name.clone()));
        let ready = Color::BOTH
            .map(|color| self.seat(color).is_some_and(|seat| seat.wants.ready == Some(self.revision)));
        Seats {
            you: self.color_of(asking),
            settings: self.settings.clone(),
            revision: self.revision,
            names,
            present: self.present(),
            ready,
            spectators: u32::try_from(self.spectators.len()).unwrap_or(u32::MAX),
            adjourned: self.adjourned,
        }
    }

    pub(super) fn refuse(&mut self, color: Color, code: Fault, message: &str) {
        self.tell_color(color, Tell::Error { code, message: message.to_owned() });
    }

    pub(super) fn complain(&mut self, conn: Conn, code: Fault, message: &str) {
        self.tell(conn, Tell::Error { code, message: message.to_owned() });
    }

    /// A message that came twice: its sender may have missed the answer, and sees from the numbers what was heard.
    pub(super) fn remind(&mut self, now: Moment, conn: Conn) {
        let timers = self.timers(now);
        self.tell(conn, Tell::TimeUpdate { timers });
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
