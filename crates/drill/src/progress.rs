//! The progress of a set: every attempt, the cycles if there are any, and the schedule of all puzzles. A host stores it as
//! JSON and shows it; which puzzles come next and in which order is decided here.

use serde::{Deserialize, Serialize};

use crate::fsrs::Scheduler;
use crate::schedule::Schedule;
use crate::session::{FinishedAttempt, Totals, median};
use crate::woodpecker::{CycleReport, Day, Plan, Stage, Woodpecker};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "StoredProgress")]
pub struct Progress {
    pub name: String,
    size: usize,
    attempts: Vec<(Day, FinishedAttempt)>,
    woodpecker: Option<Woodpecker>,
    schedule: Schedule,
}

/// The stored form. Older data has no schedule: only attempts in cycles were scheduled then, and their memories were
/// part of the cycles.
#[derive(Deserialize)]
struct StoredProgress {
    name: String,
    size: usize,
    attempts: Vec<(Day, FinishedAttempt)>,
    woodpecker: Option<Woodpecker>,
    schedule: Option<Schedule>,
}

/// Which puzzles a session asks, and in which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// All puzzles, never solved ones first.
    All,
    /// Those whose last attempt was wrong.
    Failed,
    /// Today's share of the cycle. Only these attempts count for the cycle.
    Cycle,
    /// Those due for repetition, weakest first.
    Due,
}

/// The usual time of a puzzle is computed from this many recent attempts: players get faster from cycle to cycle.
const RECENT: usize = 50;

impl Progress {
    pub fn new(name: String, size: usize) -> Progress {
        Progress { name, size, attempts: Vec::new(), woodpecker: None, schedule: Schedule::default() }
    }

    /// The stored progress of a set under its present name; empty if the size of the set has changed, because its
    /// puzzles have other numbers then.
    pub fn resume(stored: Option<Progress>, name: &str, size: usize) -> Progress {
        match stored.filter(|stored| stored.size == size) {
            Some(stored) => Progress { name: name.to_owned(), ..stored },
            None => Progress::new(name.to_owned(), size),
        }
    }

    /// The number of puzzles.
    pub fn size(&self) -> usize {
        self.size
    }

    pub fn attempts(&self) -> &[(Day, FinishedAttempt)] {
        &self.attempts
    }

    pub fn has_cycles(&self) -> bool {
        self.woodpecker.is_some()
    }

    pub fn start_cycles(&mut self, today: Day) {
        self.woodpecker = Some(Woodpecker::new(self.size, Plan::default(), today));
    }

    /// None before the first cycle.
    pub fn stage(&self, today: Day) -> Option<Stage> {
        let cycles = self.woodpecker.as_ref()?;
        Some(cycles.stage(today).unwrap_or_else(|| Stage::Repetition { due: self.due(today).len() }))
    }

    /// One report per cycle, in order.
    pub fn reports(&self) -> Vec<CycleReport> {
        self.woodpecker.as_ref().map(Woodpecker::reports).unwrap_or_default()
    }

    /// Records an attempt. Every attempt is scheduled, whichever session it was made in.
    pub fn record(&mut self, today: Day, selection: Selection, attempt: FinishedAttempt) {
        let recent = self.attempts.iter().rev().take(RECENT);
        let usual = median(recent.map(|(_, attempt)| attempt.think));
        self.schedule.record(today, &attempt, usual, &Scheduler::default());
        self.attempts.push((today, attempt));
        if let Some(cycles) = self.woodpecker.as_mut().filter(|_| selection == Selection::Cycle) {
            cycles.record(today, attempt);
        }
    }

    /// The puzzles of a session, in the order in which it asks them.
    pub fn puzzles(&self, selection: Selection, today: Day) -> Vec<usize> {
        match selection {
            Selection::All => self.unsolved_first(),
            Selection::Failed => self.failed(),
            Selection::Cycle => self.todays_share(today),
            Selection::Due => self.due(today),
        }
    }

    /// The number of puzzles for today: of the cycle, or due for repetition if there is none.
    pub fn due_today(&self, today: Day) -> usize {
        let selection = if self.has_cycles() { Selection::Cycle } else { Selection::Due };
        self.puzzles(selection, today).len()
    }

    /// The figures of all attempts at the set.
    pub fn totals(&self) -> Totals {
        Totals::of(self.attempts.iter().map(|(_, attempt)| attempt))
    }

    fn unsolved_first(&self) -> Vec<usize> {
        let solved = |puzzle: &usize| self.attempts.iter().any(|(_, a)| a.puzzle == *puzzle && a.right);
        let (old, new): (Vec<usize>, Vec<usize>) = (0..self.size).partition(solved);
        new.into_iter().chain(old).collect()
    }

    fn failed(&self) -> Vec<usize> {
        let last = |puzzle: &usize| self.attempts.iter().rev().find(|(_, attempt)| attempt.puzzle == *puzzle);
        (0..self.size).filter(|puzzle| last(puzzle).is_some_and(|(_, attempt)| !attempt.right)).collect()
    }

    fn todays_share(&self, today: Day) -> Vec<usize> {
        let Some(cycles) = &self.woodpecker else { return Vec::new() };
        match cycles.stage(today) {
            Some(_) => cycles.today(today),
            None => self.due(today),
        }
    }

    fn due(&self, today: Day) -> Vec<usize> {
        self.schedule.due(today, &Scheduler::default())
    }
}

impl From<StoredProgress> for Progress {
    fn from(stored: StoredProgress) -> Progress {
        let StoredProgress { name, size, attempts, mut woodpecker, schedule } = stored;
        let memories = woodpecker.as_mut().map(Woodpecker::take_memories).unwrap_or_default();
        let schedule = schedule.unwrap_or_else(|| Schedule::from_memories(memories, &attempts));
        Progress { name, size, attempts, woodpecker, schedule }
    }
}
