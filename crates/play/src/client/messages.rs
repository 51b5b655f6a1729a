//! Messages from the table, applied in whatever order they arrive.

use moment::Moment;
use rules::go::{Color, Move};

use super::{Client, CommittedMove, Ending, HostViolation, Opponent, Output};
use crate::kifu::{Event, Kifu, Link};
use crate::protocol::{
    ClientMessage, ClientRequest, Digest, ErrorCode, GameId, ServerEvent, ServerMessage, Settings, Timers,
};

impl Client {
    pub(super) fn receive(&mut self, now: Moment, message: ServerMessage) {
        self.last_heard = now;
        let acked = message.acked;
        self.pending.retain(|pending| pending.message.seq > acked);
        let newer = message.seq > self.newest;
        let gap = self.newest > 0 && message.seq > self.newest.saturating_add(1);
        self.newest = self.newest.max(message.seq);
        let (game, turn) = (message.game, message.turn);
        self.apply(now, newer, game, turn, message.event);
        if game == self.game {
            self.latest = self.latest.max(turn);
        }
        let behind = game > self.game || self.is_behind();
        if self.joined && (behind || gap) {
            self.sync(now);
        }
        self.out.push(Output::Changed);
    }

    fn apply(&mut self, now: Moment, newer: bool, game: u32, turn: u32, event: ServerEvent) {
        match event {
            ServerEvent::Joined { next_seq, game_settings, .. } => self.join(now, next_seq, game_settings),
            ServerEvent::Room(seats) if newer => self.seats = seats,
            ServerEvent::GameStart { id, color, settings, names } => {
                self.start(game, turn, id, color, settings, names);
            }
            ServerEvent::TurnResult { link, timers, .. } => {
                self.entry(now, game, &link);
                self.time(now, newer, timers);
            }
            ServerEvent::History { links } => links.iter().for_each(|link| self.entry(now, game, link)),
            ServerEvent::TurnStart { timers, .. } => {
                self.time(now, newer, timers);
                if (game, turn) == (self.game, self.next()) {
                    self.submit_again(now);
                }
            }
            ServerEvent::TimeUpdate { timers } => self.time(now, newer, timers),
            ServerEvent::GameEnd { link, reason, result, black_score, white_score, .. } => {
                self.entry(now, game, &link);
                if game == self.game && self.is_over() {
                    self.ending = Some(Ending { reason, result, scores: [black_score, white_score] });
                }
            }
            ServerEvent::Chat { from, message, line } => self.line(from, message, line),
            ServerEvent::Error { code, message } => self.error(now, code, message),
            ServerEvent::WebrtcOffer { .. }
            | ServerEvent::WebrtcAnswer { .. }
            | ServerEvent::WebrtcIceCandidate { .. }
            | ServerEvent::WebrtcConnected { .. } => self.out.push(Output::Signal(Box::new(event))),
            // The rest is about one turn of one game.
            _ if game != self.game || turn != self.next() => {}
            ServerEvent::MoveAck { .. } => self.acknowledged = self.has_chosen(),
            ServerEvent::OpponentReady { reveal, commit } => self.opponent_ready(now, reveal, commit),
            ServerEvent::Takeback { color, turns, agree } => {
                self.takeback_wanted(color, agree.then_some(turns));
            }
            ServerEvent::MarkDead { dead, agreed, .. } if newer => {
                (self.marked, self.agreed) = (dead, agreed);
            }
            ServerEvent::Rematch { color } => self.rematches[color as usize] = true,
            ServerEvent::Adjourn { color } => self.adjourns[color as usize] = true,
            ServerEvent::Room(_) | ServerEvent::MarkDead { .. } => {}
        }
    }

    fn join(&mut self, now: Moment, next_seq: u64, settings: Settings) {
        self.next_seq = self.next_seq.max(next_seq);
        self.seats.settings = settings;
        if !std::mem::replace(&mut self.joined, true) {
            self.out.push(Output::SaveSeat);
            for pending in &mut self.pending {
                pending.message.seq = self.next_seq;
                self.next_seq += 1;
                pending.sent = now;
                self.out.push(Output::Send(pending.message.clone()));
            }
        }
    }

    fn start(
        &mut self,
        game: u32,
        turn: u32,
        id: GameId,
        color: Option<Color>,
        settings: Settings,
        names: [String; 2],
    ) {
        if game <= self.game {
            return;
        }
        let came_late = self.game == 0 && turn > 1;
        self.trusted_up_to = if came_late { turn } else { 0 };
        (self.game, self.latest) = (game, turn);
        self.color = color;
        self.names = names;
        self.kifu = Some(Kifu::new(id, settings));
        self.committed = self.committed.take().filter(|committed| committed.game == id);
        self.ending = None;
        (self.rematches, self.adjourns) = ([false; 2], [false; 2]);
        self.consent = Default::default();
        self.new_turn();
        self.out.push(Output::SaveSeat);
    }

    fn new_turn(&mut self) {
        self.opponent = Opponent::default();
        self.acknowledged = false;
        self.takebacks = [None; 2];
        self.consent.takeback = None;
        (self.marked, self.agreed) = (Vec::new(), [false; 2]);
        let next = self.next();
        self.committed = self.committed.take().filter(|committed| committed.turn >= next);
    }

    /// Verifies an entry of the record against the rules and this side's own actions, then appends it.
    fn entry(&mut self, now: Moment, game: u32, link: &Link) {
        if game != self.game || self.violation.is_some() {
            return;
        }
        let known = link.turn < self.next();
        let own = if known { Ok(()) } else { self.compare_with_own(link) };
        let Some(kifu) = self.kifu.as_mut() else { return };
        let lost_before: u32 = Color::BOTH.map(|color| kifu.board().lost(color)).iter().sum();
        match own.and_then(|()| kifu.verify(link).map_err(HostViolation::Record)) {
            Ok(true) if !known => {
                let lost = Color::BOTH.map(|color| kifu.board().lost(color)).iter().sum::<u32>();
                self.written(&link.event, lost.saturating_sub(lost_before));
            }
            Ok(true) => {}
            Ok(false) => self.sync(now),
            Err(violation) => {
                self.violation = Some(violation);
                self.out.push(Output::HostViolation(violation));
            }
        }
    }

    fn written(&mut self, event: &Event, lost: u32) {
        self.new_turn();
        self.out.push(Output::SaveSeat);
        match event {
            Event::Turn { black_move, white_move } => {
                let collision = black_move.mv == white_move.mv && black_move.mv != Move::Pass;
                self.out.push(Output::Turn { lost, collision });
            }
            Event::Move { .. } => self.out.push(Output::Turn { lost, collision: false }),
            Event::Ended { result, .. } => self.out.push(Output::Ended(*result)),
            Event::TakenBack { .. } | Event::Resumed => {}
        }
    }

    /// Submits a move that was chosen before the page was reloaded and may never have been sent.
    fn submit_again(&mut self, now: Moment) {
        let submits = |message: &ClientMessage| matches!(message.request, ClientRequest::SubmitMove { .. });
        let on_its_way = self.pending.iter().any(|pending| submits(&pending.message));
        if let Some(mv) = self.chosen().filter(|_| !self.acknowledged && !on_its_way) {
            self.submit(now, mv);
        }
    }

    fn time(&mut self, now: Moment, newer: bool, timers: Timers) {
        if newer {
            (self.timers, self.timers_at) = (timers, now);
        }
    }

    fn line(&mut self, from: String, message: String, line: u32) {
        if let Err(place) = self.chat.binary_search_by_key(&line, |(_, _, line)| *line) {
            self.chat.insert(place, (from, message, line));
        }
    }

    fn takeback_wanted(&mut self, color: Color, turns: Option<u32>) {
        match turns {
            Some(turns) => self.takebacks[color as usize] = Some(turns),
            None => {
                self.takebacks = [None; 2];
                self.consent.takeback = None;
            }
        }
    }

    fn opponent_ready(&mut self, now: Moment, reveal: bool, commit: Option<Digest>) {
        self.opponent.ready = true;
        if !reveal || self.color.is_none() {
            return;
        }
        match (self.opponent.commit, commit) {
            (Some(before), Some(after)) if before != after => {
                let violation = HostViolation::ChangedCommitment { turn: self.next() };
                self.violation = Some(violation);
                self.out.push(Output::HostViolation(violation));
                return;
            }
            _ => self.opponent.commit = self.opponent.commit.or(commit),
        }
        let next = self.next();
        let Some(CommittedMove { mv, nonce, .. }) =
            self.committed.clone().filter(|committed| committed.turn == next)
        else {
            return;
        };
        self.acknowledged = true;
        if !std::mem::replace(&mut self.opponent.revealed_to, true) {
            self.send_reliably(now, ClientRequest::Reveal { mv, nonce });
        }
    }

    fn error(&mut self, now: Moment, code: ErrorCode, message: String) {
        if code == ErrorCode::Undeliverable {
            return;
        }
        // The table does not know this seat, or not any more.
        if code == ErrorCode::NoSeat && self.joined {
            self.send_join();
        }
        if matches!(code, ErrorCode::OutOfTime | ErrorCode::IllegalMove | ErrorCode::NotYourTurn)
            && !self.acknowledged
        {
            self.committed = None;
        }
        // The move was for a past turn: something was missed.
        if code == ErrorCode::NotNow {
            self.sync(now);
        }
        self.last_refusal = Some((code, message.clone()));
        self.out.push(Output::Refused { code, message });
    }
}
