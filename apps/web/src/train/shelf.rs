//! The sets that this browser keeps, and how far one has come with each.

use drill::{Attempted, Day, Plan, Scheduler, Woodpecker};
use serde::{Deserialize, Serialize};
use web_sys::js_sys::Date;

use crate::storage;

const TEXT: &str = "tabiya.train.text.";
const PROGRESS: &str = "tabiya.train.progress.";
/// Larger sets would leave no room for anything else; they are opened from their file each time.
const MOST: usize = 1_500_000;

/// How far one has come with a set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    pub name: String,
    pub size: usize,
    pub attempts: Vec<(Day, Attempted)>,
    pub woodpecker: Option<Woodpecker>,
}

impl Progress {
    pub fn new(name: String, size: usize) -> Progress {
        Progress { name, size, attempts: Vec::new(), woodpecker: None }
    }

    /// Keeps an attempt; in a cycle it counts for the cycle too.
    pub fn add(&mut self, attempted: Attempted, in_cycle: bool) {
        self.attempts.push((today(), attempted));
        if let Some(set) = self.woodpecker.as_mut().filter(|_| in_cycle) {
            set.record(today(), attempted, &Scheduler::default());
        }
    }

    pub fn begin_cycles(&mut self) {
        self.woodpecker = Some(Woodpecker::new(self.size, Plan::default(), today()));
    }

    /// Puzzles whose last attempt was wrong.
    pub fn failed(&self) -> Vec<usize> {
        let last = |puzzle: &usize| self.attempts.iter().rev().find(|(_, attempt)| attempt.puzzle == *puzzle);
        (0..self.size).filter(|puzzle| last(puzzle).is_some_and(|(_, attempt)| !attempt.right)).collect()
    }

    /// The puzzles in order, those never solved before the others.
    pub fn order(&self) -> Vec<usize> {
        let solved = |puzzle: &usize| self.attempts.iter().any(|(_, a)| a.puzzle == *puzzle && a.right);
        let (old, new): (Vec<usize>, Vec<usize>) = (0..self.size).partition(solved);
        new.into_iter().chain(old).collect()
    }
}

/// Every set that is known here, by its id; the last used first is not known, so by name.
pub fn known() -> Vec<(String, Progress)> {
    let ids = storage::keys().into_iter().filter_map(|key| Some(key.strip_prefix(PROGRESS)?.to_owned()));
    let mut sets: Vec<(String, Progress)> = ids.filter_map(|id| Some((id.clone(), progress(&id)?))).collect();
    sets.sort_by(|a, b| a.1.name.cmp(&b.1.name));
    sets
}

pub fn progress(id: &str) -> Option<Progress> {
    serde_json::from_str(&storage::find(&format!("{PROGRESS}{id}"))?).ok()
}

pub fn text(id: &str) -> Option<String> {
    storage::find(&format!("{TEXT}{id}"))
}

/// Whether it will be there next time.
pub fn keep(id: &str, progress: &Progress) -> bool {
    let Ok(text) = serde_json::to_string(progress) else { return false };
    storage::keep(&format!("{PROGRESS}{id}"), &text).is_ok()
}

/// Larger sets are opened from their file again; of such a file nobody makes a copy.
pub fn has_room_for(bytes: &[u8]) -> bool {
    bytes.len() <= MOST
}

pub fn keep_text(id: &str, text: &str) -> bool {
    storage::keep(&format!("{TEXT}{id}"), text).is_ok()
}

pub fn forget(id: &str) {
    storage::forget(&format!("{TEXT}{id}"));
    storage::forget(&format!("{PROGRESS}{id}"));
}

/// Days since 1970, as the clock on the wall counts them.
pub fn today() -> Day {
    let date = Date::new_0();
    let local = date.get_time() - date.get_timezone_offset() * 60_000.0;
    (local / 86_400_000.0).floor() as Day
}
