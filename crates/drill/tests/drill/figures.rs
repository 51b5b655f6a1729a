//! Honest figures: what the player found, what a hint or the trainer showed, and what was skipped.

use std::sync::Arc;

use drill::{
    AttemptInput, FinishedAttempt, Help, Progress, Selection, Session, SessionInput, SessionSettings,
    SessionView, Status, Totals, chess, go,
};
use moment::Moment;
use record::go::GoFile;
use rules::chess::Position;

use crate::script::{drill, read, time};

#[test]
fn a_move_printed_by_a_hint_is_not_right() {
    let script = drill("1. e4 *").input(AttemptInput::Hint).input(AttemptInput::Hint).play("e4");
    let script = script.feedback(Status::MoveShown).done(false);
    assert_eq!(
        (script.outcome().help, script.outcome().hints, script.outcome().mistakes),
        (Help::Move, 2, 0)
    );
    let script = drill("1. e4 *").input(AttemptInput::Hint).play("e4");
    let script = script.feedback(Status::SolvedWithHint).done(true);
    assert_eq!((script.outcome().help, script.outcome().hints), (Help::None, 1));
}

#[test]
fn a_first_hint_that_can_only_be_the_move_counts_as_the_move() {
    let sgf = "(;GM[1]SZ[9]AB[cc]PL[B];B[];W[dd];B[ee])";
    let file = GoFile(record::sgf::read(sgf.as_bytes()).unwrap());
    let puzzle = go::puzzle(&file, file.0.games()[0]).unwrap();
    let mut attempt = drill::Attempt::new(puzzle.into(), drill::Settings::default());
    attempt.handle(Moment::ORIGIN, AttemptInput::Start);
    attempt.handle(Moment::ORIGIN, AttemptInput::Hint);
    assert_eq!(attempt.outcome(Moment::ORIGIN).help, Help::Move);
}

fn view(pgns: &[&str]) -> SessionView<Position> {
    let puzzles = pgns.iter().enumerate();
    let puzzles = puzzles.map(|(n, pgn)| (n, Arc::new(chess::puzzle(&read(pgn)).unwrap()))).collect();
    let mut view = SessionView::new(Session::new(puzzles, SessionSettings::default()));
    view.handle(Moment::ORIGIN, SessionInput::Start);
    view
}

#[test]
fn hints_solutions_and_skipped_puzzles_are_counted_apart() {
    let mut view = view(&["1. e4 *"; 5]);
    let inputs: [&[AttemptInput<Position>]; 5] = [
        &[],
        &[AttemptInput::Hint],
        &[AttemptInput::Hint, AttemptInput::Hint],
        &[AttemptInput::ShowSolution, AttemptInput::Jump],
        &[AttemptInput::Skip],
    ];
    for inputs in inputs {
        for input in inputs {
            view.handle(Moment::ORIGIN, SessionInput::Puzzle(input.clone()));
        }
        view.typed(Moment::ORIGIN, "e4");
        view.handle(Moment::ORIGIN, SessionInput::Next);
    }
    let totals = view.session().summary(Moment::ORIGIN).totals;
    let wanted = Totals {
        attempts: 5,
        tried: 4,
        right: 2,
        with_hints: 1,
        moves_shown: 1,
        solutions_shown: 1,
        skipped: 1,
        accuracy: Some(0.5),
        median: Some(time("0s")),
    };
    assert_eq!(totals, wanted);
}

#[test]
fn the_accuracy_is_empty_if_nothing_was_tried() {
    let mut view = view(&["1. e4 *", "1. d4 *"]);
    assert_eq!(view.session().summary(Moment::ORIGIN).totals.accuracy, None);
    view.handle(Moment::ORIGIN, SessionInput::Puzzle(AttemptInput::Skip));
    let totals = view.session().summary(Moment::ORIGIN).totals;
    assert_eq!((totals.attempts, totals.tried, totals.accuracy, totals.median), (1, 0, None, None));
}

#[test]
fn help_is_stored_and_attempts_of_earlier_versions_had_none() {
    let old = r#"{"puzzle":3,"right":true,"think":{"secs":4,"nanos":0},"mistakes":0,"hints":2}"#;
    let attempt: FinishedAttempt = serde_json::from_str(old).unwrap();
    assert_eq!((attempt.help, attempt.right), (Help::None, true));
    assert_eq!(serde_json::to_string(&attempt).unwrap(), old);
    let skipped = FinishedAttempt { right: false, help: Help::Skipped, ..attempt };
    let stored = serde_json::to_string(&skipped).unwrap();
    assert!(stored.contains(r#""help":"skipped""#), "{stored}");
    assert_eq!(serde_json::from_str::<FinishedAttempt>(&stored).unwrap(), skipped);
}

#[test]
fn the_slowest_puzzles_are_listed_once_and_skipped_ones_are_not_slow() {
    let mut progress = Progress::new("Set".to_owned(), 3);
    progress.start_cycles(0);
    for (puzzle, seconds, help) in
        [(0, 5, Help::None), (0, 9, Help::None), (1, 7, Help::None), (2, 99, Help::Skipped)]
    {
        let think = std::time::Duration::from_secs(seconds);
        let right = help == Help::None;
        let attempt = FinishedAttempt { puzzle, right, think, mistakes: 0, hints: 0, help };
        progress.record(0, Selection::Cycle, attempt);
    }
    let report = progress.reports().remove(0);
    assert_eq!(report.slowest, [(0, time("9s")), (1, time("7s"))]);
    assert_eq!((report.failed, report.totals.skipped, report.totals.accuracy), (vec![2], 1, Some(1.0)));
}

#[test]
fn the_result_of_a_puzzle_does_not_stand_over_the_next() {
    let mut view = view(&["1. e4 *", "[Orientation \"black\"]\n\n1. e4 e5 *"]);
    view.typed(Moment::ORIGIN, "d4");
    view.typed(Moment::ORIGIN, "e4");
    assert_eq!(view.status, Status::Failed);
    view.handle(Moment::ORIGIN, SessionInput::Next);
    assert_eq!(view.status, Status::OpponentMoves);
}

#[test]
fn after_a_pause_the_status_is_the_one_before() {
    let mut view = view(&["1. e4 (1. f3? e5) *"]);
    view.typed(Moment::ORIGIN, "f3");
    view.handle(Moment::ORIGIN, SessionInput::Pause);
    assert_eq!(view.status, Status::Paused);
    view.handle(Moment::ORIGIN, SessionInput::Resume);
    assert_eq!(view.status, Status::Mistake);
    let mut view = self::view(&["1. e4 *"]);
    view.handle(Moment::ORIGIN, SessionInput::Puzzle(AttemptInput::Hint));
    view.handle(Moment::ORIGIN, SessionInput::Pause);
    view.handle(Moment::ORIGIN, SessionInput::Resume);
    assert_eq!(view.status, Status::HintSquare);
}

#[test]
fn games_without_a_solution_are_counted_and_named() {
    let pgn = "[White \"Ann\"]\n[Black \"Bo\"]\n\n*\n\n[Event \"Mate\"]\n\n1. e4 *\n\n[Event \"Nothing\"]\n\n*\n\n[Event \"?\"]\n\n*\n";
    let found = chess::find_puzzles(&record::pgn::Pgn::read(pgn.as_bytes().to_vec()), usize::MAX);
    let left_out: Vec<(usize, &str)> =
        found.without_solution.iter().map(|game| (game.number, &*game.name)).collect();
    assert_eq!(left_out, [(0, "Ann – Bo"), (2, "Nothing"), (3, "")]);
    assert_eq!(found.puzzles.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [1]);
    let sgf = "(;GM[1]SZ[9]GN[Empty]AB[cc])(;GM[1]SZ[9];B[ee])";
    let found = go::find_puzzles(&GoFile(record::sgf::read(sgf.as_bytes()).unwrap()));
    assert_eq!((found.without_solution[0].number, &*found.without_solution[0].name), (0, "Empty"));
    assert_eq!(found.puzzles.len(), 1);
}
