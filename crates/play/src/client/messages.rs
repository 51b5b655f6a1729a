//! Messages from the table, applied in whatever order they arrive.

use moment::Moment;
use rules::go::{Color, Move};

use super::chat::ChatLine;
use super::current_game::{CurrentGame, CurrentTurn};
use super::{Client, CommittedMove, Ending, HostViolation, Notice, Output};
use crate::kifu::{Event, Link};
use crate::protocol::{
    ClientRequest, Digest, ErrorCode, GameId, Seats, ServerEvent, ServerMessage, Settings, Timers,
};

impl Client {
    pub(super) fn receive(&mut self, now: Moment, message: ServerMessage) {
        let ServerMessage { seq, acked, game: number, turn, event } = message;
        let arrival = self.exchange.receive(now, seq, acked);
        self.apply(now, arrival.newer, number, turn, event);
        if let Some(game) = self.game.as_mut().filter(|game| game.number == number) {
            game.latest = game.latest.max(turn);
        }
        let behind = number > self.game() || self.game.as_ref().is_some_and(CurrentGame::is_behind);
        if self.exchange.is_joined() && (behind || arrival.gap) {
            self.sync(now);
        }
        self.out.push(Output::Changed);
    }

    fn apply(&mut self, now: Moment, newer: bool, number: u32, turn: u32, event: ServerEvent) {
        match event {
            ServerEvent::Joined { next_seq, game_settings, .. } => self.join(now, next_seq, game_settings),
            ServerEvent::Room(seats) if newer => self.seated(seats),
            ServerEvent::Room(_) => {}
            ServerEvent::GameStart { id, color, settings, names } => {
                self.start(number, turn, id, color, settings, names);
            }
            ServerEvent::TurnResult { link, timers, .. } => {
                self.entry(now, number, &link, true);
                self.time(now, newer, timers);
            }
            ServerEvent::History { links } => self.history(now, number, &links),
            ServerEvent::TurnStart { timers, .. } => {
                self.time(now, newer, timers);
                if (number, turn) == (self.game(), self.next()) {
                    self.submit_again(now);
                }
            }
            ServerEvent::TimeUpdate { timers } => self.time(now, newer, timers),
            ServerEvent::GameEnd { link, reason, result, black_score, white_score, .. } => {
                self.entry(now, number, &link, true);
                let ending = Ending { reason, result, scores: [black_score, white_score] };
                self.end(number, ending);
            }
            ServerEvent::Chat { from, message, line } => {
                self.chat.receive(ChatLine { number: line, from, message });
            }
            ServerEvent::SpectatorChat { from, message, line } => {
                self.spectator_chat.receive(ChatLine { number: line, from, message });
            }
            ServerEvent::Error { code, message } => self.error(now, code, message),
            ServerEvent::WebrtcOffer { .. }
            | ServerEvent::WebrtcAnswer { .. }
            | ServerEvent::WebrtcIceCandidate { .. }
            | ServerEvent::WebrtcConnected { .. } => self.out.push(Output::Signal(Box::new(event))),
            // The rest is about one turn of one game.
            _ if (number, turn) != (self.game(), self.next()) => {}
            ServerEvent::OpponentReady { reveal, commit, yours } => {
                self.opponent_ready(now, reveal, commit, yours);
            }
            event => self.apply_to_turn(newer, event),
        }
    }

    /// What belongs to the turn that is on.
    fn apply_to_turn(&mut self, newer: bool, event: ServerEvent) {
        let has_chosen = self.has_chosen();
        let Some(game) = &mut self.game else { return };
        match event {
            ServerEvent::MoveAck { .. } => game.turn.acknowledged = has_chosen,
            ServerEvent::HasMoved { color } => game.turn.has_moved[color as usize] = true,
            ServerEvent::Takeback { color, turns, agree: true } => {
                game.turn.takebacks[color as usize] = Some(turns);
            }
            ServerEvent::Takeback { color, agree: false, .. } => {
                let own = game.color.filter(|own| *own != color);
                if own.is_some_and(|own| game.turn.takebacks[own as usize].is_some()) {
                    self.notice = Some(Notice::TakebackDeclined);
                }
                (game.turn.takebacks, game.turn.takeback_consent) = ([None; 2], None);
            }
            ServerEvent::MarkDead { dead, agreed, .. } if newer => {
                (game.turn.marked_dead, game.turn.agreed) = (dead, agreed);
            }
            ServerEvent::Rematch { color, agree: true } => game.rematches[color as usize] = true,
            ServerEvent::Rematch { color, agree: false } => {
                let own = game.color.filter(|own| *own != color);
                if own.is_some_and(|own| game.rematches[own as usize]) {
                    self.notice = Some(Notice::RematchDeclined);
                }
                game.rematches = [false; 2];
            }
            ServerEvent::Adjourn { color } => game.adjourns[color as usize] = true,
            _ => {}
        }
    }

    /// What was refused before holds no longer once the state that it was about has changed.
    fn seated(&mut self, seats: Seats) {
        let before = std::mem::replace(&mut self.seats, seats);
        let seats = &self.seats;
        let engine_works = seats.present == [true; 2] && !seats.adjourned;
        let changed = before.revision != seats.revision;
        if let Some(game) = self.game.as_mut().filter(|game| changed && game.is_over()) {
            game.rematches = [false; 2];
        }
        let holds = |code: ErrorCode| match code {
            ErrorCode::Engine | ErrorCode::EngineBusy => !engine_works,
            ErrorCode::Settings | ErrorCode::NotNow => !changed,
            _ => true,
        };
        self.last_refusal = self.last_refusal.take().filter(|(code, _)| holds(*code));
        let by_other = self.proposed != Some(before.revision) && seats.you.is_some() && before.you.is_some();
        if changed && before.revision > 0 && before.settings != seats.settings && by_other {
            self.notice = Some(Notice::SettingsChanged);
        }
    }

    fn join(&mut self, now: Moment, next_seq: u64, settings: Settings) {
        self.seats.settings = settings;
        self.forget_refusals();
        if let Some(waiting) = self.exchange.join(now, next_seq) {
            self.out.push(Output::SaveSeat);
            self.send_all(waiting);
        }
    }

    fn start(
        &mut self,
        number: u32,
        turn: u32,
        id: GameId,
        color: Option<Color>,
        settings: Settings,
        names: [String; 2],
    ) {
        if number <= self.game() {
            return;
        }
        let came_late = self.game.is_none() && turn > 1;
        let trusted_up_to = if came_late { turn } else { 0 };
        let game = CurrentGame::new(number, id, settings);
        self.game = Some(CurrentGame { color, names, trusted_up_to, latest: turn, ..game });
        self.seat.committed = self.seat.committed.take().filter(|committed| committed.game == id);
        self.seat.earlier.retain(|committed| committed.game == id);
        self.forget_refusals();
        self.new_turn();
        self.out.push(Output::SaveSeat);
    }

    fn end(&mut self, number: u32, ending: Ending) {
        if let Some(game) = self.game.as_mut().filter(|game| game.number == number && game.is_over()) {
            game.ending = Some(ending);
        }
    }

    fn new_turn(&mut self) {
        if let Some(game) = &mut self.game {
            game.turn = CurrentTurn::default();
        }
        let next = self.next();
        self.seat.committed = self.seat.committed.take().filter(|committed| committed.turn >= next);
        self.seat.earlier.retain(|committed| committed.turn >= next);
    }

    /// Only the host's troubles with its journal outlast a turn.
    fn forget_refusals(&mut self) {
        self.last_refusal = self.last_refusal.take().filter(|(code, _)| *code == ErrorCode::NotJournaled);
        self.notice = None;
    }

    /// Entries that were missed: only the last is news.
    fn history(&mut self, now: Moment, number: u32, links: &[Link]) {
        if let Some((last, before)) = links.split_last() {
            before.iter().for_each(|link| self.entry(now, number, link, false));
            self.entry(now, number, last, true);
        }
    }

    /// Verifies an entry of the record against the rules and this side's own actions, then appends it.
    fn entry(&mut self, now: Moment, number: u32, link: &Link, is_latest: bool) {
        if self.violation.is_some() {
            return;
        }
        let Some(game) = self.game.as_mut().filter(|game| game.number == number) else { return };
        let known = link.turn < game.kifu.next();
        let own = if known { Ok(()) } else { game.compare_with_own(&self.seat, link) };
        let lost_before = game.stones_lost();
        match own.and_then(|()| game.kifu.verify(link).map_err(HostViolation::Record)) {
            Ok(true) if !known => {
                let lost = game.stones_lost().saturating_sub(lost_before);
                let is_news = is_latest && game.has_news();
                self.written(&link.event, lost, is_news);
            }
            Ok(true) => {}
            Ok(false) => self.sync(now),
            Err(violation) => self.violated(violation),
        }
    }

    fn violated(&mut self, violation: HostViolation) {
        self.violation = Some(violation);
        self.out.push(Output::HostViolation(violation));
    }

    fn written(&mut self, event: &Event, lost: u32, is_news: bool) {
        self.new_turn();
        self.forget_refusals();
        self.out.push(Output::SaveSeat);
        match event {
            Event::Turn { black_move, white_move } => {
                let collision = black_move.mv == white_move.mv && black_move.mv != Move::Pass;
                self.out.push(Output::Turn { lost, collision, is_news });
            }
            Event::Move { .. } => self.out.push(Output::Turn { lost, collision: false, is_news }),
            Event::Ended { result, .. } if is_news => self.out.push(Output::Ended(*result)),
            Event::Ended { .. } => {}
            Event::TakenBack { .. } | Event::Resumed => {}
        }
    }

    /// Submits a move that was chosen before the page was reloaded and may never have been sent.
    fn submit_again(&mut self, now: Moment) {
        let submits = |request: &ClientRequest| matches!(request, ClientRequest::SubmitMove { .. });
        let on_its_way = self.exchange.has_unacknowledged(submits);
        if let Some(mv) = self.chosen().filter(|_| !self.is_acknowledged() && !on_its_way) {
            self.submit(now, mv);
        }
    }

    fn time(&mut self, now: Moment, newer: bool, timers: Timers) {
        if newer {
            self.clocks.receive(now, timers);
        }
    }

    fn opponent_ready(&mut self, now: Moment, reveal: bool, commit: Option<Digest>, yours: Option<Digest>) {
        if reveal {
            self.seat.settle(yours);
            self.out.push(Output::SaveSeat);
        }
        let Some(game) = &mut self.game else { return };
        let opponent = &mut game.turn.opponent;
        opponent.ready = true;
        if !reveal || game.color.is_none() {
            return;
        }
        let turn = game.kifu.next();
        match (opponent.commit, commit) {
            (Some(before), Some(after)) if before != after => {
                return self.violated(HostViolation::ChangedCommitment { turn });
            }
            _ => opponent.commit = opponent.commit.or(commit),
        }
        let Some(CommittedMove { mv, nonce, .. }) = self.seat.committed_for(turn).cloned() else { return };
        game.turn.acknowledged = true;
        if !std::mem::replace(&mut opponent.revealed_to, true) {
            self.send_reliably(now, ClientRequest::Reveal { mv, nonce });
        }
    }

    fn error(&mut self, now: Moment, code: ErrorCode, message: String) {
        match code {
            ErrorCode::Undeliverable => return,
            ErrorCode::TooFast => return self.chat.refused(now),
            ErrorCode::Journaled => {
                self.last_refusal =
                    self.last_refusal.take().filter(|(code, _)| *code != ErrorCode::NotJournaled);
                return;
            }
            _ => {}
        }
        // The table does not know this seat, or not any more.
        if code == ErrorCode::NoSeat && self.exchange.is_joined() {
            self.send_join();
        }
        if matches!(code, ErrorCode::OutOfTime | ErrorCode::IllegalMove | ErrorCode::NotYourTurn)
            && !self.is_acknowledged()
        {
            self.seat.committed = None;
            self.seat.earlier.clear();
        }
        // The move was for a past turn: something was missed.
        if code == ErrorCode::NotNow {
            self.sync(now);
        }
        self.last_refusal = Some((code, message.clone()));
        self.out.push(Output::Refused { code, message });
    }
}
