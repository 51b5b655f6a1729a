//! What the engine is asked.

use serde_json::{Value, json};

use crate::Limit;
use crate::review::Player;

/// One position. Points are named as players do, and all moves are legal.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// Answers come back with it.
    pub id: u64,
    pub width: u8,
    pub height: u8,
    /// On the board before the first move.
    pub stones: Vec<(Player, String)>,
    /// Who plays the first move.
    pub first: Player,
    pub moves: Vec<(Player, String)>,
    /// A name or an object, as in KataGo's documentation.
    pub rules: Value,
    /// An integer or a half.
    pub komi: f64,
    pub limit: Limit,
}

/// A sign of life during a long search, in seconds.
const REPORT_EVERY: f64 = 5.0;
/// KataGo wants a number of visits even where the time is limited.
const MANY_VISITS: u64 = 1_000_000_000;
/// The largest komi that KataGo takes.
const MAX_KOMI: f64 = 150.0;

impl Query {
    pub(super) fn line(&self) -> Vec<u8> {
        let mut settings = json!({ "reportAnalysisWinratesAs": "BLACK" });
        let visits = match self.limit {
            Limit::Nodes(visits) => visits.clamp(1, MANY_VISITS),
            Limit::Millis(millis) => {
                settings["maxTime"] = json!(millis as f64 / 1000.0);
                MANY_VISITS
            }
            Limit::Depth(_) | Limit::None => MANY_VISITS,
        };
        let komi = (2.0 * self.komi.clamp(-MAX_KOMI, MAX_KOMI)).round() / 2.0;
        let query = json!({
            "id": self.id.to_string(), "boardXSize": self.width, "boardYSize": self.height,
            "initialStones": pairs(&self.stones), "initialPlayer": letter(self.first),
            "moves": pairs(&self.moves), "rules": self.rules, "komi": komi, "maxVisits": visits,
            "reportDuringSearchEvery": REPORT_EVERY, "overrideSettings": settings,
        });
        let mut line = query.to_string().into_bytes();
        line.push(b'\n');
        line
    }
}

fn pairs(moves: &[(Player, String)]) -> Vec<[&str; 2]> {
    moves.iter().map(|(player, at)| [letter(*player), at.as_str()]).collect()
}

fn letter(player: Player) -> &'static str {
    match player {
        Player::First => "B",
        Player::Second => "W",
    }
}
