//! The progress of a set: every attempt, the cycles if there are any, and the schedule of all puzzles. A host stores it as
//! JSON and shows it; which puzzles come next and in which order is decided here.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::fsrs::Scheduler;
use crate::plan::Plan;
use crate::schedule::Schedule;
use crate::session::{FinishedAttempt, median};
use crate::totals::Totals;
use crate::woodpecker::{Cycle, CycleReport, Day, Stage, Woodpecker, slowest};

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
    /// Today's share of the cycle. Attempts of these and of `Ahead` count for the cycle.
    Cycle,
    /// Everything that is left in the cycle; on a day of rest, the next cycle.
    Ahead,
    /// Those due for repetition, weakest first.
    Due,
}

/// An attempt of the history: `cycle` is the cycle that it counts for, from 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PastAttempt {
    pub day: Day,
    pub attempt: FinishedAttempt,
    pub cycle: Option<u32>,
}

/// The usual time of a puzzle is computed from this many recent attempts: players get faster from cycle to cycle.
const RECENT: usize = 50;

impl Progress {
    pub fn new(name: String, size: usize) -> Progress {
        Progress { name, size, attempts: Vec::new(), woodpecker: None, schedule: Schedule::default() }
    }

    /// From all attempts in the order in which they were made, and the first day and the plan of the cycles.
    pub(crate) fn rebuilt(
        name: String,
        size: usize,
        past: Vec<PastAttempt>,
        cycles: Option<(Day, Plan)>,
    ) -> Progress {
        let mut progress = Progress::new(name, size);
        for PastAttempt { day, attempt, .. } in &past {
            progress.record(*day, Selection::All, *attempt);
        }
        progress.woodpecker = cycles.map(|(began, plan)| {
            let counted = past.iter().filter_map(|past| Some((past.cycle?, past.day, past.attempt)));
            Woodpecker::rebuilt(size, plan, began, counted)
        });
        progress
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
        self.start_plan(Plan::default(), today);
    }

    /// Starts cycles of other lengths than the usual ones.
    pub fn start_plan(&mut self, plan: Plan, today: Day) {
        self.woodpecker = Some(Woodpecker::new(self.size, plan, today));
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

    /// The first day and the plan of the cycles.
    pub fn cycles_began(&self) -> Option<(Day, &Plan)> {
        self.woodpecker.as_ref().and_then(Woodpecker::began)
    }

    pub(crate) fn cycles(&self) -> &[Cycle] {
        self.woodpecker.as_ref().map_or(&[], Woodpecker::cycles)
    }

    /// How many attempts count for a cycle.
    pub(crate) fn cycle_attempts(&self) -> usize {
        self.cycles().iter().map(|cycle| cycle.attempts.len()).sum()
    }

    /// Records an attempt. Every attempt is scheduled, whichever session it was made in.
    pub fn record(&mut self, today: Day, selection: Selection, attempt: FinishedAttempt) {
        let recent = self.attempts.iter().rev().take(RECENT);
        let usual = median(recent.map(|(_, attempt)| attempt.think));
        self.schedule.record(today, &attempt, usual, &Scheduler::default());
        self.attempts.push((today, attempt));
        if let Some(cycles) = &mut self.woodpecker {
            match selection {
                Selection::Cycle => cycles.record(today, attempt),
                Selection::Ahead => {
                    cycles.start_next_early(today);
                    cycles.record(today, attempt);
                }
                Selection::All | Selection::Failed | Selection::Due => {}
            }
        }
    }

    /// The puzzles of a session, in the order in which it asks them.
    pub fn puzzles(&self, selection: Selection, today: Day) -> Vec<usize> {
        match selection {
            Selection::All => self.unsolved_first(),
            Selection::Failed => self.failed(),
            Selection::Cycle => self.todays_share(today),
            Selection::Ahead => self.rest_of_cycle(today),
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

    /// The puzzles that took longest in any attempt.
    pub fn slowest(&self) -> Vec<(usize, Duration)> {
        slowest(self.attempts.iter().map(|(_, attempt)| attempt))
    }

    fn unsolved_first(&self) -> Vec<usize> {
        let mut is_solved = vec![false; self.size];
        for (_, attempt) in self.attempts.iter().filter(|(_, attempt)| attempt.right) {
            is_solved.get_mut(attempt.puzzle).into_iter().for_each(|solved| *solved = true);
        }
        let (old, new): (Vec<usize>, Vec<usize>) = (0..self.size).partition(|puzzle| is_solved[*puzzle]);
        new.into_iter().chain(old).collect()
    }

    fn failed(&self) -> Vec<usize> {
        let mut is_failed = vec![false; self.size];
        for (_, attempt) in &self.attempts {
            is_failed.get_mut(attempt.puzzle).into_iter().for_each(|failed| *failed = !attempt.right);
        }
        (0..self.size).filter(|puzzle| is_failed[*puzzle]).collect()
    }

    fn todays_share(&self, today: Day) -> Vec<usize> {
        let Some(cycles) = &self.woodpecker else { return Vec::new() };
        match cycles.stage(today) {
            Some(_) => cycles.today(today),
            None => self.due(today),
        }
    }

    fn rest_of_cycle(&self, today: Day) -> Vec<usize> {
        let cycles = self.woodpecker.as_ref().filter(|cycles| cycles.stage(today).is_some());
        cycles.map(Woodpecker::untried).unwrap_or_default()
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
