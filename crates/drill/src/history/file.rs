//! The history as a file: a line that names the format and its version, then one line per entry. Programs add lines to
//! their store, so the first line may come again, and a program that was killed may have left half a line.

use std::fmt;

use serde::Deserialize;
use serde_json::Value;

use super::{Entry, History};

const VERSION: u64 = 1;
/// The member of the first line that names the format.
const FORMAT: &str = "tabiya-training";

/// A history, and the numbers of the lines that could not be read, from 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadHistory {
    pub history: History,
    pub damaged: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryError {
    /// The file does not begin as a training history does.
    NotAHistory,
    /// A later version of the program wrote it.
    Newer { version: u64 },
}

impl fmt::Display for HistoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HistoryError::NotAHistory => f.write_str("this is not a training history"),
            HistoryError::Newer { version } => {
                write!(f, "this training history has format {version}, and this program knows only {VERSION}")
            }
        }
    }
}

impl std::error::Error for HistoryError {}

enum Line {
    Format(u64),
    Entry(Entry),
    /// An entry of a later version.
    Unknown,
    Damaged,
}

impl Line {
    fn read(line: &str) -> Line {
        let Ok(value) = serde_json::from_str::<Value>(line) else { return Line::Damaged };
        let Some(object) = value.as_object() else { return Line::Damaged };
        if let Some(version) = object.get(FORMAT) {
            return version.as_u64().map_or(Line::Damaged, Line::Format);
        }
        Entry::deserialize(&value).map_or(Line::Unknown, Line::Entry)
    }
}

impl History {
    /// The first line of every file.
    pub fn first_line() -> String {
        format!("{{\"{FORMAT}\":{VERSION}}}")
    }

    /// Reads a store. Damaged lines are left out; an empty file is an empty history.
    pub fn read_store(text: &str) -> Result<ReadHistory, HistoryError> {
        let mut read = ReadHistory::default();
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        for (number, line) in lines {
            match Line::read(line) {
                Line::Format(version) if version > VERSION => return Err(HistoryError::Newer { version }),
                Line::Format(_) => {}
                Line::Entry(entry) => {
                    read.history.insert(entry);
                }
                Line::Unknown => {
                    read.history.unknown.insert(line.trim().to_owned());
                }
                Line::Damaged => read.damaged.push(number + 1),
            }
        }
        Ok(read)
    }

    /// Reads a file that the user chose: it must be an exported history.
    pub fn read_export(text: &str) -> Result<ReadHistory, HistoryError> {
        let first = text.trim_start_matches('\u{feff}').lines().find(|line| !line.trim().is_empty());
        match first.map(Line::read) {
            Some(Line::Format(_)) => History::read_store(text.trim_start_matches('\u{feff}')),
            _ => Err(HistoryError::NotAHistory),
        }
    }

    /// The whole history as a file.
    pub fn text(&self) -> String {
        lines(std::iter::once(History::first_line()).chain(self.lines()))
    }

    fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.entries().map(|entry| entry.line()).chain(self.unknown.iter().cloned())
    }

    /// What has to be added to another copy so that it has all of this one; empty if nothing is missing.
    pub fn lines_missing_in(&self, other: &History) -> String {
        let entries = self.entries().filter(|entry| other.is_news(entry)).map(|entry| entry.line());
        let unknown = self.unknown.difference(&other.unknown).cloned();
        lines(entries.chain(unknown))
    }

    /// Entries that another copy lacks.
    pub fn entries_missing_in(&self, other: &History) -> Vec<Entry> {
        self.entries().filter(|entry| other.is_news(entry)).collect()
    }
}

/// Each with its line end.
fn lines(all: impl Iterator<Item = String>) -> String {
    all.flat_map(|line| [line, "\n".to_owned()]).collect()
}
