//! Sessions: the countdown, the end, and what is recorded.

use std::sync::Arc;
use std::time::Duration;

use drill::{
    AttemptInput, EndReason, SESSION_LENGTH, Session, SessionInput, SessionOutput, SessionSettings, Side,
    Summary, Totals, chess,
};
use moment::Moment;
use rules::chess::Position;

use crate::script::{read, time};

struct SessionScript {
    session: Session<Position>,
    now: Moment,
    outputs: Vec<SessionOutput<Position>>,
}

fn script(pgns: &[&str], length: Duration) -> SessionScript {
    let puzzles = pgns.iter().enumerate();
    let puzzles = puzzles.map(|(n, pgn)| (n, Arc::new(chess::puzzle(&read(pgn)).unwrap()))).collect();
    let session = Session::new(puzzles, SessionSettings { length, ..SessionSettings::default() });
    SessionScript { session, now: Moment::ORIGIN, outputs: Vec::new() }.input(SessionInput::Start)
}

impl SessionScript {
    fn input(mut self, input: SessionInput<Position>) -> SessionScript {
        self.outputs = self.session.handle(self.now, input);
        self
    }

    fn play(self, text: &str) -> SessionScript {
        let mv = self.session.attempt().unwrap().board().read_move(text).unwrap();
        self.input(SessionInput::Puzzle(AttemptInput::Move(mv)))
    }

    fn wait(mut self, text: &str) -> SessionScript {
        let end = self.now + time(text);
        self.outputs.clear();
        while let Some(deadline) = self.session.deadline().filter(|deadline| *deadline <= end) {
            assert!(deadline >= self.now, "a deadline in the past");
            self.now = deadline;
            let outputs = self.session.handle(self.now, SessionInput::Wake);
            self.outputs.extend(outputs);
        }
        self.now = end;
        self
    }

    fn seconds(&self) -> Vec<u64> {
        let line = self.outputs.iter().filter_map(|out| match out {
            SessionOutput::TimeLeft { seconds } => Some(*seconds),
            _ => None,
        });
        line.collect()
    }

    fn ended(self, wanted: EndReason) -> SessionScript {
        let ends: Vec<EndReason> = self
            .outputs
            .iter()
            .filter_map(|out| match out {
                SessionOutput::Ended { reason, .. } => Some(*reason),
                _ => None,
            })
            .collect();
        assert_eq!(ends, [wanted], "the end is shown once");
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
    let script = script(&["1. e4 *", "1. d4 d5 2. c4 *"], SESSION_LENGTH);
    let started = SessionOutput::PuzzleStart { puzzle: 0, number: 1, total: 2, solver: Side::White };
    assert!(script.outputs.contains(&started));
    let script =
        script.wait("4s").play("e4").input(SessionInput::Next).wait("2s").play("d4").wait("600ms").play("c4");
    let script = script.ended(EndReason::AllSolved);
    assert_eq!(EndReason::AllSolved.name(), "all_solved");
    let summary = script.session.summary(script.now);
    let (accuracy, median) = (Some(1.0), Some(time("3s")));
    let totals = Totals { attempts: 2, tried: 2, right: 2, accuracy, median, ..Totals::default() };
    assert_eq!(summary, Summary { totals, duration: time("6600ms") });
}

#[test]
fn a_failed_puzzle_can_be_tried_again() {
    let script = script(&["1. e4 *"], SESSION_LENGTH).play("d4").play("e4");
    assert_eq!(script.session.failed(), [0]);
    assert!(!script.session.is_over());
    let script = script.input(SessionInput::Retry).play("e4").ended(EndReason::AllSolved);
    let kept: Vec<(usize, bool, u32)> =
        script.session.attempts().iter().map(|a| (a.puzzle, a.right, a.mistakes)).collect();
    assert_eq!(kept, [(0, false, 1), (0, true, 0)]);
    assert!(script.session.failed().is_empty());
}

#[test]
fn the_countdown_reports_every_second_and_ends_the_session() {
    let script = script(&["1. e4 *"], time("3s")).wait("2s");
    assert_eq!(script.seconds(), [2, 1]);
    let script = script.wait("1s");
    assert_eq!(script.seconds(), [0]);
    script.ended(EndReason::Timeout);
}

#[test]
fn the_default_length_is_ten_minutes() {
    assert_eq!(SESSION_LENGTH, time("600s"));
    script(&["1. e4 *"], SESSION_LENGTH).wait("599s").wait("1s").ended(EndReason::Timeout);
}

#[test]
fn a_timeout_waits_for_a_line_that_plays_automatically() {
    let script = script(&["1. e4 (1. f3? e5 2. g4 Qh4#) *"], time("3s")).wait("2s").play("f3").wait("8s");
    assert!(!script.session.is_over(), "the line is still being shown");
    script.wait("2s").ended(EndReason::Timeout);
}

#[test]
fn a_pause_stops_the_countdown_and_every_wait() {
    let script = script(&["1. e4 e5 2. Nf3 *"], time("10s")).wait("2s").play("e4").wait("100ms");
    let script = script.input(SessionInput::Pause).wait("60s");
    assert_eq!((script.outputs.len(), script.session.time_left(script.now)), (0, time("7900ms")));
    assert!(script.session.is_paused());
    let script = script.input(SessionInput::Next).input(SessionInput::Resume).wait("500ms");
    assert!(script.session.attempt().unwrap().board().fen().contains("4p3/4P3"));
    assert_eq!(script.session.time_left(script.now), time("7400ms"));
    script.wait("7400ms").ended(EndReason::Timeout);
}

#[test]
fn a_session_can_be_stopped_at_any_time() {
    script(&["1. e4 *"], SESSION_LENGTH).input(SessionInput::Stop).ended(EndReason::Manual);
    let script = script(&["1. e4 (1. f3? e5) *"], SESSION_LENGTH).play("f3").input(SessionInput::Stop);
    script.ended(EndReason::Manual).wait("60s").input(SessionInput::Wake);
}

#[test]
fn the_next_puzzle_may_start_automatically_after_a_right_answer() {
    let settings = SessionSettings { next_after: Some(time("1s")), ..SessionSettings::default() };
    let puzzles = ["1. e4 *", "1. d4 *", "1. c4 *"].map(|pgn| Arc::new(chess::puzzle(&read(pgn)).unwrap()));
    let session = Session::new(puzzles.into_iter().enumerate().collect(), settings);
    let script =
        SessionScript { session, now: Moment::ORIGIN, outputs: Vec::new() }.input(SessionInput::Start);
    let script = script.play("e4").wait("400ms").input(SessionInput::Pause).wait("60s");
    let script = script.input(SessionInput::Resume).wait("599ms");
    assert_eq!(script.outputs, [], "a pause preserves the rest of this wait too");
    let script = script.wait("1ms");
    let is_second =
        |out: &SessionOutput<Position>| matches!(out, SessionOutput::PuzzleStart { puzzle: 1, .. });
    assert!(script.outputs.iter().any(is_second));
    let script = script.play("e4").play("d4").wait("9s");
    assert!(
        script.session.attempt().is_some_and(|attempt| attempt.is_done()),
        "after a wrong move the session waits"
    );
}

#[test]
fn the_next_puzzle_waits_while_there_is_something_to_read() {
    let settings = SessionSettings { next_after: Some(time("1s")), ..SessionSettings::default() };
    for (first, is_next) in [("{Find it.} 1. e4 *", true), ("1. e4 {Best by test.} *", false)] {
        let puzzles = [first, "1. d4 *"].map(|pgn| Arc::new(chess::puzzle(&read(pgn)).unwrap()));
        let session = Session::new(puzzles.into_iter().enumerate().collect(), settings);
        let script = SessionScript { session, now: Moment::ORIGIN, outputs: Vec::new() };
        let script = script.input(SessionInput::Start).play("e4").wait("9s");
        let next =
            |out: &SessionOutput<Position>| matches!(out, SessionOutput::PuzzleStart { puzzle: 1, .. });
        assert_eq!(script.outputs.iter().any(next), is_next, "{first}");
        assert!(is_next || script.input(SessionInput::Next).outputs.iter().any(next));
    }
}

#[test]
fn a_wait_never_outlives_its_puzzle() {
    let script = script(&["1. e4 e5 2. Nf3 *", "1. d4 *"], SESSION_LENGTH)
        .input(SessionInput::Puzzle(AttemptInput::Skip));
    let script = script.input(SessionInput::Next).wait("30s");
    let board = script.session.attempt().unwrap().board().fen();
    assert!(
        board.starts_with("rnbqkbnr/pppppppp/8/8"),
        "the first puzzle's moves are not played on the second"
    );
    script.play("d4").input(SessionInput::Next).ended(EndReason::AllSolved);
}

#[test]
fn puzzles_of_a_large_set_are_read_when_they_are_asked() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let reads = Arc::new(AtomicUsize::new(0));
    let count = reads.clone();
    let puzzle = Arc::new(chess::puzzle(&read("1. e4 *")).unwrap());
    let puzzles = drill::SessionPuzzles::read_by((0..100_000).rev().collect(), move |_| {
        count.fetch_add(1, Ordering::Relaxed);
        Some(puzzle.clone())
    });
    let mut session = Session::of(puzzles, SessionSettings::default());
    let out = session.handle(Moment::ORIGIN, SessionInput::Start);
    assert!(
        matches!(out[0], SessionOutput::PuzzleStart { puzzle: 99_999, number: 1, total: 100_000, .. }),
        "{out:?}"
    );
    assert_eq!(reads.load(Ordering::Relaxed), 1);
}
