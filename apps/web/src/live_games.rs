//! Games of this browser that are being played in rooms, so that Home and Play can lead back to them. Where they are played
//! is decided by the rooms; this is only a list of links.

use serde::{Deserialize, Serialize};

use crate::pages::Page;
use crate::storage;

const LIVE_GAMES: &str = "tabiya.live-games";
const MAX_COUNT: usize = 8;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveGame {
    pub room: String,
    pub opponent: String,
    /// As far as this browser knows, the player is to move.
    pub your_move: bool,
}

impl LiveGame {
    pub fn address(&self) -> String {
        format!("{}?room={}", Page::Play.path(), self.room)
    }
}

/// The latest first.
pub fn all() -> Vec<LiveGame> {
    storage::get(LIVE_GAMES).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

pub fn remember(game: LiveGame) {
    let mut games = all();
    if games.contains(&game) {
        return;
    }
    games.retain(|old| old.room != game.room);
    games.insert(0, game);
    games.truncate(MAX_COUNT);
    save(&games);
}

pub fn forget(room: &str) {
    let mut games = all();
    let before = games.len();
    games.retain(|old| old.room != room);
    if games.len() < before {
        save(&games);
    }
}

fn save(games: &[LiveGame]) {
    // Without storage there is no list.
    let _ = storage::set(LIVE_GAMES, &serde_json::to_string(games).unwrap_or_default());
}
