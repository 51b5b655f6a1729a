//! gnubg analyses a whole backgammon match. The answer is a stream of lines, a `MatchUpdate` in JSON each; whoever stops
//! reading ends the analysis. What it says about the players is counted from the analysed match by `flashcards`.

use serde::{Deserialize, Serialize};

use crate::call::{Call, Method};
use crate::path::with_query;
use crate::{ApiError, CallError};

pub const MATCH_ANALYSIS: &str = "/api/match-analysis";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchOptions {
    pub plies: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MatchUpdate {
    Running {
        games_done: usize,
        games: usize,
    },
    /// The match as SGF with the analysis.
    Finished {
        sgf: String,
    },
    Failed(ApiError),
}

impl MatchUpdate {
    /// Whether no further update follows.
    pub fn is_final(&self) -> bool {
        !matches!(self, MatchUpdate::Running { .. })
    }
}

/// For a match as `.mat` or SGF. The answer is read line by line while it arrives.
pub fn analyse_match(bytes: &[u8], plies: u8) -> Call<Vec<MatchUpdate>> {
    let path = with_query(MATCH_ANALYSIS, &[("plies", &plies.to_string())]);
    Call::new(Method::Post, path, |reply| read_updates(&reply.body).ok_or(CallError::BadReply))
        .with_bytes(bytes.to_vec())
}

/// The updates in complete lines. None: a line is no update.
pub fn read_updates(lines: &[u8]) -> Option<Vec<MatchUpdate>> {
    let lines = lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorCode;

    #[test]
    fn updates_are_written_as_documented_and_read_back() {
        let updates = [
            MatchUpdate::Running { games_done: 1, games: 5 },
            MatchUpdate::Finished { sgf: "(;GM[6])".into() },
            MatchUpdate::Failed(ErrorCode::GnubgMissing.into()),
        ];
        let lines: Vec<String> =
            updates.iter().map(|update| serde_json::to_string(update).unwrap()).collect();
        assert_eq!(
            lines,
            [
                r#"{"running":{"games_done":1,"games":5}}"#,
                r#"{"finished":{"sgf":"(;GM[6])"}}"#,
                r#"{"failed":{"code":"gnubg-missing"}}"#,
            ]
        );
        assert_eq!(read_updates(lines.join("\n").as_bytes()).unwrap(), updates);
        assert_eq!(updates.map(|update| update.is_final()), [false, true, true]);
    }

    #[test]
    fn the_depth_is_in_the_address() {
        assert_eq!(analyse_match(b" 3 point match", 2).path, "/api/match-analysis?plies=2");
    }
}
