//! The progress of a set: what is asked next, what is scheduled, and data of earlier versions.

use std::time::Duration;

use drill::{Day, FinishedAttempt, Help, Plan, Progress, Selection, Stage};

fn attempt(puzzle: usize, right: bool) -> FinishedAttempt {
    let think = Duration::from_secs(10);
    FinishedAttempt { puzzle, right, think, mistakes: u32::from(!right), hints: 0, help: Help::None }
}

fn set(size: usize) -> Progress {
    Progress::new("Mates".to_owned(), size)
}

fn record(progress: &mut Progress, day: Day, selection: Selection, attempts: &[(usize, bool)]) {
    for (puzzle, right) in attempts {
        progress.record(day, selection, attempt(*puzzle, *right));
    }
}

#[test]
fn an_attempt_of_any_session_is_scheduled() {
    for selection in [Selection::All, Selection::Failed, Selection::Cycle, Selection::Ahead, Selection::Due] {
        for has_cycles in [false, true] {
            let mut progress = set(3);
            if has_cycles {
                progress.start_cycles(100);
            }
            record(&mut progress, 100, selection, &[(1, false)]);
            assert!(progress.puzzles(Selection::Due, 100).is_empty(), "not on the same day");
            assert_eq!(progress.puzzles(Selection::Due, 101), [1], "{selection:?}, cycles: {has_cycles}");
        }
    }
}

#[test]
fn a_timed_session_moves_the_schedule_of_a_puzzle_from_the_cycle() {
    let mut progress = set(1);
    progress.start_cycles(0);
    record(&mut progress, 0, Selection::Cycle, &[(0, true)]);
    let due = |progress: &Progress| (0..400).find(|day| !progress.puzzles(Selection::Due, *day).is_empty());
    let first = due(&progress).unwrap();
    record(&mut progress, first, Selection::All, &[(0, true)]);
    assert!(due(&progress).unwrap() > 2 * first, "its stability has grown");
}

#[test]
fn the_weakest_come_first_when_they_are_due() {
    let mut progress = set(3);
    record(&mut progress, 0, Selection::All, &[(0, true), (1, false), (2, true)]);
    assert_eq!(progress.puzzles(Selection::Due, 1), [1]);
    assert_eq!(progress.puzzles(Selection::Due, 30), [1, 0, 2]);
    record(&mut progress, 30, Selection::Due, &[(1, true), (0, true), (2, true)]);
    assert!(progress.puzzles(Selection::Due, 30).is_empty());
}

#[test]
fn after_the_last_cycle_the_set_is_repeated() {
    let mut progress = set(1);
    progress.start_cycles(0);
    assert_eq!(
        progress.stage(0).map(|stage| matches!(stage, Stage::Cycle { number: 1, of: 6, .. })),
        Some(true)
    );
    let mut day = 0;
    while !matches!(progress.stage(day), Some(Stage::Repetition { .. })) {
        assert!(day < 100, "six cycles of one puzzle");
        record(&mut progress, day, Selection::Cycle, &[(0, true)]);
        day += 2;
    }
    let attempts = progress.attempts().len();
    assert_eq!((attempts, progress.reports().len()), (6, 6));
    let due = (day..).find(|day| progress.stage(*day) == Some(Stage::Repetition { due: 1 })).unwrap();
    assert_eq!(progress.puzzles(Selection::Cycle, due), [0]);
    record(&mut progress, due, Selection::Cycle, &[(0, true)]);
    assert_eq!(progress.reports().len(), 6, "a repetition is not a cycle");
}

#[test]
fn attempts_outside_the_cycle_do_not_count_for_it() {
    let mut progress = set(4);
    progress.start_cycles(0);
    record(&mut progress, 0, Selection::All, &[(0, true), (1, true)]);
    assert_eq!(progress.puzzles(Selection::Cycle, 0), [0], "one of four in 28 days");
    record(&mut progress, 0, Selection::Cycle, &[(0, true)]);
    assert_eq!((progress.puzzles(Selection::Cycle, 0).len(), progress.attempts().len()), (0, 3));
}

#[test]
fn a_player_may_work_ahead_in_the_cycle() {
    let mut progress = set(4);
    progress.start_plan(Plan { cycles: vec![2, 1], rest: 1 }, 0);
    assert_eq!(progress.puzzles(Selection::Ahead, 0), [0, 1, 2, 3]);
    record(&mut progress, 0, Selection::Cycle, &[(0, true), (1, true)]);
    assert!(progress.puzzles(Selection::Cycle, 0).is_empty(), "today's share is done");
    assert_eq!(progress.puzzles(Selection::Ahead, 0), [2, 3]);
    record(&mut progress, 0, Selection::Ahead, &[(2, true), (3, false)]);
    assert_eq!(progress.stage(0), Some(Stage::Rest { until: 2 }));
}

#[test]
fn the_next_cycle_may_start_on_a_day_of_rest() {
    let mut progress = set(2);
    progress.start_plan(Plan { cycles: vec![2, 1], rest: 3 }, 0);
    record(&mut progress, 0, Selection::Ahead, &[(0, true), (1, true)]);
    assert_eq!(progress.stage(1), Some(Stage::Rest { until: 4 }));
    assert_eq!(progress.puzzles(Selection::Ahead, 1), [0, 1]);
    record(&mut progress, 1, Selection::Ahead, &[(0, true)]);
    assert!(matches!(progress.stage(1), Some(Stage::Cycle { number: 2, left: 1, .. })));
    record(&mut progress, 1, Selection::Ahead, &[(1, true)]);
    assert!(progress.puzzles(Selection::Ahead, 1).is_empty(), "there is no third cycle");
    record(&mut progress, 1, Selection::Ahead, &[(1, true)]);
    assert_eq!(progress.reports().len(), 2);
}

#[test]
fn unsolved_puzzles_come_first_and_failed_ones_can_be_repeated() {
    let mut progress = set(4);
    assert_eq!(progress.puzzles(Selection::All, 0), [0, 1, 2, 3]);
    record(&mut progress, 0, Selection::All, &[(0, true), (1, false), (2, true), (2, false)]);
    assert_eq!(progress.puzzles(Selection::All, 0), [1, 3, 0, 2]);
    assert_eq!(progress.puzzles(Selection::Failed, 0), [1, 2]);
    record(&mut progress, 0, Selection::Failed, &[(1, true)]);
    assert_eq!(progress.puzzles(Selection::Failed, 0), [2]);
    let totals = progress.totals();
    assert_eq!((totals.attempts, totals.right, totals.accuracy), (5, 3, Some(0.6)));
    assert_eq!(totals.median, Some(Duration::from_secs(10)));
}

#[test]
fn progress_survives_being_stored() {
    let mut progress = set(5);
    progress.start_cycles(7);
    record(&mut progress, 8, Selection::Cycle, &[(0, true), (3, false)]);
    record(&mut progress, 8, Selection::All, &[(4, true)]);
    let text = serde_json::to_string(&progress).unwrap();
    assert_eq!(serde_json::from_str::<Progress>(&text).unwrap(), progress);
}

/// As version 0.1.0 stored it: a timed session of puzzles 0 and 1 on day 20000, the first cycle with puzzle 0 on day 20001,
/// and puzzle 0 again in a timed session on day 20010.
const OLD: &str = r#"{"name":"Mates","size":2,"attempts":[
    [20000,{"puzzle":0,"right":true,"think":{"secs":4,"nanos":500000000},"mistakes":0,"hints":0}],
    [20000,{"puzzle":1,"right":false,"think":{"secs":9,"nanos":0},"mistakes":1,"hints":0}],
    [20001,{"puzzle":0,"right":true,"think":{"secs":3,"nanos":0},"mistakes":0,"hints":1}],
    [20010,{"puzzle":0,"right":true,"think":{"secs":3,"nanos":0},"mistakes":0,"hints":0}]],
    "woodpecker":{"size":2,"plan":{"cycles":[28,14,7,4,2,1],"rest":1},
        "cycles":[{"began":20001,"ends":20029,"attempts":[
            [20001,{"puzzle":0,"right":true,"think":{"secs":3,"nanos":0},"mistakes":0,"hints":1}]]}],
        "others":[],"memories":{"0":[20001,{"stability":1.2931,"difficulty":5.112170705601056}]}}}"#;

#[test]
fn data_of_the_version_before_opens_with_all_attempts_scheduled() {
    let progress: Progress = serde_json::from_str(OLD).unwrap();
    assert_eq!((progress.name.as_str(), progress.size(), progress.attempts().len()), ("Mates", 2, 4));
    let stage = Stage::Cycle { number: 1, of: 6, today: 1, left: 1, days_left: 19 };
    assert_eq!(progress.stage(20010), Some(stage));
    assert_eq!(progress.puzzles(Selection::Failed, 20010), [1]);
    // Puzzle 1 was never part of a cycle, and puzzle 0 was solved again after nine days.
    assert_eq!(progress.puzzles(Selection::Due, 20010), [1]);
    let without_cycles = OLD.split(r#""woodpecker""#).next().unwrap().to_owned() + r#""woodpecker":null}"#;
    let progress: Progress = serde_json::from_str(&without_cycles).unwrap();
    assert_eq!((progress.stage(20010), progress.puzzles(Selection::Due, 20010)), (None, vec![1]));
}

#[test]
fn memories_of_the_version_before_are_unchanged() {
    let progress: Progress = serde_json::from_str(&OLD.replace("20010", "20001")).unwrap();
    let stored = serde_json::to_value(&progress).unwrap();
    assert_eq!(
        stored["schedule"]["0"],
        serde_json::json!([20001, { "stability": 1.2931, "difficulty": 5.112170705601056 }])
    );
    assert_eq!(stored["woodpecker"]["memories"], serde_json::json!({}), "an earlier version");
}
