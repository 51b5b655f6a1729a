//! A turn: promised by both, shown by both, resolved; or one move where they take turns.

use std::time::Duration;

use rules::go::simultaneous::Cell;
use rules::go::{Color, Move, Outcome};

use super::time::TO_REVEAL;
use super::{Counting, Phase, Table};
use crate::Moment;
use crate::clock::{Clock, TimeControl};
use crate::kifu::{Event, Half, PassedFor, Stage, commitment};
use crate::protocol::{Digest, Fault, Nonce, Reason, Tell};

#[derive(Debug)]
pub(super) enum Turn {
    /// Both think; who has promised waits.
    Choosing { promised: [Option<Promise>; 2] },
    /// Both have promised and are to show. The clock is for that, not for thinking.
    Showing { promised: [Option<Promise>; 2], shown: [Option<Shown>; 2], clock: Clock },
    /// One after the other.
    InTurns,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Promise {
    pub(super) commit: Digest,
    spent: Duration,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Shown {
    AsPromised(Move, Nonce),
    Otherwise,
}

/// Faults that lose the game.
const MOST_FAULTS: u8 = 2;

impl Table {
    pub(super) fn begin_turn(&mut self, now: Moment) {
        let in_turns = !self.settings_of_game().game.is_simultaneous();
        self.phase =
            Phase::Play(if in_turns { Turn::InTurns } else { Turn::Choosing { promised: [None; 2] } });
        self.settle(now);
        let start = Tell::TurnStart { turn_number: self.turn_number(), timers: self.timers(now) };
        self.tell_all(start);
        self.pass_for_the_late(now);
    }

    /// Who has no time left passes; if that is both, the game is over.
    pub(super) fn pass_for_the_late(&mut self, now: Moment) {
        let out = Color::BOTH.map(|color| self.is_out(color));
        match (&self.phase, out) {
            (Phase::Play(Turn::Choosing { .. }), [true, true]) => self.resolve(now),
            (Phase::Play(Turn::Choosing { .. }), _) => self.show_if_promised(now),
            (Phase::Play(Turn::InTurns), _) => {
                if let Some(color) = self.kifu().and_then(|kifu| kifu.to_play())
                    && self.is_out(color)
                {
                    let passed_for = Some(PassedFor::Time);
                    self.write(now, Event::Move { color, mv: Move::Pass, passed_for, spent: 0 });
                }
            }
            _ => {}
        }
    }

    pub(super) fn is_out(&self, color: Color) -> bool {
        self.seat(color).is_some_and(|seat| seat.out)
    }

    pub(super) fn submit(
        &mut self,
        now: Moment,
        color: Color,
        turn: u32,
        commit: Option<Digest>,
        mv: Option<Move>,
    ) {
        if turn != self.next() {
            return self.refuse(color, Fault::NotNow, "that turn is not on");
        }
        if self.is_out(color) {
            return self.refuse(color, Fault::OutOfTime, "no time is left to place stones");
        }
        match (&self.phase, commit, mv) {
            (Phase::Play(Turn::InTurns), None, Some(mv)) => self.move_in_turn(now, color, mv),
            (Phase::Play(Turn::Choosing { .. }), Some(commit), None) => self.promise(now, color, commit),
            (Phase::Play(Turn::Showing { .. }), Some(_), None) => {
                self.refuse(color, Fault::AlreadySubmitted, "you have moved");
            }
            _ => self.refuse(color, Fault::NotNow, "no such move can be made now"),
        }
    }

    fn move_in_turn(&mut self, now: Moment, color: Color, mv: Move) {
        let Some(legal) = self.kifu().map(|kifu| kifu.legal(color, mv)) else { return };
        match legal {
            Ok(()) => {
                let spent = self.stop_clock(now, color);
                self.write(now, Event::Move { color, mv, passed_for: None, spent: millis(spent) });
            }
            Err(crate::kifu::Unwritable::NotYourTurn(_)) => {
                self.refuse(color, Fault::NotYourTurn, "it is the other's turn");
            }
            Err(_) => self.refuse(color, Fault::IllegalMove, "that move is not allowed"),
        }
    }

    fn promise(&mut self, now: Moment, color: Color, commit: Digest) {
        let Phase::Play(Turn::Choosing { promised }) = &self.phase else { return };
        match promised[color as usize] {
            Some(promise) if promise.commit == commit => return self.tell_own_move(color),
            Some(_) => return self.refuse(color, Fault::AlreadySubmitted, "you have moved"),
            None => {}
        }
        let spent = self.stop_clock(now, color);
        let Phase::Play(Turn::Choosing { promised }) = &mut self.phase else { return };
        promised[color as usize] = Some(Promise { commit, spent });
        let waiting = promised[color.other() as usize].is_none() && !self.is_out(color.other());
        self.tell_color(color, Tell::MoveAck { waiting });
        if waiting {
            self.tell_color(color.other(), Tell::OpponentReady { reveal: false, commit: None });
        }
        self.show_if_promised(now);
    }

    fn show_if_promised(&mut self, now: Moment) {
        let Phase::Play(Turn::Choosing { promised }) = &self.phase else { return };
        let promised = *promised;
        let done = |color: Color| promised[color as usize].is_some() || self.is_out(color);
        if promised.iter().all(Option::is_none) || !Color::BOTH.into_iter().all(done) {
            return;
        }
        let for_showing = TimeControl { base: TO_REVEAL, periods: 0, period: Duration::ZERO };
        let clock = Clock::new(Some(for_showing));
        self.phase = Phase::Play(Turn::Showing { promised, shown: [None; 2], clock });
        self.settle(now);
        for color in Color::BOTH {
            let commit = promised[color.other() as usize].map(|promise| promise.commit);
            self.tell_color(color, Tell::OpponentReady { reveal: true, commit });
        }
    }

    pub(super) fn reveal(&mut self, now: Moment, color: Color, turn: u32, mv: Move, nonce: Nonce) {
        if turn != self.next() {
            return;
        }
        let Some(kifu) = self.game.as_ref().map(|game| &game.kifu) else { return };
        let Phase::Play(Turn::Showing { promised, shown, .. }) = &mut self.phase else { return };
        let Some(promise) = promised[color as usize] else { return };
        let as_promised = commitment(kifu.id(), turn, color, mv, &nonce) == promise.commit;
        let honest = as_promised && kifu.legal(color, mv).is_ok();
        shown[color as usize].get_or_insert(if honest {
            Shown::AsPromised(mv, nonce)
        } else {
            Shown::Otherwise
        });
        let (promised, shown) = (*promised, *shown);
        let is_shown = |color: Color| promised[color as usize].is_none() || shown[color as usize].is_some();
        if Color::BOTH.into_iter().all(is_shown) {
            self.resolve(now);
        }
    }

    /// Everything that will be shown has been.
    pub(super) fn resolve(&mut self, now: Moment) {
        let [black_move, white_move] = match &self.phase {
            Phase::Play(Turn::Showing { promised, shown, .. }) => {
                Color::BOTH.map(|color| half(promised[color as usize], shown[color as usize]))
            }
            Phase::Play(Turn::Choosing { .. }) => Color::BOTH.map(|_| half(None, None)),
            _ => return,
        };
        self.write(now, Event::Turn { black_move, white_move });
    }

    /// A new entry in the record, told to all; then whatever it leads to.
    pub(super) fn write(&mut self, now: Moment, event: Event) {
        let Some(game) = self.game.as_mut() else { return };
        let is_collision = is_collision(&event, game.kifu.board());
        let Ok(link) = game.kifu.write(event) else { return };
        let link = link.clone();
        let faults = faults(&link.event);
        let board = game.kifu.board();
        let result = Tell::TurnResult {
            is_collision,
            board: board.picture(),
            captures: Color::BOTH.map(|color| board.lost(color)),
            timers: self.timers(now),
            link,
        };
        for seat in self.seats.iter_mut().flatten() {
            seat.wants.takeback = None;
        }
        self.tell_all(result);
        if self.note_faults(faults) { self.forfeit_for_faults(now) } else { self.go_on(now) }
    }

    /// Whatever the board asks for next.
    pub(super) fn go_on(&mut self, now: Moment) {
        let both_out = Color::BOTH.into_iter().all(|color| self.is_out(color));
        match self.kifu().map(|kifu| kifu.stage()) {
            Some(Stage::Play) => self.begin_turn(now),
            Some(Stage::Count) if both_out => self.end_by_score(now, Reason::Time, Vec::new()),
            Some(Stage::Count) => self.begin_count(now),
            Some(Stage::TooLong) => self.end_by_score(now, Reason::TooLong, Vec::new()),
            Some(Stage::Over(_)) | None => {}
        }
    }

    pub(super) fn begin_count(&mut self, now: Moment) {
        if !matches!(self.phase, Phase::Count(_)) {
            self.phase = Phase::Count(Counting::default());
        }
        self.settle(now);
        self.tell_marks();
    }

    fn note_faults(&mut self, faults: [bool; 2]) -> bool {
        for (seat, fault) in self.seats.iter_mut().zip(faults) {
            if let Some(seat) = seat.as_mut().filter(|_| fault) {
                seat.faults = seat.faults.saturating_add(1);
            }
        }
        self.seats.iter().flatten().any(|seat| seat.faults >= MOST_FAULTS)
    }

    fn forfeit_for_faults(&mut self, now: Moment) {
        let at_fault =
            Color::BOTH.map(|color| self.seat(color).is_some_and(|seat| seat.faults >= MOST_FAULTS));
        let result = match at_fault {
            [true, true] => Outcome::Void,
            [true, false] => Outcome::Forfeit { winner: Color::White },
            _ => Outcome::Forfeit { winner: Color::Black },
        };
        self.end(now, Reason::Fault, result, Vec::new());
    }

    /// What a player who comes back has to know about their own move.
    pub(super) fn tell_own_move(&mut self, color: Color) {
        match &self.phase {
            Phase::Play(Turn::Choosing { promised }) => {
                let [own, other] = [color, color.other()].map(|color| promised[color as usize].is_some());
                if own {
                    self.tell_color(color, Tell::MoveAck { waiting: !other });
                } else if other {
                    self.tell_color(color, Tell::OpponentReady { reveal: false, commit: None });
                }
            }
            Phase::Play(Turn::Showing { promised, .. }) => {
                let commit = promised[color.other() as usize].map(|promise| promise.commit);
                self.tell_color(color, Tell::MoveAck { waiting: false });
                self.tell_color(color, Tell::OpponentReady { reveal: true, commit });
            }
            _ => {}
        }
    }

    fn stop_clock(&mut self, now: Moment, color: Color) -> Duration {
        let Some(seat) = self.seat_mut(color) else { return Duration::ZERO };
        let forgiven = seat.lag.forgive(seat.round_trip);
        seat.clock.stop(now, forgiven)
    }
}

fn half(promise: Option<Promise>, shown: Option<Shown>) -> Half {
    let (commit, spent) = promise.map_or((None, 0), |promise| (Some(promise.commit), millis(promise.spent)));
    let (mv, nonce, passed_for) = match (promise, shown) {
        (None, _) => (Move::Pass, None, Some(PassedFor::Time)),
        (Some(_), Some(Shown::AsPromised(mv, nonce))) => (mv, Some(nonce), None),
        (Some(_), Some(Shown::Otherwise) | None) => (Move::Pass, None, Some(PassedFor::Fault)),
    };
    Half { mv, commit, nonce, passed_for, spent }
}

/// Black's and White's.
fn faults(event: &Event) -> [bool; 2] {
    match event {
        Event::Turn { black_move, white_move } => {
            [black_move, white_move].map(|half| half.passed_for == Some(PassedFor::Fault))
        }
        _ => [false; 2],
    }
}

fn is_collision(event: &Event, before: &crate::kifu::Board) -> bool {
    match event {
        Event::Turn { black_move, white_move } => match (black_move.mv, white_move.mv) {
            (Move::Place(at), Move::Place(other)) => at == other && before.at(at) == Cell::Empty,
            _ => false,
        },
        _ => false,
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
