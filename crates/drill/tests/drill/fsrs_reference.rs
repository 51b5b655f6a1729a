//! The scheduler compared with the reference implementation of FSRS.

use drill::{Grade, Memory, Scheduler};
use fsrs::{DEFAULT_PARAMETERS, FSRS, MemoryState};
use proptest::prelude::*;

fn near(ours: f64, theirs: f32) -> bool {
    let theirs = f64::from(theirs);
    (ours - theirs).abs() <= 1e-3 * theirs.abs().max(1.0)
}

fn weights() -> [f64; 21] {
    DEFAULT_PARAMETERS.map(f64::from)
}

/// Gives the same answers to both and compares them after each, for all four grades.
fn same_as_the_reference(answers: &[(u32, usize)], retention: f64) -> Result<(), TestCaseError> {
    let reference = FSRS::new(&DEFAULT_PARAMETERS).map_err(|e| TestCaseError::fail(format!("{e:?}")))?;
    let ours = Scheduler::new(weights(), retention);
    let mut memory: Option<Memory> = None;
    let mut state: Option<MemoryState> = None;
    for (days, grade) in answers {
        let days = if memory.is_some() { *days } else { 0 };
        let states = reference
            .next_states(state, retention as f32, days)
            .map_err(|e| TestCaseError::fail(format!("{e:?}")))?;
        let theirs = [&states.again, &states.hard, &states.good, &states.easy];
        for (grade, theirs) in Grade::ALL.into_iter().zip(theirs) {
            let next = ours.after(memory, days, grade);
            prop_assert!(
                near(next.stability, theirs.memory.stability),
                "{next:?} {:?} {days} {grade:?}",
                theirs.memory
            );
            prop_assert!(near(next.difficulty, theirs.memory.difficulty), "{next:?} {:?}", theirs.memory);
            // Intervals are limited to a hundred years.
            let interval = f64::from(theirs.interval).round().clamp(1.0, 36_500.0);
            let gap = (f64::from(ours.interval(next)) - interval).abs();
            prop_assert!(gap <= 1.0 + interval * 1e-3, "{} days, not {interval}", ours.interval(next));
        }
        memory = Some(ours.after(memory, days, Grade::ALL[*grade]));
        state = Some(theirs[*grade].memory);
    }
    Ok(())
}

#[test]
fn the_defaults_are_those_of_the_reference() {
    assert_eq!(Scheduler::default(), Scheduler::new(weights().map(|w| (w * 1e4).round() / 1e4), 0.9));
}

#[test]
fn memories_fade_and_repetitions_strengthen_them() {
    let scheduler = Scheduler::default();
    let first = scheduler.after(None, 0, Grade::Good);
    let days = scheduler.interval(first);
    assert!((1..=4).contains(&days), "{days}");
    assert!((scheduler.retrievability(first, days) - 0.9).abs() < 0.04);
    assert!(scheduler.retrievability(first, 365) < scheduler.retrievability(first, 30));
    let later = scheduler.after(Some(first), days, Grade::Good);
    assert!(scheduler.interval(later) > days, "a remembered puzzle has a longer interval");
    let lapsed = scheduler.after(Some(later), 10, Grade::Again);
    assert!(scheduler.interval(lapsed) < scheduler.interval(later), "a forgotten puzzle comes back soon");
    assert!(lapsed.difficulty > later.difficulty);
}

proptest! {
    #[test]
    fn memories_and_intervals_are_those_of_the_reference(
        answers in prop::collection::vec((0u32..400, 0usize..4), 1..12),
        retention in 0.7f64..0.99,
    ) {
        same_as_the_reference(&answers, retention)?;
    }
}
