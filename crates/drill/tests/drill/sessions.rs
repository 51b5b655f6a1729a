//! Sessions: the countdown, the end said once, what is kept.

use std::sync::Arc;
use std::time::Duration;

use drill::{
    EndReason, Input, SESSION_LENGTH, Session, SessionInput, SessionOutput, SessionSettings, Side, chess,
};
use rules::chess::Position;

use crate::script::{read, time};

struct Evening {
    session: Session<Position>,
    now: Duration,
    heard: Vec<SessionOutput<Position>>,
}

fn evening(pgns: &[&str], length: Duration) -> Evening {
    let puzzles = pgns.iter().enumerate();
    let puzzles = puzzles.map(|(n, pgn)| (n, Arc::new(chess::puzzle(&read(pgn)).unwrap()))).collect();
    let session = Session::new(puzzles, SessionSettings { length, ..SessionSettings::default() });
    Evening { session, now: Duration::ZERO, heard: Vec::new() }.input(SessionInput::Start)
}

impl Evening {
    fn input(mut self, input: SessionInput<Position>) -> Evening {
        self.heard = self.session.handle(self.now, input);
        self
    }

    fn play(self, text: &str) -> Evening {
        let mv = self.session.attempt().unwrap().board().read_move(text).unwrap();
        self.input(SessionInput::Puzzle(Input::Move(mv)))
    }

    fn wait(mut self, text: &str) -> Evening {
        let end = self.now + time(text);
        self.heard.clear();
        while let Some(deadline) = self.session.deadline().filter(|deadline| *deadline <= end) {
            assert!(deadline >= self.now, "a deadline in the past");
            self.now = deadline;
            let heard = self.session.handle(self.now, SessionInput::Wake);
            self.heard.extend(heard);
        }
        self.now = end;
        self
    }

    fn seconds(&self) -> Vec<u64> {
        let told = self.heard.iter().filter_map(|out| match out {
            SessionOutput::TimeLeft { seconds } => Some(*seconds),
            _ => None,
        });
        told.collect()
    }

    fn ended(self, wanted: EndReason) -> Evening {
        let ends: Vec<EndReason> = self
            .heard
            .iter()
            .filter_map(|out| match out {
                SessionOutput::Ended { reason, .. } => Some(*reason),
                _ => None,
            })
            .collect();
        assert_eq!(ends, [wanted], "the end is said once");
        let mut session = self.session.clone();
        for input in [
            SessionInput::Wake,
            SessionInput::Stop,
            SessionInput::Start,
            SessionInput::Next,
            SessionInput::Resume,
        ] {
            assert_eq!(session.handle(self.now + time("99s"), input), [], "nothing comes after the end");
        }
        assert_eq!(session.deadline(), None);
        self
    }
}

#[test]
fn puzzles_follow_each_other_until_all_are_solved() {
    let evening = evening(&["1. e4 *", "1. d4 d5 2. c4 *"], SESSION_LENGTH);
    let started = SessionOutput::PuzzleStart { puzzle: 0, number: 1, total: 2, solver: Side::White };
    assert!(evening.heard.contains(&started));
    let evening = evening
        .wait("4s")
        .play("e4")
        .input(SessionInput::Next)
        .wait("2s")
        .play("d4")
        .wait("600ms")
        .play("c4");
    let evening = evening.ended(EndReason::AllSolved);
    assert_eq!(EndReason::AllSolved.name(), "all_solved");
    let summary = evening.session.summary(evening.now);
    assert_eq!((summary.attempted, summary.solved, summary.accuracy), (2, 2, 1.0));
    assert_eq!((summary.median, summary.duration), (time("3s"), time("6600ms")));
}

#[test]
fn a_failed_puzzle_can_be_tried_again() {
    let evening = evening(&["1. e4 *"], SESSION_LENGTH).play("d4").play("e4");
    assert_eq!(evening.session.failed(), [0]);
    assert!(!evening.session.is_over());
    let evening = evening.input(SessionInput::Retry).play("e4").ended(EndReason::AllSolved);
    let kept: Vec<(usize, bool, u32)> =
        evening.session.attempts().iter().map(|a| (a.puzzle, a.right, a.mistakes)).collect();
    assert_eq!(kept, [(0, false, 1), (0, true, 0)]);
    assert!(evening.session.failed().is_empty());
}

#[test]
fn the_countdown_tells_every_second_and_ends_the_session() {
    let evening = evening(&["1. e4 *"], time("3s")).wait("2s");
    assert_eq!(evening.seconds(), [2, 1]);
    let evening = evening.wait("1s");
    assert_eq!(evening.seconds(), [0]);
    evening.ended(EndReason::Timeout);
}

#[test]
fn ten_minutes_are_usual() {
    assert_eq!(SESSION_LENGTH, time("600s"));
    evening(&["1. e4 *"], SESSION_LENGTH).wait("599s").wait("1s").ended(EndReason::Timeout);
}

#[test]
fn a_timeout_waits_for_a_line_that_plays_itself() {
    let evening = evening(&["1. e4 (1. f3? e5 2. g4 Qh4#) *"], time("3s")).wait("2s").play("f3").wait("8s");
    assert!(!evening.session.is_over(), "the line is still being shown");
    evening.wait("2s").ended(EndReason::Timeout);
}

#[test]
fn a_pause_stops_the_countdown_and_every_wait() {
    let evening = evening(&["1. e4 e5 2. Nf3 *"], time("10s")).wait("2s").play("e4").wait("100ms");
    let evening = evening.input(SessionInput::Pause).wait("60s");
    assert_eq!((evening.heard.len(), evening.session.time_left(evening.now)), (0, time("7900ms")));
    assert!(evening.session.is_paused());
    let evening = evening.input(SessionInput::Next).input(SessionInput::Resume).wait("500ms");
    assert!(evening.session.attempt().unwrap().board().fen().contains("4p3/4P3"));
    assert_eq!(evening.session.time_left(evening.now), time("7400ms"));
    evening.wait("7400ms").ended(EndReason::Timeout);
}

#[test]
fn a_session_can_be_stopped_at_any_time() {
    evening(&["1. e4 *"], SESSION_LENGTH).input(SessionInput::Stop).ended(EndReason::Manual);
    let evening = evening(&["1. e4 (1. f3? e5) *"], SESSION_LENGTH).play("f3").input(SessionInput::Stop);
    evening.ended(EndReason::Manual).wait("60s").input(SessionInput::Wake);
}

#[test]
fn the_next_puzzle_may_come_by_itself_after_a_right_one() {
    let settings = SessionSettings { next_after: Some(time("1s")), ..SessionSettings::default() };
    let puzzles = ["1. e4 *", "1. d4 *", "1. c4 *"].map(|pgn| Arc::new(chess::puzzle(&read(pgn)).unwrap()));
    let session = Session::new(puzzles.into_iter().enumerate().collect(), settings);
    let evening = Evening { session, now: Duration::ZERO, heard: Vec::new() }.input(SessionInput::Start);
    let evening = evening.play("e4").wait("400ms").input(SessionInput::Pause).wait("60s");
    let evening = evening.input(SessionInput::Resume).wait("599ms");
    assert_eq!(evening.heard, [], "a pause keeps the rest of this wait too");
    let evening = evening.wait("1ms");
    let is_second =
        |out: &SessionOutput<Position>| matches!(out, SessionOutput::PuzzleStart { puzzle: 1, .. });
    assert!(evening.heard.iter().any(is_second));
    let evening = evening.play("e4").play("d4").wait("9s");
    assert!(evening.session.attempt().is_some_and(|attempt| attempt.is_done()), "a wrong one is looked at");
}

#[test]
fn a_wait_never_outlives_its_puzzle() {
    let evening =
        evening(&["1. e4 e5 2. Nf3 *", "1. d4 *"], SESSION_LENGTH).input(SessionInput::Puzzle(Input::Skip));
    let evening = evening.input(SessionInput::Next).wait("30s");
    let board = evening.session.attempt().unwrap().board().fen();
    assert!(
        board.starts_with("rnbqkbnr/pppppppp/8/8"),
        "the first puzzle's moves are not played on the second"
    );
    evening.play("d4").input(SessionInput::Next).ended(EndReason::AllSolved);
}
