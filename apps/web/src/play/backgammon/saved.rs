//! The match that this browser remembers.

use play::backgammon::{BackgammonTable, GnubgLevel, TableInput, TableSettings};
use serde::{Deserialize, Serialize};
use web_sys::js_sys::Date;

use crate::storage::{self, StorageError};

const MATCH: &str = "tabiya.backgammon-match";

#[derive(Serialize, Deserialize)]
pub struct SavedMatch {
    pub length: u16,
    pub name: String,
    pub opponent: String,
    pub level: String,
    /// When it was begun: `2026.11.19`.
    pub date: String,
    pub inputs: Vec<String>,
}

impl SavedMatch {
    pub fn of(table: &BackgammonTable, level: GnubgLevel, date: &str) -> SavedMatch {
        let TableSettings { length, name, opponent } = table.settings().clone();
        let inputs = table.inputs().iter().map(TableInput::text).collect();
        SavedMatch { length, name, opponent, level: level.name().to_owned(), date: date.to_owned(), inputs }
    }

    pub fn level(&self) -> GnubgLevel {
        GnubgLevel::from_name(&self.level).unwrap_or_default()
    }

    pub fn table(&self) -> BackgammonTable {
        let settings =
            TableSettings { length: self.length, name: self.name.clone(), opponent: self.opponent.clone() };
        BackgammonTable::restore(settings, self.inputs.iter().map_while(|text| TableInput::read(text)))
    }
}

pub fn load() -> Option<SavedMatch> {
    serde_json::from_str(&storage::get(MATCH)?).ok()
}

pub fn store(saved: &SavedMatch) -> Result<(), StorageError> {
    let text = serde_json::to_string(saved).map_err(|_| StorageError)?;
    storage::set(MATCH, &text)
}

/// By the player's own calendar.
pub fn today() -> String {
    let now = Date::new_0();
    format!("{}.{:02}.{:02}", now.get_full_year(), now.get_month() + 1, now.get_date())
}
