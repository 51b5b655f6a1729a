//! What a program adds to the history: a set that was opened, attempts, cycles, names, and what is forgotten. Each returns
//! the new entries, for the program to store.

use super::{
    Contents, Cycles, Entry, History, Label, PuzzleId, SetEntry, SetFact, SetId, StoredAttempt, UnixMillis,
};
use crate::progress::Progress;

/// A set that was opened, and the entries that were added for it.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenedSet {
    pub set: SetId,
    pub added: Vec<Entry>,
}

/// How far a set's progress had got, to find what was added since.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgressMark {
    attempts: usize,
    in_cycles: usize,
}

impl ProgressMark {
    pub fn of(progress: &Progress) -> ProgressMark {
        ProgressMark { attempts: progress.attempts().len(), in_cycles: progress.cycle_attempts() }
    }
}

impl History {
    /// Recognises the set that these puzzles are, or adds a new one.
    pub fn open_set(&mut self, now: UnixMillis, name: &str, source: &str, puzzles: &[PuzzleId]) -> OpenedSet {
        let set = self.recognise(name, source, puzzles).unwrap_or_else(|| SetId::of(puzzles));
        let known = self.contents(set).map(|(_, contents)| contents);
        let contents = Contents {
            name: name.to_owned(),
            source: source.to_owned(),
            created: known.map_or(now, |known| known.created),
            puzzles: puzzles.to_owned(),
        };
        let is_news = known != Some(&contents) || !self.is_visible(set);
        let fact = is_news.then(|| self.state(set, now, SetFact::Contents(contents)));
        OpenedSet { set, added: fact.into_iter().collect() }
    }

    /// The attempts and cycles that the progress of a set with these puzzles has gained since the mark.
    pub fn record(
        &mut self,
        set: (SetId, &[PuzzleId]),
        now: UnixMillis,
        before: &ProgressMark,
        after: &Progress,
    ) -> Vec<Entry> {
        let (set, puzzles) = set;
        let mut added = Vec::new();
        if let Some((began, plan)) = after.cycles_began() {
            let cycles = Cycles { began, plan: plan.clone() };
            if self.cycles(set) != Some(&cycles) {
                added.push(self.state(set, now, SetFact::Cycles(cycles)));
            }
        }
        let in_cycles = after.cycle_attempts().saturating_sub(before.in_cycles);
        let fresh = after.attempts().get(before.attempts..).unwrap_or_default();
        let outside = fresh.len().saturating_sub(in_cycles);
        for (n, (day, result)) in fresh.iter().enumerate() {
            let Some(puzzle) = puzzles.get(result.puzzle).copied() else { continue };
            let cycle = (n >= outside).then(|| after.cycles().len() as u32);
            let at = self.after_forgetting(set, now);
            let attempt = StoredAttempt { puzzle, at, day: *day, set, cycle, result: *result };
            let entry = Entry::Attempt(attempt).normalised();
            self.insert(entry.clone());
            added.push(entry);
        }
        added
    }

    /// An attempt right after the set was forgotten belongs to what comes after.
    fn after_forgetting(&self, set: SetId, now: UnixMillis) -> UnixMillis {
        self.forgotten_at(set).map_or(now, |forgotten| now.max(forgotten.saturating_add(1)))
    }

    /// An empty name stands for the name of the file.
    pub fn rename(&mut self, set: SetId, now: UnixMillis, name: &str) -> Entry {
        let name = Some(name.trim()).filter(|name| !name.is_empty()).map(str::to_owned);
        let label = Label { name, ..self.label(set) };
        self.state(set, now, SetFact::Label(label))
    }

    /// Tags as typed: separated by commas, each once.
    pub fn set_tags(&mut self, set: SetId, now: UnixMillis, tags: &str) -> Entry {
        let mut all: Vec<String> = Vec::new();
        for tag in tags.split([',', '，', '、']).map(str::trim).filter(|tag| !tag.is_empty()) {
            if !all.iter().any(|known| known.to_lowercase() == tag.to_lowercase()) {
                all.push(tag.to_owned());
            }
        }
        let label = Label { tags: all, ..self.label(set) };
        self.state(set, now, SetFact::Label(label))
    }

    /// Hides the set and the attempts made in it.
    pub fn forget(&mut self, set: SetId, now: UnixMillis) -> Entry {
        let facts = self.sets.values().filter(|entry| entry.id == set).map(|entry| entry.at);
        let attempts = self.attempts.values().filter(|attempt| attempt.set == set).map(|attempt| attempt.at);
        // Everything that is known about the set is older than this, even if a clock is wrong.
        let newest = facts.chain(attempts).max().unwrap_or(0);
        self.state(set, now.max(newest), SetFact::Forgotten(true))
    }

    /// Undoes `forget`.
    pub fn restore(&mut self, set: SetId, now: UnixMillis) -> Entry {
        self.state(set, now, SetFact::Forgotten(false))
    }

    /// States a fact, newer than what it replaces even if a clock is slow, and newer than forgetting.
    fn state(&mut self, set: SetId, now: UnixMillis, is: SetFact) -> Entry {
        let known = self.sets.get(&(set, is.kind())).map(|known| known.at.saturating_add(1));
        let at = now.max(known.unwrap_or(0));
        let at = if matches!(is, SetFact::Forgotten(_)) { at } else { self.after_forgetting(set, at) };
        let entry = Entry::Set(SetEntry { id: set, at, is }).normalised();
        self.insert(entry.clone());
        entry
    }
}
