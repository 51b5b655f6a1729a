//! Rows as JSON, for the command line and the page.

use serde_json::{Value, json};

use crate::duplicates::DuplicateGroup;
use crate::row::Game;
use crate::search::SearchResults;

impl Game {
    pub fn json(&self) -> Value {
        let summary = &self.summary;
        json!({
            "id": self.id,
            "kind": summary.kind.name(),
            "black": summary.black,
            "white": summary.white,
            "event": summary.event,
            "date": summary.date.to_string(),
            "result": summary.result,
            "winner": summary.winner.name(),
            "size": [summary.size.0, summary.size.1],
            "moves": summary.move_count(),
            "path": self.path.to_string_lossy(),
            "number": self.number,
        })
    }
}

impl SearchResults {
    pub fn json(&self) -> Value {
        let games = self.games.iter().map(|place| {
            let mut game = place.game.json();
            if let (Some(at), Some(fields)) = (place.at, game.as_object_mut()) {
                fields.insert("at".into(), at.into());
            }
            game
        });
        json!({ "total": self.total, "games": games.collect::<Vec<_>>() })
    }
}

impl DuplicateGroup {
    pub fn json(&self) -> Value {
        json!({ "exact": self.exact, "games": self.games.iter().map(Game::json).collect::<Vec<_>>() })
    }
}
