//! The memory state of every puzzle that was attempted, and which puzzles are due for repetition.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::Day;
use crate::fsrs::{Grade, Memory, Scheduler};
use crate::session::FinishedAttempt;

/// The day of the last attempt at a puzzle, and its memory after it.
pub(crate) type Memories = BTreeMap<usize, (Day, Memory)>;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Schedule {
    memories: Memories,
}

impl Schedule {
    /// Records an attempt; `usual` is the time that the set's puzzles usually take.
    pub fn record(&mut self, today: Day, attempt: &FinishedAttempt, usual: Duration, scheduler: &Scheduler) {
        let before = self.memories.get(&attempt.puzzle).copied();
        let days = before.map_or(0, |(day, _)| days_between(day, today));
        let memory = scheduler.after(before.map(|(_, memory)| memory), days, grade(attempt, usual));
        self.memories.insert(attempt.puzzle, (today, memory));
    }

    /// Puzzles whose recall probability has dropped to the wanted retention, weakest first.
    pub fn due(&self, today: Day, scheduler: &Scheduler) -> Vec<usize> {
        let is_due = |(day, memory): &(Day, Memory)| days_between(*day, today) >= scheduler.interval(*memory);
        let recall =
            |(day, memory): &(Day, Memory)| scheduler.retrievability(*memory, days_between(*day, today));
        let due = self.memories.iter().filter(|(_, last)| is_due(last));
        let mut due: Vec<(usize, f64)> = due.map(|(puzzle, last)| (*puzzle, recall(last))).collect();
        due.sort_by(|a, b| a.1.total_cmp(&b.1));
        due.into_iter().map(|(puzzle, _)| puzzle).collect()
    }

    /// From data stored before every attempt was scheduled: the memories of the cycles as they were, and after them the
    /// attempts that those do not cover.
    pub(crate) fn from_memories(memories: Memories, attempts: &[(Day, FinishedAttempt)]) -> Schedule {
        let scheduler = Scheduler::default();
        let covered = |day: &Day, attempt: &FinishedAttempt| {
            memories.get(&attempt.puzzle).is_some_and(|(last, _)| day <= last)
        };
        let missing: Vec<&(Day, FinishedAttempt)> =
            attempts.iter().filter(|(day, attempt)| !covered(day, attempt)).collect();
        let usual = crate::median(attempts.iter().map(|(_, attempt)| attempt.think));
        let mut schedule = Schedule { memories };
        for (day, attempt) in missing {
            schedule.record(*day, attempt, usual, &scheduler);
        }
        schedule
    }
}

/// 0 if the clock was set back.
fn days_between(from: Day, to: Day) -> u32 {
    u32::try_from(to.saturating_sub(from).max(0)).unwrap_or(u32::MAX)
}

/// `Again` for a wrong answer, `Hard` with a hint, `Easy` in less than half the usual time.
fn grade(attempt: &FinishedAttempt, usual: Duration) -> Grade {
    match attempt {
        FinishedAttempt { right: false, .. } => Grade::Again,
        FinishedAttempt { hints: 1.., .. } => Grade::Hard,
        FinishedAttempt { think, .. } if *think < usual / 2 => Grade::Easy,
        _ => Grade::Good,
    }
}
