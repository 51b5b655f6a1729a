//! Snapshots: a table as JSON, to continue from without the inputs that led to it. They keep the journal of a long evening
//! short. The names of the fields are part of the journal's format.
//!
//!     let snapshot = serde_json::to_string(&table)?;
//!     let table = Table::continue_from(serde_json::from_str(&snapshot)?, later_entries);

use std::fmt;

use moment::Moment;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::chat::HISTORY;
use super::{JournalEntry, Table};

/// Why a snapshot is not of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct InvalidSnapshot(&'static str);

impl fmt::Display for InvalidSnapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Table::serialize(self, to)
    }
}

impl<'de> Deserialize<'de> for Table {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Table, D::Error> {
        let mut table = Table::deserialize(from)?;
        table.check_numbers().map_err(D::Error::custom)?;
        table.next_due = table.due().map(|(at, _)| at);
        Ok(table)
    }
}

impl Table {
    /// The table after the entries that were written since its snapshot.
    #[must_use]
    pub fn continue_from(mut snapshot: Table, entries: impl IntoIterator<Item = JournalEntry>) -> Table {
        for entry in entries {
            snapshot.handle(Moment::from_millis(entry.at), entry.input);
        }
        snapshot
    }

    /// Games that were begun here.
    pub fn games(&self) -> u32 {
        self.number
    }

    /// No input leads to numbers beyond these limits, and the table counts on from them.
    fn check_numbers(&self) -> Result<(), InvalidSnapshot> {
        if self.settings.check().is_err() {
            return Err(InvalidSnapshot("the settings are not playable"));
        }
        if self.resumes >= u64::from(u32::MAX) {
            return Err(InvalidSnapshot("too many restarts"));
        }
        if self.chat.len() > HISTORY {
            return Err(InvalidSnapshot("too many chat lines"));
        }
        if !self.seats.iter().flatten().all(super::seat::Seat::has_valid_numbers) {
            return Err(InvalidSnapshot("the numbers of the messages are impossible"));
        }
        Ok(())
    }
}
