//! Merging is a union: the order and the number of times do not matter, whatever the copies contain.

use std::time::Duration;

use drill::{
    Contents, Cycles, Entry, FinishedAttempt, Help, History, Label, Plan, PuzzleId, SetEntry, SetFact, SetId,
    StoredAttempt,
};
use proptest::prelude::*;

/// Few values, so that copies have entries for the same things.
fn puzzle() -> impl Strategy<Value = PuzzleId> {
    (0u8..4).prop_map(|n| format!("{n:016x}").parse().unwrap())
}

fn set() -> impl Strategy<Value = SetId> {
    (0u8..3).prop_map(|n| format!("{n:016x}").parse().unwrap())
}

fn attempt() -> impl Strategy<Value = Entry> {
    let help = prop::sample::select(vec![Help::None, Help::Move, Help::Solution, Help::Skipped]);
    let result = (any::<bool>(), 0u64..3, 0u32..2, help).prop_map(|(right, seconds, hints, help)| {
        let think = Duration::from_secs(seconds);
        FinishedAttempt { puzzle: 0, right, think, mistakes: 0, hints, help }
    });
    (puzzle(), 0u64..4, 0i64..3, set(), prop::option::of(0u32..9), result).prop_map(
        |(puzzle, at, day, set, cycle, result)| {
            Entry::Attempt(StoredAttempt { puzzle, at, day, set, cycle, result })
        },
    )
}

fn fact() -> impl Strategy<Value = SetFact> {
    let contents = ("[a-c]", "[a-c]", 0u64..3, prop::collection::vec(puzzle(), 0..5)).prop_map(
        |(name, source, created, puzzles)| SetFact::Contents(Contents { name, source, created, puzzles }),
    );
    let label = (prop::option::of("[a-c]"), prop::collection::vec("[a-c]", 0..3))
        .prop_map(|(name, tags)| SetFact::Label(Label { name, tags }));
    let plan =
        (prop::collection::vec(0u32..4, 0..4), 0u32..2).prop_map(|(cycles, rest)| Plan { cycles, rest });
    let cycles = (0i64..3, plan).prop_map(|(began, plan)| SetFact::Cycles(Cycles { began, plan }));
    prop_oneof![contents, label, cycles, any::<bool>().prop_map(SetFact::Forgotten)]
}

fn entry() -> impl Strategy<Value = Entry> {
    let of_set = (set(), 0u64..4, fact()).prop_map(|(id, at, is)| Entry::Set(SetEntry { id, at, is }));
    prop_oneof![attempt(), of_set]
}

fn history() -> impl Strategy<Value = History> {
    prop::collection::vec(entry(), 0..30).prop_map(|entries| {
        let mut history = History::default();
        for entry in entries {
            history.insert(entry);
        }
        history
    })
}

fn merged(one: &History, other: &History) -> History {
    let mut both = one.clone();
    both.merge(other.clone());
    both
}

proptest! {
    #[test]
    fn merging_is_commutative_associative_and_idempotent(a in history(), b in history(), c in history()) {
        prop_assert_eq!(merged(&a, &b), merged(&b, &a));
        prop_assert_eq!(merged(&merged(&a, &b), &c), merged(&a, &merged(&b, &c)));
        prop_assert_eq!(&merged(&a, &a), &a);
        prop_assert_eq!(merged(&merged(&a, &b), &b), merged(&a, &b));
    }

    #[test]
    fn adding_the_missing_lines_is_merging(a in history(), b in history()) {
        let text = format!("{}{}", b.text(), a.lines_missing_in(&b));
        prop_assert_eq!(History::read_store(&text).unwrap().history, merged(&a, &b));
        prop_assert_eq!(merged(&a, &b).lines_missing_in(&merged(&b, &a)), "");
    }

    #[test]
    fn the_order_of_lines_does_not_matter(entries in prop::collection::vec(entry(), 0..20), turn in 0usize..20) {
        let mut lines: Vec<String> = entries.iter().map(Entry::line).collect();
        let one = History::read_store(&lines.join("\n")).unwrap().history;
        lines.rotate_left(turn.min(entries.len()));
        lines.extend(lines.clone());
        prop_assert_eq!(History::read_store(&lines.join("\n")).unwrap().history, one);
    }

    #[test]
    fn forgetting_and_restoring_changes_nothing(mut history in history(), set in set(), now in 0u64..9) {
        prop_assume!(history.sets().iter().any(|known| known.id == set));
        let before = history.progress(set);
        let others = history.sets().len();
        history.forget(set, now);
        prop_assert_eq!(history.sets().len(), others - 1);
        history.restore(set, now);
        let restored: Vec<_> = history.sets().into_iter().filter(|known| known.id == set).collect();
        prop_assert_eq!(restored.len(), 1);
        // What was forgotten before that comes back as well.
        let count = |progress: Option<drill::Progress>| progress.map(|progress| progress.attempts().len());
        prop_assert!(count(history.progress(set)) >= count(before));
    }

    #[test]
    fn the_progress_of_any_set_can_be_shown(history in history()) {
        for set in history.sets().into_iter().chain(history.forgotten_sets()) {
            let progress = &set.progress;
            prop_assert_eq!(progress.size(), history.puzzles(set.id).len());
            prop_assert!(progress.attempts().iter().all(|(_, attempt)| attempt.puzzle < progress.size()));
            let _ = (progress.stage(5), progress.reports(), progress.due_today(5), progress.totals());
        }
    }
}
