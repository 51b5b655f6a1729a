//! What the room says, taken in whatever order it comes.

use rules::go::{Color, Move};

use super::{Ending, Guest, Opponent, Output, Promise};
use crate::Moment;
use crate::kifu::{Event, Kifu, Link};
use crate::protocol::{Ask, Asked, Digest, Fault, GameId, Settings, Tell, Timers, Told};

impl Guest {
    pub(super) fn hear(&mut self, now: Moment, told: Told) {
        self.last_heard = now;
        let heard = told.heard;
        self.pending.retain(|pending| pending.asked.seq > heard);
        let newer = told.seq > self.newest;
        let gap = self.newest > 0 && told.seq > self.newest.saturating_add(1);
        self.newest = self.newest.max(told.seq);
        let (game, turn) = (told.game, told.turn);
        self.take_in(now, newer, game, turn, told.tell);
        if game == self.game {
            self.latest = self.latest.max(turn);
        }
        let behind = game > self.game || self.is_behind();
        if self.joined && (behind || gap) {
            self.sync(now);
        }
        self.out.push(Output::Changed);
    }

    fn take_in(&mut self, now: Moment, newer: bool, game: u32, turn: u32, tell: Tell) {
        match tell {
            Tell::Joined { next_seq, game_settings, .. } => self.join(now, next_seq, game_settings),
            Tell::Room(seats) if newer => self.seats = seats,
            Tell::GameStart { id, color, settings, names } => {
                self.start(game, turn, id, color, settings, names);
            }
            Tell::TurnResult { link, timers, .. } => {
                self.entry(now, game, &link);
                self.time(now, newer, timers);
            }
            Tell::History { links } => links.iter().for_each(|link| self.entry(now, game, link)),
            Tell::TurnStart { timers, .. } => {
                self.time(now, newer, timers);
                if (game, turn) == (self.game, self.next()) {
                    self.submit_again(now);
                }
            }
            Tell::TimeUpdate { timers } => self.time(now, newer, timers),
            Tell::GameEnd { link, reason, result, black_score, white_score, .. } => {
                self.entry(now, game, &link);
                if game == self.game && self.is_over() {
                    self.ending = Some(Ending { reason, result, scores: [black_score, white_score] });
                }
            }
            Tell::Chat { from, message, line } => self.line(from, message, line),
            Tell::Error { code, message } => self.error(now, code, message),
            Tell::WebrtcOffer { .. }
            | Tell::WebrtcAnswer { .. }
            | Tell::WebrtcIceCandidate { .. }
            | Tell::WebrtcConnected { .. } => self.out.push(Output::Signal(Box::new(tell))),
            // What follows is about one game and one turn of it.
            _ if game != self.game || turn != self.next() => {}
            Tell::MoveAck { .. } => self.acknowledged = self.has_chosen(),
            Tell::OpponentReady { reveal, commit } => self.opponent_ready(now, reveal, commit),
            Tell::Takeback { color, turns, agree } => self.takeback_wanted(color, agree.then_some(turns)),
            Tell::MarkDead { dead, agreed, .. } if newer => (self.marked, self.agreed) = (dead, agreed),
            Tell::Rematch { color } => self.rematches[color as usize] = true,
            Tell::Adjourn { color } => self.adjourns[color as usize] = true,
            Tell::Room(_) | Tell::MarkDead { .. } => {}
        }
    }

    fn join(&mut self, now: Moment, next_seq: u64, settings: Settings) {
        self.next_seq = self.next_seq.max(next_seq);
        self.seats.settings = settings;
        if !std::mem::replace(&mut self.joined, true) {
            self.out.push(Output::Keep);
            for pending in &mut self.pending {
                pending.asked.seq = self.next_seq;
                self.next_seq += 1;
                pending.sent = now;
                self.out.push(Output::Send(pending.asked.clone()));
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
        self.on_trust = if came_late { turn } else { 0 };
        (self.game, self.latest) = (game, turn);
        self.color = color;
        self.names = names;
        self.kifu = Some(Kifu::new(id, settings));
        self.promise = self.promise.take().filter(|promise| promise.game == id);
        self.ending = None;
        (self.rematches, self.adjourns) = ([false; 2], [false; 2]);
        self.consent = Default::default();
        self.new_turn();
        self.out.push(Output::Keep);
    }

    fn new_turn(&mut self) {
        self.opponent = Opponent::default();
        self.acknowledged = false;
        self.takebacks = [None; 2];
        self.consent.takeback = None;
        (self.marked, self.agreed) = (Vec::new(), [false; 2]);
        let next = self.next();
        self.promise = self.promise.take().filter(|promise| promise.turn >= next);
    }

    /// An entry of the record: worked out again, compared with what this side knows, and written down.
    fn entry(&mut self, now: Moment, game: u32, link: &Link) {
        if game != self.game || self.deceit.is_some() {
            return;
        }
        let known = link.turn < self.next();
        let own = if known { Ok(()) } else { self.compare_with_own(link) };
        let Some(kifu) = self.kifu.as_mut() else { return };
        let lost_before: u32 = Color::BOTH.map(|color| kifu.board().lost(color)).iter().sum();
        match own.and_then(|()| kifu.check(link).map_err(super::Deceit::Record)) {
            Ok(true) if !known => {
                let lost = Color::BOTH.map(|color| kifu.board().lost(color)).iter().sum::<u32>();
                self.written(&link.event, lost.saturating_sub(lost_before));
            }
            Ok(true) => {}
            Ok(false) => self.sync(now),
            Err(deceit) => {
                self.deceit = Some(deceit);
                self.out.push(Output::FoundOut(deceit));
            }
        }
    }

    fn written(&mut self, event: &Event, lost: u32) {
        self.new_turn();
        self.out.push(Output::Keep);
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

    /// A move that was chosen before the page was loaded anew, and may never have left.
    fn submit_again(&mut self, now: Moment) {
        let submits = |asked: &Asked| matches!(asked.ask, Ask::SubmitMove { .. });
        let on_its_way = self.pending.iter().any(|pending| submits(&pending.asked));
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
        if let Err(place) = self.talk.binary_search_by_key(&line, |(_, _, line)| *line) {
            self.talk.insert(place, (from, message, line));
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
                let deceit = super::Deceit::OtherCommitment { turn: self.next() };
                self.deceit = Some(deceit);
                self.out.push(Output::FoundOut(deceit));
                return;
            }
            _ => self.opponent.commit = self.opponent.commit.or(commit),
        }
        let next = self.next();
        let Some(Promise { mv, nonce, .. }) = self.promise.clone().filter(|promise| promise.turn == next)
        else {
            return;
        };
        self.acknowledged = true;
        if !std::mem::replace(&mut self.opponent.shown_to, true) {
            self.insist(now, Ask::Reveal { mv, nonce });
        }
    }

    fn error(&mut self, now: Moment, code: Fault, message: String) {
        if code == Fault::Unreached {
            return;
        }
        // The room knows nothing of this seat any more, or never did.
        if code == Fault::NoSeat && self.joined {
            self.enter();
        }
        if matches!(code, Fault::OutOfTime | Fault::IllegalMove | Fault::NotYourTurn) && !self.acknowledged {
            self.promise = None;
        }
        // A move for a turn that had passed: what was missed will say so.
        if code == Fault::NotNow {
            self.sync(now);
        }
        self.last_refusal = Some((code, message.clone()));
        self.out.push(Output::Refused { code, message });
    }
}
