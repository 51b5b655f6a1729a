//! The training history of a player: every attempt at every puzzle, and the sets. It is a set of entries that only grows,
//! so that copies of it in the studio's data folder, in browsers and in exported files are merged by taking the union, in
//! any order and as often as one likes. Forgetting a set is an entry too, and so can be undone.
//!
//!     let (mut history, _) = History::read(&file)?;
//!     let opened = history.open_set(now, "mates.pgn", "/home/ann/mates.pgn", &puzzles);
//!     let progress = history.progress(opened.set)?;

mod changes;
mod entry;
mod file;
mod legacy;
mod puzzle_id;
mod sets;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

pub use changes::{OpenedSet, ProgressMark};
pub use entry::{Contents, Cycles, Entry, Label, SetEntry, SetFact, StoredAttempt, UnixMillis};
pub use file::{HistoryError, ReadHistory};
pub use puzzle_id::{NotAnId, PuzzleId, PuzzleIds, SetId};
pub use sets::{KnownSet, SetOrder};

use entry::{AttemptKey, FactKind};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    attempts: BTreeMap<AttemptKey, StoredAttempt>,
    /// The newest fact of each kind.
    sets: BTreeMap<(SetId, FactKind), SetEntry>,
    /// Lines of later versions, which are kept as they are.
    unknown: BTreeSet<String>,
}

impl History {
    /// Adds an entry. False if that changes nothing: it is known, or a newer one is.
    pub fn insert(&mut self, entry: Entry) -> bool {
        let entry = entry.normalised();
        let is_news = self.is_news(&entry);
        if is_news {
            self.put(entry);
        }
        is_news
    }

    fn put(&mut self, entry: Entry) {
        match entry {
            Entry::Attempt(attempt) => drop(self.attempts.insert(attempt.key(), attempt)),
            Entry::Set(entry) => drop(self.sets.insert((entry.id, entry.is.kind()), entry)),
        }
    }

    /// Whether an entry would change anything here.
    fn is_news(&self, entry: &Entry) -> bool {
        match entry {
            Entry::Attempt(attempt) => {
                let known = self.attempts.get(&attempt.key());
                known.is_none_or(|known| known != attempt && entry.line() > Entry::Attempt(*known).line())
            }
            Entry::Set(fact) => {
                let known = self.sets.get(&(fact.id, fact.is.kind()));
                known.is_none_or(|known| match fact.at.cmp(&known.at) {
                    // Any rule would do, as long as every copy keeps the same one.
                    Ordering::Equal => known != fact && entry.line() > Entry::Set(known.clone()).line(),
                    order => order == Ordering::Greater,
                })
            }
        }
    }

    /// Adds all that another copy has.
    pub fn merge(&mut self, other: History) {
        let History { attempts, sets, unknown } = other;
        self.unknown.extend(unknown);
        let entries = sets.into_values().map(Entry::Set).chain(attempts.into_values().map(Entry::Attempt));
        for entry in entries {
            self.insert(entry);
        }
    }

    /// Sets first, then attempts by puzzle.
    pub fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        let sets = self.sets.values().cloned().map(Entry::Set);
        sets.chain(self.attempts.values().copied().map(Entry::Attempt))
    }

    pub fn attempt_count(&self) -> usize {
        self.attempts.len()
    }

    fn contents(&self, set: SetId) -> Option<(UnixMillis, &Contents)> {
        match self.sets.get(&(set, FactKind::Contents)) {
            Some(SetEntry { at, is: SetFact::Contents(contents), .. }) => Some((*at, contents)),
            _ => None,
        }
    }

    fn label(&self, set: SetId) -> Label {
        match self.sets.get(&(set, FactKind::Label)) {
            Some(SetEntry { is: SetFact::Label(label), .. }) => label.clone(),
            _ => Label::default(),
        }
    }

    fn cycles(&self, set: SetId) -> Option<&Cycles> {
        match self.sets.get(&(set, FactKind::Cycles)) {
            Some(SetEntry { at, is: SetFact::Cycles(cycles), .. }) => {
                Some(cycles).filter(|_| self.forgotten_at(set).is_none_or(|forgotten| *at > forgotten))
            }
            _ => None,
        }
    }

    /// When the set was forgotten, unless that was undone.
    fn forgotten_at(&self, set: SetId) -> Option<UnixMillis> {
        match self.sets.get(&(set, FactKind::Forgotten)) {
            Some(SetEntry { at, is: SetFact::Forgotten(true), .. }) => Some(*at),
            _ => None,
        }
    }

    fn is_forgotten(&self, attempt: &StoredAttempt) -> bool {
        self.forgotten_at(attempt.set).is_some_and(|at| attempt.at <= at)
    }

    /// The attempts at a puzzle that are not forgotten, the oldest first.
    fn attempts_at(&self, puzzle: PuzzleId) -> impl Iterator<Item = &StoredAttempt> {
        let from = AttemptKey { puzzle, at: 0, think: Duration::ZERO };
        let to = AttemptKey { puzzle, at: UnixMillis::MAX, think: Duration::MAX };
        let all = self.attempts.range(from..=to).map(|(_, attempt)| attempt);
        all.filter(|attempt| !self.is_forgotten(attempt))
    }
}
