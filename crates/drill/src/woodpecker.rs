//! The Woodpecker Method: one set of puzzles solved again and again, each cycle in half the days of the one before.
//! After the last cycle, spaced repetition keeps the set alive.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::memory::{Grade, Memory, Scheduler};
use crate::session::{Attempted, median};

/// Days counted from any fixed day; the host says which day it is.
pub type Day = i64;

/// How many days each cycle has, and how many days of rest lie between two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    pub cycles: Vec<u32>,
    pub rest: u32,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { cycles: vec![28, 14, 7, 4, 2, 1], rest: 1 }
    }
}

/// One time through the set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cycle {
    pub began: Day,
    /// The day after its last.
    pub ends: Day,
    pub attempts: Vec<(Day, Attempted)>,
}

/// What a cycle came to.
#[derive(Clone, Debug, PartialEq)]
pub struct CycleReport {
    pub attempts: usize,
    pub accuracy: f64,
    pub total: Duration,
    pub median: Duration,
    pub per_minute: f64,
    /// The slowest first.
    pub slowest: Vec<(usize, Duration)>,
    pub failed: Vec<usize>,
}

/// Where the set stands today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Cycle `number` of `of`: so many puzzles are left of today's share, and so many of the cycle.
    Cycle { number: usize, of: usize, today: usize, left: usize, days_left: u32 },
    /// The next cycle begins on that day.
    Rest { until: Day },
    /// All cycles are done: so many puzzles are due for repetition.
    Repetition { due: usize },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Woodpecker {
    size: usize,
    plan: Plan,
    cycles: Vec<Cycle>,
    /// Attempts outside the cycles: on days of rest, and what was repeated after the last.
    others: Vec<(Day, Attempted)>,
    /// What is remembered of each puzzle, and the day it was last asked.
    memories: BTreeMap<usize, (Day, Memory)>,
}

impl Woodpecker {
    /// A set of so many puzzles, begun on that day.
    pub fn new(size: usize, plan: Plan, today: Day) -> Woodpecker {
        let mut set =
            Woodpecker { size, plan, cycles: Vec::new(), others: Vec::new(), memories: BTreeMap::new() };
        set.cycles.extend(set.next_cycle(today));
        set
    }

    /// The cycle that begins on that day, if there is another.
    fn next_cycle(&self, today: Day) -> Option<Cycle> {
        let days = Day::from(self.plan.cycles.get(self.cycles.len()).copied()?.max(1));
        Some(Cycle { began: today, ends: today.saturating_add(days), attempts: Vec::new() })
    }

    pub fn cycles(&self) -> &[Cycle] {
        &self.cycles
    }

    pub fn stage(&self, today: Day) -> Stage {
        let of = self.plan.cycles.len();
        if let Some(cycle) = self.cycles.last().filter(|cycle| !self.is_complete(cycle)) {
            return self.share_of(cycle, self.cycles.len(), of, today);
        }
        match self.next_cycle(today) {
            Some(next) if self.opens_on() <= today => self.share_of(&next, self.cycles.len() + 1, of, today),
            Some(_) => Stage::Rest { until: self.opens_on() },
            None => Stage::Repetition { due: self.due(today, &Scheduler::default()).len() },
        }
    }

    /// A cycle is complete when every puzzle has an attempt.
    fn is_complete(&self, cycle: &Cycle) -> bool {
        cycle.tried(None).len() >= self.size
    }

    /// Today's share: what is left, spread evenly over the days that are left.
    fn share_of(&self, cycle: &Cycle, number: usize, of: usize, today: Day) -> Stage {
        let left = self.size.saturating_sub(cycle.tried(None).len());
        let days_left = u32::try_from(cycle.ends.saturating_sub(today)).unwrap_or(1).max(1);
        let done_today = cycle.tried(Some(today)).len();
        let share = (left + done_today).div_ceil(days_left as usize);
        Stage::Cycle { number, of, today: share.saturating_sub(done_today).min(left), left, days_left }
    }

    /// The day after the last attempt and the days of rest.
    fn opens_on(&self) -> Day {
        let last = self.cycles.last().and_then(|cycle| cycle.attempts.iter().map(|(day, _)| *day).max());
        last.map_or(Day::MIN, |last| last.saturating_add(1 + Day::from(self.plan.rest)))
    }

    /// The puzzles to solve today: what is left of today's share of the cycle, or what is due.
    pub fn today(&self, today: Day) -> Vec<usize> {
        match self.stage(today) {
            Stage::Cycle { today: share, .. } => self.untried().into_iter().take(share).collect(),
            Stage::Rest { .. } => Vec::new(),
            Stage::Repetition { .. } => self.due(today, &Scheduler::default()),
        }
    }

    /// The puzzles that this cycle has not asked yet, in the order of the set; all of them between two cycles.
    pub fn untried(&self) -> Vec<usize> {
        let tried = match self.cycles.last() {
            Some(cycle) if !self.is_complete(cycle) => cycle.tried(None),
            _ => Vec::new(),
        };
        (0..self.size).filter(|puzzle| tried.binary_search(puzzle).is_err()).collect()
    }

    /// Puzzles whose memory has faded to the wanted share, the weakest first.
    pub fn due(&self, today: Day, scheduler: &Scheduler) -> Vec<usize> {
        let chance = |day: &Day, memory: &Memory| scheduler.chance(*memory, days_between(*day, today));
        let is_due = |day: &Day, memory: &Memory| days_between(*day, today) >= scheduler.interval(*memory);
        let mut due: Vec<(usize, f64)> = self
            .memories
            .iter()
            .filter(|(_, (day, memory))| is_due(day, memory))
            .map(|(puzzle, (day, memory))| (*puzzle, chance(day, memory)))
            .collect();
        due.sort_by(|a, b| a.1.total_cmp(&b.1));
        due.into_iter().map(|(puzzle, _)| puzzle).collect()
    }

    /// Keeps an attempt. The next cycle opens with the first attempt after the rest.
    pub fn record(&mut self, today: Day, attempted: Attempted, scheduler: &Scheduler) {
        if self.is_between() && self.opens_on() <= today {
            self.cycles.extend(self.next_cycle(today));
        }
        let usual = self.cycles.last().map(|cycle| median(cycle.attempts.iter().map(|(_, a)| a.think)));
        self.remember(today, attempted, usual.unwrap_or_default(), scheduler);
        let is_between = self.is_between();
        match self.cycles.last_mut() {
            Some(cycle) if !is_between => cycle.attempts.push((today, attempted)),
            _ => self.others.push((today, attempted)),
        }
    }

    /// The last cycle is complete, and the next has not begun.
    fn is_between(&self) -> bool {
        self.cycles.last().is_none_or(|cycle| self.is_complete(cycle))
    }

    /// Everything that was tried, cycle after cycle, and then what was tried outside of them.
    pub fn attempts(&self) -> impl Iterator<Item = (Day, Attempted)> + '_ {
        self.cycles.iter().flat_map(|cycle| &cycle.attempts).chain(&self.others).copied()
    }

    fn remember(&mut self, today: Day, attempted: Attempted, usual: Duration, scheduler: &Scheduler) {
        let before = self.memories.get(&attempted.puzzle).copied();
        let days = before.map_or(0, |(day, _)| days_between(day, today));
        let memory = scheduler.after(before.map(|(_, memory)| memory), days, grade(&attempted, usual));
        self.memories.insert(attempted.puzzle, (today, memory));
    }

    /// One report per cycle, the first first: a chart of how the set was learnt.
    pub fn reports(&self) -> Vec<CycleReport> {
        self.cycles.iter().map(Cycle::report).collect()
    }
}

fn days_between(from: Day, to: Day) -> u32 {
    u32::try_from(to.saturating_sub(from).max(0)).unwrap_or(u32::MAX)
}

/// Wrong is forgotten; with a hint it was hard; in less than half the usual time it was easy.
fn grade(attempted: &Attempted, usual: Duration) -> Grade {
    match attempted {
        Attempted { right: false, .. } => Grade::Again,
        Attempted { hints: 1.., .. } => Grade::Hard,
        Attempted { think, .. } if *think < usual / 2 => Grade::Easy,
        _ => Grade::Good,
    }
}

impl Cycle {
    /// The puzzles with an attempt, of one day or of all.
    fn tried(&self, day: Option<Day>) -> Vec<usize> {
        let counts = |at: &Day| day.is_none_or(|day| day == *at);
        let mut tried: Vec<usize> =
            self.attempts.iter().filter(|(at, _)| counts(at)).map(|(_, attempt)| attempt.puzzle).collect();
        tried.sort_unstable();
        tried.dedup();
        tried
    }

    pub fn report(&self) -> CycleReport {
        const SLOWEST: usize = 10;
        let all = || self.attempts.iter().map(|(_, attempt)| attempt);
        let right = all().filter(|attempt| attempt.right).count();
        let total = all().fold(Duration::ZERO, |sum, attempt| sum.saturating_add(attempt.think));
        let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        let count = self.attempts.len();
        let mut slowest: Vec<(usize, Duration)> =
            all().map(|attempt| (attempt.puzzle, attempt.think)).collect();
        slowest.sort_by_key(|(_, think)| Reverse(*think));
        slowest.truncate(SLOWEST);
        let mut failed: Vec<usize> = all().filter(|attempt| !attempt.right).map(|a| a.puzzle).collect();
        failed.sort_unstable();
        failed.dedup();
        CycleReport {
            attempts: count,
            accuracy: share(right as f64, count as f64),
            total,
            median: median(all().map(|attempt| attempt.think)),
            per_minute: share(count as f64, total.as_secs_f64() / 60.0),
            slowest,
            failed,
        }
    }
}
