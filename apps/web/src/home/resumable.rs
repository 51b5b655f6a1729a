//! What can be continued: items stored in this browser, and rooms of the studio.

use drill::Day;
use flashcards::Schedule;
use serde::de::IgnoredAny;

use crate::cards;
use crate::client::call;
use crate::live_games::{self, LiveGame};
use crate::recent::{self, Recent};
use crate::storage;
use crate::train;

/// A set of puzzles and the number due today.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueSet {
    pub id: String,
    pub name: String,
    pub count: usize,
}

/// A room whose settings are not read.
pub type Room = api::rooms::ListedRoom<IgnoredAny>;

/// What this browser stores; read each time Home is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resumable {
    pub records: Vec<Recent>,
    pub bot_game: bool,
    pub live_games: Vec<LiveGame>,
}

pub fn stored() -> Resumable {
    let bot_game = storage::get("tabiya.bot-game").is_some();
    Resumable { records: recent::all(), bot_game, live_games: live_games::all() }
}

/// Sets of puzzles with something to do.
pub async fn drills() -> Vec<DueSet> {
    train::due_today().await.into_iter().map(|(id, name, count)| DueSet { id, name, count }).collect()
}

/// Rooms on this machine, in play or open to join.
pub async fn rooms() -> Vec<Room> {
    // Without a studio there are no rooms.
    call(api::rooms::list()).await.unwrap_or_default()
}

/// The number of decisions collected in Cards, and how many are due.
pub async fn deck(today: Day) -> (usize, usize) {
    let (ids, schedule): (Vec<String>, Schedule) = cards::collected().await;
    let due = ids.iter().filter(|id| schedule.days_left(id, today).is_none_or(|days| days == 0)).count();
    (ids.len(), due)
}
