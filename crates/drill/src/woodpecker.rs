//! The Woodpecker Method: one set of puzzles solved again and again, each cycle in half the days of the one before.
//! After the last cycle, spaced repetition takes over.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::plan::Plan;
use crate::schedule::Memories;
use crate::session::FinishedAttempt;
use crate::totals::Totals;

/// Days since any fixed day; the caller passes the current day.
pub type Day = i64;

/// One pass through the set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cycle {
    pub began: Day,
    /// The day after its last.
    pub ends: Day,
    pub attempts: Vec<(Day, FinishedAttempt)>,
}

/// The figures of a cycle.
#[derive(Clone, Debug, PartialEq)]
pub struct CycleReport {
    pub totals: Totals,
    pub total: Duration,
    pub per_minute: f64,
    /// Slowest first, each puzzle once.
    pub slowest: Vec<(usize, Duration)>,
    pub failed: Vec<usize>,
}

/// The stage of the set today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Cycle `number` of `of`, with the puzzles left today, left in the cycle, and the days left.
    Cycle { number: usize, of: usize, today: usize, left: usize, days_left: u32 },
    /// The next cycle starts on this day.
    Rest { until: Day },
    /// All cycles are done; this many puzzles are due for repetition.
    Repetition { due: usize },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Woodpecker {
    size: usize,
    plan: Plan,
    cycles: Vec<Cycle>,
    /// Attempts outside the cycles: on days of rest, and what was repeated after the last.
    others: Vec<(Day, FinishedAttempt)>,
    /// Older data: the schedule of the attempts in cycles, which is now in `Progress`. Written empty, because earlier
    /// versions expect it.
    #[serde(default)]
    memories: Memories,
}

impl Woodpecker {
    /// A set of `size` puzzles, started today.
    pub fn new(size: usize, plan: Plan, today: Day) -> Woodpecker {
        let mut set =
            Woodpecker { size, plan, cycles: Vec::new(), others: Vec::new(), memories: Memories::new() };
        set.cycles.extend(set.next_cycle(today));
        set
    }

    /// From the attempts of earlier days, each with the number of its cycle, from 1. The first cycle began on the given day,
    /// each further one with its first attempt.
    pub(crate) fn rebuilt(
        size: usize,
        plan: Plan,
        began: Day,
        attempts: impl Iterator<Item = (u32, Day, FinishedAttempt)>,
    ) -> Woodpecker {
        let mut set = Woodpecker::new(size, plan, began);
        for (number, day, attempt) in attempts {
            let number = (number as usize).min(set.plan.cycles.len());
            while set.cycles.len() < number {
                set.cycles.extend(set.next_cycle(day));
            }
            match number.checked_sub(1).and_then(|at| set.cycles.get_mut(at)) {
                Some(cycle) => cycle.attempts.push((day, attempt)),
                None => set.others.push((day, attempt)),
            }
        }
        set
    }

    /// The first day of the first cycle, and the plan.
    pub(crate) fn began(&self) -> Option<(Day, &Plan)> {
        Some((self.cycles.first()?.began, &self.plan))
    }

    /// The next cycle if it starts today, or None after the last.
    fn next_cycle(&self, today: Day) -> Option<Cycle> {
        let days = Day::from(self.plan.cycles.get(self.cycles.len()).copied()?.max(1));
        Some(Cycle { began: today, ends: today.saturating_add(days), attempts: Vec::new() })
    }

    pub fn cycles(&self) -> &[Cycle] {
        &self.cycles
    }

    /// None after the last cycle.
    pub fn stage(&self, today: Day) -> Option<Stage> {
        let of = self.plan.cycles.len();
        if let Some(cycle) = self.cycles.last().filter(|cycle| !self.is_complete(cycle)) {
            return Some(self.share_of(cycle, self.cycles.len(), of, today));
        }
        let next = self.next_cycle(today)?;
        if self.opens_on() > today {
            return Some(Stage::Rest { until: self.opens_on() });
        }
        Some(self.share_of(&next, self.cycles.len() + 1, of, today))
    }

    /// A cycle is complete when every puzzle has an attempt.
    fn is_complete(&self, cycle: &Cycle) -> bool {
        cycle.attempted_puzzles(None).len() >= self.size
    }

    /// Today's share: the remaining puzzles spread evenly over the remaining days.
    fn share_of(&self, cycle: &Cycle, number: usize, of: usize, today: Day) -> Stage {
        let left = self.size.saturating_sub(cycle.attempted_puzzles(None).len());
        let days_left = u32::try_from(cycle.ends.saturating_sub(today)).unwrap_or(1).max(1);
        let done_today = cycle.attempted_puzzles(Some(today)).len();
        let share = (left + done_today).div_ceil(days_left as usize);
        Stage::Cycle { number, of, today: share.saturating_sub(done_today).min(left), left, days_left }
    }

    /// The first day after the last attempt and the days of rest.
    fn opens_on(&self) -> Day {
        let last = self.cycles.last().and_then(|cycle| cycle.attempts.iter().map(|(day, _)| *day).max());
        last.map_or(Day::MIN, |last| last.saturating_add(1 + Day::from(self.plan.rest)))
    }

    /// The puzzles to solve today: the rest of today's share of the cycle.
    pub fn today(&self, today: Day) -> Vec<usize> {
        match self.stage(today) {
            Some(Stage::Cycle { today: share, .. }) => self.untried().into_iter().take(share).collect(),
            _ => Vec::new(),
        }
    }

    /// The puzzles without an attempt in this cycle, in the order of the set; all of them between two cycles.
    pub fn untried(&self) -> Vec<usize> {
        let attempted_puzzles = match self.cycles.last() {
            Some(cycle) if !self.is_complete(cycle) => cycle.attempted_puzzles(None),
            _ => Vec::new(),
        };
        (0..self.size).filter(|puzzle| attempted_puzzles.binary_search(puzzle).is_err()).collect()
    }

    /// Starts the next cycle without waiting for the end of the rest.
    pub fn start_next_early(&mut self, today: Day) {
        if self.is_between() {
            self.cycles.extend(self.next_cycle(today));
        }
    }

    /// Records an attempt. The first attempt after the rest starts the next cycle.
    pub fn record(&mut self, today: Day, attempt: FinishedAttempt) {
        if self.is_between() && self.opens_on() <= today {
            self.cycles.extend(self.next_cycle(today));
        }
        let is_between = self.is_between();
        match self.cycles.last_mut() {
            Some(cycle) if !is_between => cycle.attempts.push((today, attempt)),
            _ => self.others.push((today, attempt)),
        }
    }

    pub(crate) fn take_memories(&mut self) -> Memories {
        std::mem::take(&mut self.memories)
    }

    /// The last cycle is complete, and the next has not begun.
    fn is_between(&self) -> bool {
        self.cycles.last().is_none_or(|cycle| self.is_complete(cycle))
    }

    /// All attempts: cycle by cycle, then those outside the cycles.
    pub fn attempts(&self) -> impl Iterator<Item = (Day, FinishedAttempt)> + '_ {
        self.cycles.iter().flat_map(|cycle| &cycle.attempts).chain(&self.others).copied()
    }

    /// One report per cycle, in order.
    pub fn reports(&self) -> Vec<CycleReport> {
        self.cycles.iter().map(Cycle::report).collect()
    }
}

impl Cycle {
    /// The puzzles with an attempt, on one day or at any time.
    fn attempted_puzzles(&self, day: Option<Day>) -> Vec<usize> {
        let counts = |at: &Day| day.is_none_or(|day| day == *at);
        let mut attempted_puzzles: Vec<usize> =
            self.attempts.iter().filter(|(at, _)| counts(at)).map(|(_, attempt)| attempt.puzzle).collect();
        attempted_puzzles.sort_unstable();
        attempted_puzzles.dedup();
        attempted_puzzles
    }

    pub fn report(&self) -> CycleReport {
        let all = || self.attempts.iter().map(|(_, attempt)| attempt);
        let totals = Totals::of(all());
        let total = all().fold(Duration::ZERO, |sum, attempt| sum.saturating_add(attempt.think));
        let minutes = total.as_secs_f64() / 60.0;
        let slowest = slowest(all());
        let mut failed: Vec<usize> = all().filter(|attempt| !attempt.right).map(|a| a.puzzle).collect();
        failed.sort_unstable();
        failed.dedup();
        CycleReport {
            per_minute: if minutes > 0.0 { totals.tried as f64 / minutes } else { 0.0 },
            totals,
            total,
            slowest,
            failed,
        }
    }
}

/// The puzzles that took longest, each with its longest attempt.
pub(crate) fn slowest<'a>(attempts: impl Iterator<Item = &'a FinishedAttempt>) -> Vec<(usize, Duration)> {
    const SLOWEST: usize = 10;
    let mut longest: BTreeMap<usize, Duration> = BTreeMap::new();
    for attempt in attempts.filter(|attempt| attempt.is_tried()) {
        let think = longest.entry(attempt.puzzle).or_default();
        *think = attempt.think.max(*think);
    }
    let mut slowest: Vec<(usize, Duration)> = longest.into_iter().collect();
    slowest.sort_by_key(|(_, think)| Reverse(*think));
    slowest.truncate(SLOWEST);
    slowest
}
