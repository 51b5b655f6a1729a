//! Progress as earlier versions stored it: by the puzzle's number in its set, and without the time of day.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{Cycles, Entry, History, PuzzleId, SetEntry, SetFact, SetId, StoredAttempt, UnixMillis};
use crate::progress::Progress;
use crate::session::FinishedAttempt;
use crate::woodpecker::Day;

const DAY_MILLIS: UnixMillis = 24 * 60 * 60 * 1000;

impl History {
    /// Takes over the progress of a set that had these puzzles, and returns what is new. The same progress gives the same
    /// entries, so it does no harm to do this again. None if the set cannot have had these puzzles: it had more or fewer.
    pub fn adopt(&mut self, set: SetId, puzzles: &[PuzzleId], progress: &Progress) -> Option<Vec<Entry>> {
        if puzzles.len() != progress.size() {
            return None;
        }
        let mut cycles = cycle_numbers(progress);
        let attempts = progress.attempts().iter().enumerate().filter_map(|(n, (day, result))| {
            let cycle = cycles.get_mut(&key(*day, result)).and_then(Vec::pop);
            let puzzle = *puzzles.get(result.puzzle)?;
            let at = time_of(*day, n);
            Some(Entry::Attempt(StoredAttempt { puzzle, at, day: *day, set, cycle, result: *result }))
        });
        let began = progress.cycles_began().map(|(began, plan)| {
            let is = SetFact::Cycles(Cycles { began, plan: plan.clone() });
            Entry::Set(SetEntry { id: set, at: time_of(began, 0), is })
        });
        let entries: Vec<Entry> = attempts.chain(began).map(Entry::normalised).collect();
        Some(entries.into_iter().filter(|entry| self.insert(entry.clone())).collect())
    }
}

/// The order of a day's attempts is kept by counting milliseconds.
fn time_of(day: Day, n: usize) -> UnixMillis {
    let midnight = UnixMillis::try_from(day).unwrap_or(0).saturating_mul(DAY_MILLIS);
    midnight.saturating_add((n as UnixMillis).min(DAY_MILLIS - 1))
}

type AttemptOnDay = (Day, usize, Duration);

fn key(day: Day, attempt: &FinishedAttempt) -> AttemptOnDay {
    (day, attempt.puzzle, attempt.think)
}

/// The cycles for which attempts count, the last first. A puzzle may have been tried twice in the same time.
fn cycle_numbers(progress: &Progress) -> BTreeMap<AttemptOnDay, Vec<u32>> {
    let mut numbers: BTreeMap<AttemptOnDay, Vec<u32>> = BTreeMap::new();
    for (number, cycle) in (1..).zip(progress.cycles()) {
        for (day, attempt) in &cycle.attempts {
            numbers.entry(key(*day, attempt)).or_default().insert(0, number);
        }
    }
    numbers
}
