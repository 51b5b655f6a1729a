//! What there is to go on with: what this browser keeps, and what the studio knows of.

use drill::Day;
use flashcards::Schedule;
use serde::Deserialize;

use crate::cards;
use crate::http;
use crate::recent::{self, Recent};
use crate::storage;
use crate::train;

/// A set of puzzles with how many are due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    pub id: String,
    pub name: String,
    pub count: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Room {
    pub room: String,
    pub title: String,
    pub playing: bool,
}

/// What this browser keeps; asked for each time Home is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kept {
    pub records: Vec<Recent>,
    pub bot_game: bool,
    pub drills: Vec<Due>,
}

pub fn kept() -> Kept {
    Kept {
        records: recent::all(),
        bot_game: storage::find("tabiya.bot-game").is_some(),
        drills: train::due_today().into_iter().map(|(id, name, count)| Due { id, name, count }).collect(),
    }
}

/// Games on this machine that somebody plays or could join.
pub async fn rooms() -> Vec<Room> {
    // A page without its studio has no rooms.
    let text = http::ask("GET", "/api/rooms", None).await.unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// Decisions collected in Cards, and how many of them are to be drilled.
pub async fn deck(today: Day) -> (usize, usize) {
    let (ids, schedule): (Vec<String>, Schedule) = cards::collected().await;
    let due = ids.iter().filter(|id| schedule.days_left(id, today).is_none_or(|days| days == 0)).count();
    (ids.len(), due)
}
