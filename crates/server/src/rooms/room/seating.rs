//! The player of the host's own, in a room that was opened for one.

use play::protocol::{Fault, Opponent, Told};
use play::table::{Conn, Input};
use tokio::sync::mpsc;

use super::{Room, notice};
use crate::rooms::companion::Companion;
use crate::rooms::house::House;

/// The player whom the host has seated, or would have, were it here.
pub(super) struct Seated {
    conn: Conn,
    opponent: Opponent,
    out: Option<mpsc::Sender<Told>>,
}

impl Room {
    pub(super) fn seated_at(&self, conn: Conn) -> Option<&mpsc::Sender<Told>> {
        self.seated.as_ref().filter(|seated| seated.conn == conn)?.out.as_ref()
    }

    /// The host's own player comes when somebody is here to play with, and leaves with the last of them.
    pub(super) fn see_to_companion(&mut self, house: &mut House, now: u64) {
        let wanted = &self.table.settings().opponent;
        if wanted.is_person() && self.seated.is_none() {
            return;
        }
        let stays = |seated: &Seated| seated.opponent == *wanted && !self.lines.is_empty();
        if let Some(seated) = self.seated.take_if(|seated| !stays(seated)) {
            self.step(house, now, Input::Gone { conn: seated.conn }, false);
        }
        if self.seated.is_none() && self.table.present().contains(&true) {
            self.seat_companion(house, now);
        }
    }

    fn seat_companion(&mut self, house: &mut House, now: u64) {
        let opponent = self.table.settings().opponent.clone();
        let conn = house.new_conn();
        let found = house.opponents.find(&opponent).zip(house.door.open());
        let out = found.map(|((name, command), door)| {
            let (out, told) = mpsc::channel(256);
            let token = self.table.companion_token();
            let companion = Companion::new(conn, name, token, command, (door, self.address));
            house.runtime.spawn(companion.keep(told));
            out
        });
        if out.is_none() && !opponent.is_person() {
            self.tell_all(house, now, &notice(Fault::Engine, "There is no such engine here."));
        }
        self.seated = (!opponent.is_person()).then(|| Box::new(Seated { conn, opponent, out }));
    }
}
