//! The entries of the history, and how they are written: one line of JSON each, so that a program can add to a file
//! without reading it, and an entry that was cut off damages no other.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::puzzle_id::{PuzzleId, SetId};
use crate::plan::Plan;
use crate::session::FinishedAttempt;
use crate::woodpecker::Day;

/// Milliseconds since 1970. The caller passes it.
pub type UnixMillis = u64;

/// No attempt takes longer; a damaged file may say so.
const MAX_THINK: Duration = Duration::from_secs(7 * 24 * 60 * 60);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    Attempt(StoredAttempt),
    Set(SetEntry),
}

/// One attempt at a puzzle. Attempts are only ever added.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredAttempt {
    pub puzzle: PuzzleId,
    pub at: UnixMillis,
    /// The day in the player's time zone.
    pub day: Day,
    /// The set in which the puzzle was asked.
    pub set: SetId,
    /// The cycle of that set that it counts for, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycle: Option<u32>,
    /// Its number in the set is always 0: the set may have changed since.
    pub result: FinishedAttempt,
}

/// What is known about a set since a moment; of each kind the newest counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SetEntry {
    pub id: SetId,
    pub at: UnixMillis,
    pub is: SetFact,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetFact {
    Contents(Contents),
    Label(Label),
    Cycles(Cycles),
    /// The set and the attempts made in it until then are hidden, or shown again.
    Forgotten(bool),
}

/// The puzzles of a set, in the order of its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    /// The name of the file.
    pub name: String,
    /// What the program that opened it calls the file.
    pub source: String,
    pub created: UnixMillis,
    pub puzzles: Vec<PuzzleId>,
}

/// What the player calls the set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Label {
    /// None: the name of its file.
    pub name: Option<String>,
    pub tags: Vec<String>,
}

/// The cycles of a set began on this day, with this plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cycles {
    pub began: Day,
    pub plan: Plan,
}

/// The order of the fields is that of the history: all attempts at a puzzle together, the oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct AttemptKey {
    pub puzzle: PuzzleId,
    pub at: UnixMillis,
    /// Data of earlier versions has no time of day. Two attempts of one day then differ in this.
    pub think: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum FactKind {
    Contents,
    Label,
    Cycles,
    Forgotten,
}

impl Entry {
    /// A line of the file, without its end.
    pub fn line(&self) -> String {
        // Fails only for maps whose keys are not strings, which no entry has.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// A key for stores that keep entries one by one. Entries with the same key are the same entry.
    pub fn key(&self) -> String {
        match self {
            Entry::Attempt(attempt) => {
                let AttemptKey { puzzle, at, think } = attempt.key();
                format!("attempt-{at:015}-{puzzle}-{}", think.as_nanos())
            }
            Entry::Set(entry) => format!("set-{}-{:?}-{:015}", entry.id, entry.is.kind(), entry.at),
        }
    }

    /// As the history keeps it: a set has no two puzzles with one id, and no attempt takes weeks.
    pub(super) fn normalised(self) -> Entry {
        match self {
            Entry::Attempt(mut attempt) => {
                attempt.result.puzzle = 0;
                attempt.result.think = attempt.result.think.min(MAX_THINK);
                Entry::Attempt(attempt)
            }
            Entry::Set(mut entry) => {
                if let SetFact::Contents(contents) = &mut entry.is {
                    let mut seen = std::collections::HashSet::new();
                    contents.puzzles.retain(|puzzle| seen.insert(*puzzle));
                }
                Entry::Set(entry)
            }
        }
    }
}

impl StoredAttempt {
    pub(super) fn key(&self) -> AttemptKey {
        AttemptKey { puzzle: self.puzzle, at: self.at, think: self.result.think }
    }
}

impl SetFact {
    pub(super) fn kind(&self) -> FactKind {
        match self {
            SetFact::Contents(_) => FactKind::Contents,
            SetFact::Label(_) => FactKind::Label,
            SetFact::Cycles(_) => FactKind::Cycles,
            SetFact::Forgotten(_) => FactKind::Forgotten,
        }
    }
}
