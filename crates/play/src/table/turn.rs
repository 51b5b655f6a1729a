//! A turn: both players commit, both reveal, the turn is resolved. In alternating games, one move.

use std::time::Duration;

use moment::Moment;
use rules::go::simultaneous::Cell;
use rules::go::{Color, Move, Outcome};
use serde::{Deserialize, Serialize};

use super::time::REVEAL_TIMEOUT;
use super::{Counting, Phase, Table};
use crate::clock::{Clock, TimeControl};
use crate::kifu::{Event, HalfTurn, PassedFor, Stage, commitment};
use crate::millis;
use crate::protocol::{Digest, EndReason, ErrorCode, Nonce, ServerEvent, wire_format};

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Turn {
    /// Both think; a player who has committed waits.
    Choosing { committed: [Option<Commitment>; 2] },
    /// Both have committed and must reveal. The clock limits revealing, not thinking.
    Revealing { committed: [Option<Commitment>; 2], revealed: [Option<Revealed>; 2], clock: Clock },
    /// One player moves, then the other.
    InTurns,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Commitment {
    pub(super) commit: Digest,
    #[serde(with = "millis::duration")]
    spent: Duration,
    /// Counts how often it was changed.
    #[serde(default, skip_serializing_if = "wire_format::is_first")]
    version: u32,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Revealed {
    Valid(#[serde(with = "wire_format::choice")] Move, Nonce),
    Invalid,
}

/// How often play resumes because the players disagree about dead stones.
pub const MAX_RESUMES: usize = 2;

/// Failing to reveal this often loses the game.
const MAX_REVEAL_FAILURES: u8 = 2;

impl Table {
    pub(super) fn begin_turn(&mut self, now: Moment) {
        let in_turns = !self.settings_of_game().game.is_simultaneous();
        for seat in self.seats.iter_mut().flatten() {
            seat.thinking = None;
        }
        self.phase =
            Phase::Play(if in_turns { Turn::InTurns } else { Turn::Choosing { committed: [None; 2] } });
        self.update_clocks(now);
        let start = ServerEvent::TurnStart { turn_number: self.turn_number(), timers: self.timers(now) };
        self.broadcast(start);
        self.pass_when_out_of_time(now);
    }

    /// A player without time passes; if both have none, the game is over.
    pub(super) fn pass_when_out_of_time(&mut self, now: Moment) {
        let out = Color::BOTH.map(|color| self.is_out(color));
        match (&self.phase, out) {
            (Phase::Play(Turn::Choosing { .. }), [true, true]) => self.resolve(now),
            (Phase::Play(Turn::Choosing { .. }), _) => self.reveal_if_both_committed(now),
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
        commit: Option<(Digest, u32)>,
        mv: Option<Move>,
    ) {
        if turn != self.next() {
            return self.refuse(color, ErrorCode::NotNow, "that is not the current turn");
        }
        if self.is_out(color) {
            return self.refuse(color, ErrorCode::OutOfTime, "you are out of time and can only pass");
        }
        match (&self.phase, commit, mv) {
            (Phase::Play(Turn::InTurns), None, Some(mv)) => self.move_in_turn(now, color, mv),
            (Phase::Play(Turn::Choosing { .. }), Some((commit, version)), None) => {
                self.commit(now, color, commit, version);
            }
            // After a restart the host's bot finds its move again, and learns that both have committed.
            (Phase::Play(Turn::Revealing { committed, .. }), Some((commit, _)), None)
                if committed[color as usize].is_some_and(|own| own.commit == commit) =>
            {
                self.send_move_state(color);
            }
            (Phase::Play(Turn::Revealing { .. }), Some(_), None) => {
                self.refuse(color, ErrorCode::AlreadySubmitted, "you have moved already");
            }
            _ => self.refuse(color, ErrorCode::NotNow, "that is not possible in this turn"),
        }
    }

    fn move_in_turn(&mut self, now: Moment, color: Color, mv: Move) {
        let Some(legal) = self.kifu().map(|kifu| kifu.legal(color, mv)) else { return };
        match legal {
            Ok(()) => {
                let spent = self.stop_clock(now, color);
                self.write(now, Event::Move { color, mv, passed_for: None, spent: millis(spent) });
            }
            Err(crate::kifu::InvalidEvent::NotYourTurn(_)) => {
                self.refuse(color, ErrorCode::NotYourTurn, "it is the opponent's turn");
            }
            Err(_) => self.refuse(color, ErrorCode::IllegalMove, "that move is not allowed"),
        }
    }

    fn commit(&mut self, now: Moment, color: Color, commit: Digest, version: u32) {
        let Phase::Play(Turn::Choosing { committed }) = &self.phase else { return };
        match committed[color as usize] {
            Some(own) if own.commit == commit => return self.send_move_state(color),
            Some(own) if version > own.version => {
                if !self.think_on(now, color) {
                    return self.refuse(
                        color,
                        ErrorCode::OutOfTime,
                        "there is no time left to change the move",
                    );
                }
            }
            Some(_) => return self.refuse(color, ErrorCode::AlreadySubmitted, "you have moved already"),
            None => self.keep_clock(color),
        }
        let spent = self.stop_clock(now, color);
        let Phase::Play(Turn::Choosing { committed }) = &mut self.phase else { return };
        let is_change = committed[color as usize].replace(Commitment { commit, spent, version }).is_some();
        let waiting = committed[color.other() as usize].is_none() && !self.is_out(color.other());
        self.send_to_player(color, ServerEvent::MoveAck { waiting });
        if waiting && !is_change {
            let ready = ServerEvent::OpponentReady { reveal: false, commit: None, yours: None };
            self.send_to_player(color.other(), ready);
            self.tell_spectators(&ServerEvent::HasMoved { color });
        }
        self.reveal_if_both_committed(now);
    }

    /// A clock that goes on as if the player were still thinking, for a move that is changed.
    fn keep_clock(&mut self, color: Color) {
        if let Some(seat) = self.seat_mut(color) {
            seat.thinking = Some(seat.clock.clone());
        }
    }

    /// Continues the player's clock as if it had never stopped in this turn. False if no time is left.
    fn think_on(&mut self, now: Moment, color: Color) -> bool {
        let Some(seat) = self.seat_mut(color) else { return false };
        let Some(thinking) = seat.thinking.clone().filter(|clock| !clock.is_out(now)) else { return false };
        seat.clock = thinking;
        true
    }

    fn reveal_if_both_committed(&mut self, now: Moment) {
        let Phase::Play(Turn::Choosing { committed }) = &self.phase else { return };
        let committed = *committed;
        let done = |color: Color| committed[color as usize].is_some() || self.is_out(color);
        if committed.iter().all(Option::is_none) || !Color::BOTH.into_iter().all(done) {
            return;
        }
        let none = Duration::ZERO;
        let to_reveal = TimeControl { base: REVEAL_TIMEOUT, periods: 0, period: none, increment: none };
        let clock = Clock::new(Some(to_reveal));
        self.phase = Phase::Play(Turn::Revealing { committed, revealed: [None; 2], clock });
        self.update_clocks(now);
        for color in Color::BOTH {
            self.send_to_player(color, ready_to_reveal(&committed, color));
        }
    }

    pub(super) fn reveal(&mut self, now: Moment, color: Color, turn: u32, mv: Move, nonce: Nonce) {
        if turn != self.next() {
            return;
        }
        let Some(kifu) = self.game.as_ref().map(|game| &game.kifu) else { return };
        let Phase::Play(Turn::Revealing { committed, revealed, .. }) = &mut self.phase else { return };
        let Some(own) = committed[color as usize] else { return };
        let matches = commitment(kifu.id(), turn, color, mv, &nonce) == own.commit;
        let honest = matches && kifu.legal(color, mv).is_ok();
        revealed[color as usize].get_or_insert(if honest {
            Revealed::Valid(mv, nonce)
        } else {
            Revealed::Invalid
        });
        let (committed, revealed) = (*committed, *revealed);
        let is_shown =
            |color: Color| committed[color as usize].is_none() || revealed[color as usize].is_some();
        if Color::BOTH.into_iter().all(is_shown) {
            self.resolve(now);
        }
    }

    /// Resolves the turn with what was revealed.
    pub(super) fn resolve(&mut self, now: Moment) {
        let [black_move, white_move] = match &self.phase {
            Phase::Play(Turn::Revealing { committed, revealed, .. }) => {
                Color::BOTH.map(|color| half(committed[color as usize], revealed[color as usize]))
            }
            Phase::Play(Turn::Choosing { .. }) => Color::BOTH.map(|_| half(None, None)),
            _ => return,
        };
        self.write(now, Event::Turn { black_move, white_move });
    }

    /// Appends an entry to the record, broadcasts it, and continues with what follows from it.
    pub(super) fn write(&mut self, now: Moment, event: Event) {
        let Some(game) = self.game.as_mut() else { return };
        let is_collision = is_collision(&event, game.kifu.board());
        let Ok(link) = game.kifu.append(event) else { return };
        let link = link.clone();
        let failures = reveal_failures(&link.event);
        let board = game.kifu.board();
        let result = ServerEvent::TurnResult {
            is_collision,
            board: board.picture(),
            captures: Color::BOTH.map(|color| board.lost(color)),
            timers: self.timers(now),
            link,
        };
        for seat in self.seats.iter_mut().flatten() {
            seat.wants.takeback = None;
        }
        self.broadcast(result);
        if self.count_reveal_failures(failures) {
            self.forfeit_for_reveal_failures(now);
        } else {
            self.continue_game(now);
        }
    }

    /// Continues with the next turn, the count or the end, according to the record.
    pub(super) fn continue_game(&mut self, now: Moment) {
        let both_out = Color::BOTH.into_iter().all(|color| self.is_out(color));
        match self.kifu().map(|kifu| kifu.stage()) {
            Some(Stage::Play) => self.begin_turn(now),
            // After playing on twice, the board decides: all stones count as alive.
            Some(Stage::Count)
                if self.behavior > 0 && self.kifu().is_some_and(|kifu| kifu.resumes() >= MAX_RESUMES) =>
            {
                self.end_by_score(now, EndReason::Score, Vec::new());
            }
            Some(Stage::Count) if both_out => self.end_by_score(now, EndReason::Time, Vec::new()),
            Some(Stage::Count) => self.begin_count(now),
            Some(Stage::TooLong) => self.end_by_score(now, EndReason::TooLong, Vec::new()),
            Some(Stage::Over(_)) | None => {}
        }
    }

    pub(super) fn begin_count(&mut self, now: Moment) {
        if !matches!(self.phase, Phase::Count(_)) {
            self.phase = Phase::Count(Counting::default());
        }
        self.update_clocks(now);
        self.broadcast_marks();
    }

    fn count_reveal_failures(&mut self, failures: [bool; 2]) -> bool {
        for (seat, failed) in self.seats.iter_mut().zip(failures) {
            if let Some(seat) = seat.as_mut().filter(|_| failed) {
                seat.reveal_failures = seat.reveal_failures.saturating_add(1);
            }
        }
        self.seats.iter().flatten().any(|seat| seat.reveal_failures >= MAX_REVEAL_FAILURES)
    }

    fn forfeit_for_reveal_failures(&mut self, now: Moment) {
        let at_fault = Color::BOTH
            .map(|color| self.seat(color).is_some_and(|seat| seat.reveal_failures >= MAX_REVEAL_FAILURES));
        let result = match at_fault {
            [true, true] => Outcome::Void,
            [true, false] => Outcome::Forfeit { winner: Color::White },
            _ => Outcome::Forfeit { winner: Color::Black },
        };
        self.end(now, EndReason::Fault, result, Vec::new());
    }

    /// Tells a returning player whether their move, and the opponent's, was received.
    pub(super) fn send_move_state(&mut self, color: Color) {
        match &self.phase {
            Phase::Play(Turn::Choosing { committed }) => {
                let [own, other] = [color, color.other()].map(|color| committed[color as usize].is_some());
                if own {
                    self.send_to_player(color, ServerEvent::MoveAck { waiting: !other });
                } else if other {
                    let ready = ServerEvent::OpponentReady { reveal: false, commit: None, yours: None };
                    self.send_to_player(color, ready);
                }
            }
            Phase::Play(Turn::Revealing { committed, .. }) => {
                let ready = ready_to_reveal(committed, color);
                self.send_to_player(color, ServerEvent::MoveAck { waiting: false });
                self.send_to_player(color, ready);
            }
            _ => {}
        }
    }

    fn stop_clock(&mut self, now: Moment, color: Color) -> Duration {
        let Some(seat) = self.seat_mut(color) else { return Duration::ZERO };
        let compensated = seat.lag.compensate(seat.round_trip);
        seat.clock.stop(now, compensated)
    }
}

/// Both have committed, as this player is told.
fn ready_to_reveal(committed: &[Option<Commitment>; 2], color: Color) -> ServerEvent {
    let commit = committed[color.other() as usize].map(|commitment| commitment.commit);
    let own = committed[color as usize].filter(|own| own.version > 0);
    ServerEvent::OpponentReady { reveal: true, commit, yours: own.map(|own| own.commit) }
}

fn half(commitment: Option<Commitment>, revealed: Option<Revealed>) -> HalfTurn {
    let (commit, spent) =
        commitment.map_or((None, 0), |commitment| (Some(commitment.commit), millis(commitment.spent)));
    let (mv, nonce, passed_for) = match (commitment, revealed) {
        (None, _) => (Move::Pass, None, Some(PassedFor::Time)),
        (Some(_), Some(Revealed::Valid(mv, nonce))) => (mv, Some(nonce), None),
        (Some(_), Some(Revealed::Invalid) | None) => (Move::Pass, None, Some(PassedFor::Fault)),
    };
    HalfTurn { mv, commit, nonce, passed_for, spent }
}

/// Black's and White's.
fn reveal_failures(event: &Event) -> [bool; 2] {
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
