//! Everything that a client needs to know when it joins, rejoins or has missed messages.

use moment::Moment;
use rules::go::Color;

use super::turn::Turn;
use super::{ConnectionId, Phase, Table};
use crate::kifu::Event;
use crate::protocol::{ClientMessage, ServerEvent, Verdict};

/// Entries of the record per message: with all their hashes well below the longest frame of a host.
const LINKS_PER_MESSAGE: usize = 64;

impl Table {
    pub(super) fn send_state(&mut self, now: Moment, conn: ConnectionId, message: &ClientMessage) {
        let here = ServerEvent::Room(self.presence(conn));
        self.send(conn, here);
        self.send_chat_history(conn);
        if self.spectators.is_here(conn) {
            self.send_spectator_chat(conn);
        }
        let known = if message.game == self.number { message.turn } else { 0 };
        self.send_record(conn, known);
        self.send_phase(now, conn);
    }

    fn send_chat_history(&mut self, conn: ConnectionId) {
        for (from, message, line) in self.chat.clone() {
            self.send(conn, ServerEvent::Chat { from, message, line });
        }
    }

    fn send_record(&mut self, conn: ConnectionId, known: u32) {
        let Some(game) = &self.game else { return };
        let mut events: Vec<ServerEvent> = self.game_start(conn).into_iter().collect();
        let missed = game.kifu.since(known).chunks(LINKS_PER_MESSAGE);
        events.extend(missed.map(|links| ServerEvent::History { links: links.to_vec() }));
        events.extend(self.game_end());
        for event in events {
            self.send(conn, event);
        }
    }

    pub(super) fn game_start(&self, conn: ConnectionId) -> Option<ServerEvent> {
        let game = self.game.as_ref()?;
        let (id, settings) = (game.kifu.id(), game.kifu.settings().clone());
        Some(ServerEvent::GameStart { id, color: self.color_of(conn), settings, names: game.names.clone() })
    }

    pub(super) fn game_end(&self) -> Option<ServerEvent> {
        let game = self.game.as_ref()?;
        let reason = game.ended?;
        let link = game.kifu.links().last()?;
        let Event::Ended { result, dead } = &link.event else { return None };
        let counted = matches!(result, rules::go::Outcome::Won(..) | rules::go::Outcome::Draw);
        let score = counted.then(|| game.kifu.count(dead).score);
        Some(ServerEvent::GameEnd {
            link: link.clone(),
            reason,
            result: *result,
            winner: result.winner(),
            black_score: score.map(|score| score.black.in_quarters() / 2),
            white_score: score.map(|score| score.white.in_quarters() / 2),
        })
    }

    /// To a spectator.
    fn send_who_has_moved(&mut self, conn: ConnectionId) {
        let Phase::Play(Turn::Choosing { committed }) = &self.phase else { return };
        let moved = Color::BOTH.map(|color| committed[color as usize].is_some());
        for color in Color::BOTH.into_iter().filter(|color| moved[*color as usize]) {
            self.send(conn, ServerEvent::HasMoved { color });
        }
    }

    fn send_phase(&mut self, now: Moment, conn: ConnectionId) {
        match &self.phase {
            Phase::Lobby | Phase::Over => {}
            Phase::Play(_) => {
                let turn_number = self.turn_number();
                let timers = self.timers(now);
                self.send(conn, ServerEvent::TurnStart { turn_number, timers });
                match self.color_of(conn) {
                    Some(color) => self.send_move_state(color),
                    None => self.send_who_has_moved(conn),
                }
            }
            Phase::Count(counting) => {
                let (dead, agreed) = (counting.dead.clone(), counting.agreed);
                self.send(conn, ServerEvent::MarkDead { dead, verdict: Verdict::Mark, agreed });
            }
        }
        for color in Color::BOTH {
            let Some(wants) = self.seat(color).map(|seat| seat.wants) else { continue };
            if let Some(turns) = wants.takeback {
                self.send(conn, ServerEvent::Takeback { color, turns, agree: true });
            }
            if wants.rematch {
                self.send(conn, ServerEvent::Rematch { color, agree: true });
            }
            if wants.adjourn {
                self.send(conn, ServerEvent::Adjourn { color });
            }
        }
    }
}
