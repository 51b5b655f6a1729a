//! The sets of the history: which there are, what they are called, and the progress of each.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::entry::FactKind;
use super::{Contents, History, PuzzleId, SetId, StoredAttempt, UnixMillis};
use crate::progress::{PastAttempt, Progress};
use crate::woodpecker::Day;

/// A set in the list of sets.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownSet {
    pub id: SetId,
    /// Tells sets with the same name apart, in the order in which they were added. None for the first.
    pub number: Option<usize>,
    pub tags: Vec<String>,
    pub created: UnixMillis,
    /// The last attempt.
    pub last: Option<UnixMillis>,
    /// Its name is that of the set.
    pub progress: Progress,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SetOrder {
    #[default]
    Name,
    /// The one trained last comes first.
    LastTrained,
    /// The one with most puzzles for today comes first.
    Due,
    /// The one added last comes first.
    Added,
}

impl SetOrder {
    pub const ALL: [SetOrder; 4] = [SetOrder::Name, SetOrder::LastTrained, SetOrder::Due, SetOrder::Added];

    pub fn sort(self, sets: &mut [KnownSet], today: Day) {
        use std::cmp::Reverse;
        sets.sort_by_cached_key(|set| (set.progress.name.to_lowercase(), set.number));
        match self {
            SetOrder::Name => {}
            SetOrder::LastTrained => sets.sort_by_key(|set| Reverse(set.last)),
            SetOrder::Due => sets.sort_by_cached_key(|set| Reverse(set.progress.due_today(today))),
            SetOrder::Added => sets.sort_by_key(|set| Reverse(set.created)),
        }
    }
}

impl History {
    /// The sets that are not forgotten, by name.
    pub fn sets(&self) -> Vec<KnownSet> {
        self.listed(|history, set| history.is_visible(set))
    }

    /// The forgotten sets, by name. Their progress is what they had.
    pub fn forgotten_sets(&self) -> Vec<KnownSet> {
        if self.set_ids().all(|set| self.is_visible(set)) {
            return Vec::new();
        }
        let mut shown = self.clone();
        shown.sets.retain(|(_, kind), _| *kind != FactKind::Forgotten);
        shown.listed(|_, set| !self.is_visible(set))
    }

    fn listed(&self, is_listed: impl Fn(&History, SetId) -> bool) -> Vec<KnownSet> {
        let ids = self.set_ids().filter(|set| is_listed(self, *set));
        let mut sets: Vec<KnownSet> = ids.filter_map(|set| self.known_set(set)).collect();
        sets.sort_by_key(|set| (set.created, set.id));
        let mut with_name: BTreeMap<String, usize> = BTreeMap::new();
        for set in &mut sets {
            let count = with_name.entry(set.progress.name.clone()).or_insert(0);
            *count += 1;
            set.number = Some(*count).filter(|count| *count > 1);
        }
        SetOrder::Name.sort(&mut sets, 0);
        sets
    }

    fn set_ids(&self) -> impl Iterator<Item = SetId> + '_ {
        self.sets.keys().filter(|(_, kind)| *kind == FactKind::Contents).map(|(set, _)| *set)
    }

    fn known_set(&self, set: SetId) -> Option<KnownSet> {
        let (_, contents) = self.contents(set)?;
        let attempts = contents.puzzles.iter().flat_map(|puzzle| self.attempts_at(*puzzle));
        Some(KnownSet {
            id: set,
            number: None,
            tags: self.label(set).tags,
            created: contents.created,
            last: attempts.map(|attempt| attempt.at).max(),
            progress: self.progress(set)?,
        })
    }

    pub(super) fn is_visible(&self, set: SetId) -> bool {
        let shown_since = self.contents(set).map(|(at, _)| at);
        shown_since.is_some_and(|since| self.forgotten_at(set).is_none_or(|forgotten| since > forgotten))
    }

    /// What the player calls it, or the name of its file.
    pub fn name(&self, set: SetId) -> Option<String> {
        let (_, contents) = self.contents(set)?;
        Some(self.label(set).name.unwrap_or_else(|| contents.name.clone()))
    }

    /// The name of the set's file, and what the program that opened it calls it.
    pub fn file_of(&self, set: SetId) -> Option<(&str, &str)> {
        self.contents(set).map(|(_, contents)| (contents.name.as_str(), contents.source.as_str()))
    }

    /// The progress of a set: every attempt at its puzzles, whichever set asked them.
    pub fn progress(&self, set: SetId) -> Option<Progress> {
        let (_, contents) = self.contents(set)?;
        self.progress_of(set, &contents.puzzles)
    }

    /// The progress of some puzzles of a set, such as those that are known while its file is being read.
    pub fn progress_of(&self, set: SetId, puzzles: &[PuzzleId]) -> Option<Progress> {
        let numbered = puzzles.iter().enumerate();
        let mut attempts: Vec<(usize, &StoredAttempt)> =
            numbered.flat_map(|(number, id)| self.attempts_at(*id).map(move |one| (number, one))).collect();
        attempts.sort_by_key(|(number, attempt)| (attempt.at, *number));
        let past = |(number, attempt): (usize, &StoredAttempt)| PastAttempt {
            day: attempt.day,
            attempt: crate::FinishedAttempt { puzzle: number, ..attempt.result },
            cycle: attempt.cycle.filter(|_| attempt.set == set),
        };
        let cycles = self.cycles(set).map(|cycles| (cycles.began, cycles.plan.clone()));
        Some(Progress::rebuilt(
            self.name(set)?,
            puzzles.len(),
            attempts.into_iter().map(past).collect(),
            cycles,
        ))
    }

    /// The ids of a set's puzzles, in its order.
    pub fn puzzles(&self, set: SetId) -> &[PuzzleId] {
        self.contents(set).map_or(&[], |(_, contents)| &contents.puzzles)
    }

    /// The set that was opened last from a file that a program calls so.
    pub fn set_from(&self, source: &str) -> Option<SetId> {
        let found = self.set_ids().filter_map(|set| Some((set, self.contents(set)?)));
        found
            .filter(|(_, (_, contents))| contents.source == source)
            .max_by_key(|(_, (at, _))| *at)
            .map(|(set, _)| set)
    }

    /// The set that these puzzles are, perhaps after an edit: one from the same file that shares a puzzle, one with the
    /// same name that shares most of them, or one that shares nearly all.
    pub fn recognise(&self, name: &str, source: &str, puzzles: &[PuzzleId]) -> Option<SetId> {
        let wanted: HashSet<PuzzleId> = puzzles.iter().copied().collect();
        let mut rated: HashMap<SetId, (bool, usize)> = HashMap::new();
        for set in self.set_ids() {
            let Some((_, contents)) = self.contents(set) else { continue };
            let shared = contents.puzzles.iter().filter(|puzzle| wanted.contains(puzzle)).count();
            if is_same_set(contents, (name, source), shared, wanted.len()) {
                rated.insert(set, (contents.source == source, shared));
            }
        }
        rated.into_iter().max_by_key(|(set, rating)| (*rating, *set)).map(|(set, _)| set)
    }
}

fn is_same_set(contents: &Contents, (name, source): (&str, &str), shared: usize, count: usize) -> bool {
    let larger = contents.puzzles.len().max(count);
    match () {
        () if contents.source == source => shared > 0,
        () if contents.name == name => shared * 3 >= larger * 2,
        () => shared * 10 >= larger * 9 && shared > 0,
    }
}
