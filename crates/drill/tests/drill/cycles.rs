//! The Woodpecker Method: cycles of halving length, rest, daily shares and reports.

use std::time::Duration;

use drill::{FinishedAttempt, Help, Plan, Stage, Woodpecker};

fn attempt(puzzle: usize, right: bool, seconds: u64) -> FinishedAttempt {
    FinishedAttempt {
        puzzle,
        right,
        think: Duration::from_secs(seconds),
        mistakes: u32::from(!right),
        hints: 0,
        help: Help::None,
    }
}

fn solve(set: &mut Woodpecker, day: i64, puzzles: impl IntoIterator<Item = usize>) {
    for puzzle in puzzles {
        set.record(day, attempt(puzzle, true, 10));
    }
}

#[test]
fn the_default_plan_halves_the_days_and_rests_in_between() {
    let plan = Plan::default();
    assert_eq!((plan.cycles.as_slice(), plan.rest), ([28, 14, 7, 4, 2, 1].as_slice(), 1));
}

#[test]
fn each_day_has_its_share_of_the_remaining_puzzles() {
    let mut set = Woodpecker::new(100, Plan::default(), 0);
    assert_eq!(set.stage(0), Some(Stage::Cycle { number: 1, of: 6, today: 4, left: 100, days_left: 28 }));
    assert_eq!(set.today(0), [0, 1, 2, 3]);
    solve(&mut set, 0, [0, 1]);
    assert_eq!(set.today(0), [2, 3]);
    solve(&mut set, 0, [2, 3, 3]);
    assert_eq!(set.stage(0), Some(Stage::Cycle { number: 1, of: 6, today: 0, left: 96, days_left: 28 }));
    assert_eq!(set.stage(26), Some(Stage::Cycle { number: 1, of: 6, today: 48, left: 96, days_left: 2 }));
    assert_eq!(set.stage(40), Some(Stage::Cycle { number: 1, of: 6, today: 96, left: 96, days_left: 1 }));
}

#[test]
fn the_next_cycle_starts_when_every_puzzle_has_an_attempt_and_the_rest_is_over() {
    let mut set = Woodpecker::new(10, Plan { cycles: vec![4, 2], rest: 1 }, 100);
    solve(&mut set, 100, 0..9);
    assert!(matches!(set.stage(103), Some(Stage::Cycle { number: 1, left: 1, .. })));
    set.record(101, attempt(9, false, 60));
    assert_eq!(set.stage(101), Some(Stage::Rest { until: 103 }));
    assert!(set.today(102).is_empty());
    assert_eq!(set.stage(103), Some(Stage::Cycle { number: 2, of: 2, today: 5, left: 10, days_left: 2 }));
    assert_eq!(set.today(103), [0, 1, 2, 3, 4]);
    assert_eq!(set.cycles().len(), 1, "reading does not start it");
    solve(&mut set, 103, 0..10);
    assert_eq!(set.cycles().len(), 2);
    assert_eq!(set.stage(103), None, "there is no third cycle");
}

#[test]
fn a_report_has_the_figures_of_its_cycle() {
    let mut set = Woodpecker::new(4, Plan { cycles: vec![2, 1], rest: 0 }, 0);
    for (puzzle, right, seconds) in [(0, true, 10), (1, false, 50), (2, true, 20), (3, true, 40)] {
        set.record(0, attempt(puzzle, right, seconds));
    }
    for puzzle in 0..4 {
        set.record(1, attempt(puzzle, true, 5));
    }
    let [first, second] = set.reports().try_into().unwrap();
    assert_eq!((first.totals.attempts, first.totals.accuracy), (4, Some(0.75)));
    assert_eq!((first.total, first.totals.median), (Duration::from_secs(120), Some(Duration::from_secs(30))));
    assert_eq!(first.per_minute, 2.0);
    assert_eq!(first.slowest[0], (1, Duration::from_secs(50)));
    assert_eq!(first.failed, [1]);
    assert_eq!((second.totals.accuracy, second.per_minute), (Some(1.0), 12.0));
}

#[test]
fn cycles_can_be_stored_and_read() {
    let mut set = Woodpecker::new(5, Plan::default(), 7);
    solve(&mut set, 8, [0, 3]);
    let text = serde_json::to_string(&set).unwrap();
    assert_eq!(serde_json::from_str::<Woodpecker>(&text).unwrap(), set);
}
