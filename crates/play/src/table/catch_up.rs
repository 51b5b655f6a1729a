//! Everything that somebody who comes, comes back or lost a message has to know, and nothing more.

use rules::go::Color;

use super::{Conn, Phase, Table};
use crate::Moment;
use crate::kifu::Event;
use crate::protocol::{Asked, Tell, Verdict};

/// Entries of the record in one message: with all their hashes they stay well below what a host may send.
const LINKS_AT_ONCE: usize = 64;

impl Table {
    pub(super) fn bring_up_to_date(&mut self, now: Moment, conn: Conn, asked: &Asked) {
        let here = Tell::Room(self.who_is_here(conn));
        self.tell(conn, here);
        self.tell_talk(conn);
        let known = if asked.game == self.number { asked.turn } else { 0 };
        self.tell_record(conn, known);
        self.tell_phase(now, conn);
    }

    fn tell_talk(&mut self, conn: Conn) {
        for (from, message, line) in self.talk.clone() {
            self.tell(conn, Tell::Chat { from, message, line });
        }
    }

    fn tell_record(&mut self, conn: Conn, known: u32) {
        let Some(game) = &self.game else { return };
        let mut tells: Vec<Tell> = self.game_start(conn).into_iter().collect();
        let missed = game.kifu.since(known).chunks(LINKS_AT_ONCE);
        tells.extend(missed.map(|links| Tell::History { links: links.to_vec() }));
        tells.extend(self.game_end());
        for tell in tells {
            self.tell(conn, tell);
        }
    }

    pub(super) fn game_start(&self, conn: Conn) -> Option<Tell> {
        let game = self.game.as_ref()?;
        let (id, settings) = (game.kifu.id(), game.kifu.settings().clone());
        Some(Tell::GameStart { id, color: self.color_of(conn), settings, names: game.names.clone() })
    }

    pub(super) fn game_end(&self) -> Option<Tell> {
        let game = self.game.as_ref()?;
        let reason = game.ended?;
        let link = game.kifu.links().last()?;
        let Event::Ended { result, dead } = &link.event else { return None };
        let counted = matches!(result, rules::go::Outcome::Won(..) | rules::go::Outcome::Draw);
        let score = counted.then(|| game.kifu.count(dead).score);
        Some(Tell::GameEnd {
            link: link.clone(),
            reason,
            result: *result,
            winner: result.winner(),
            black_score: score.map(|score| score.black.in_quarters() / 2),
            white_score: score.map(|score| score.white.in_quarters() / 2),
        })
    }

    fn tell_phase(&mut self, now: Moment, conn: Conn) {
        match &self.phase {
            Phase::Lobby | Phase::Over => {}
            Phase::Play(_) => {
                let turn_number = self.turn_number();
                let timers = self.timers(now);
                self.tell(conn, Tell::TurnStart { turn_number, timers });
                if let Some(color) = self.color_of(conn) {
                    self.tell_own_move(color);
                }
            }
            Phase::Count(counting) => {
                let (dead, agreed) = (counting.dead.clone(), counting.agreed);
                self.tell(conn, Tell::MarkDead { dead, verdict: Verdict::Mark, agreed });
            }
        }
        for color in Color::BOTH {
            let Some(wants) = self.seat(color).map(|seat| seat.wants) else { continue };
            if let Some(turns) = wants.takeback {
                self.tell(conn, Tell::Takeback { color, turns, agree: true });
            }
            if wants.rematch {
                self.tell(conn, Tell::Rematch { color });
            }
            if wants.adjourn {
                self.tell(conn, Tell::Adjourn { color });
            }
        }
    }
}
