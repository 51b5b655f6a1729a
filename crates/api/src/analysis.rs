//! Searches of engines on the server's machine. The answer to a request is a stream of lines, a `SearchUpdate` in JSON each;
//! whoever stops reading ends the search.

use analysis::{EngineName, Limit, Report};
use i18n::Language;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::call::{Call, Method};
use crate::{ApiError, CallError, ErrorCode, engines};

pub const ANALYSIS: &str = "/api/analysis";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchRequest {
    pub position: SearchPosition,
    /// How many moves the engine compares.
    pub lines: usize,
    /// Only these moves, as engines write them. Empty: all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    pub limit: Limit,
}

/// A position with the moves that led to it, which engines need for repetitions and ko.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SearchPosition {
    Chess(ChessGame),
    Go(GoGame),
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChessGame {
    /// The position at the start in FEN.
    pub start: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chess960: bool,
    /// The moves from there, as engines write them: `e2e4`.
    pub moves: Vec<String>,
}

/// Points are written as players do (`D4`), and a pass is `pass`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GoGame {
    pub width: u8,
    pub height: u8,
    /// The stones on the board before the first move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub black: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub white: Vec<String>,
    /// White plays the first move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub white_begins: bool,
    /// As in SGF's RU.
    pub rules: String,
    pub komi: f64,
    /// Black's handicap stones, for which White gets points by some rules.
    #[serde(default)]
    pub handicap: u32,
    /// Of both sides in turn.
    pub moves: Vec<String>,
}

/// The state of a search: always complete, so that one that was not read can be left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchUpdate {
    pub engine: EngineName,
    pub report: Report,
    pub state: SearchState,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SearchState {
    #[default]
    Running,
    /// The limit was reached.
    Finished,
    /// Another search took the engine: of another window, or of this one.
    Replaced,
    Failed(ApiError),
}

impl SearchState {
    /// Whether no further update follows.
    pub fn is_final(&self) -> bool {
        *self != SearchState::Running
    }
}

/// Its answer is read line by line while it arrives.
pub fn search(request: &SearchRequest) -> Call<Vec<SearchUpdate>> {
    Call::new(Method::Post, ANALYSIS, |reply| read_updates(&reply.body).ok_or(CallError::BadReply))
        .with(request)
}

/// The updates in complete lines. None: a line is no update.
pub fn read_updates(lines: &[u8]) -> Option<Vec<SearchUpdate>> {
    read_lines(lines)
}

/// A value in JSON on each line.
pub(crate) fn read_lines<T: DeserializeOwned>(lines: &[u8]) -> Option<Vec<T>> {
    let lines = lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).ok()).collect()
}

/// The messages of failed searches.
pub fn wording(error: &ApiError, language: Language) -> Option<String> {
    let texts = language.engine_errors();
    let text = match error.code {
        ErrorCode::EngineNeeded => texts.engine_needed,
        ErrorCode::EngineDied => texts.engine_died,
        ErrorCode::NotSearchable => texts.not_searchable,
        ErrorCode::NotReviewable => texts.not_reviewable,
        _ => return engines::wording(error, language),
    };
    Some(error.fill(text, wording, language))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_written_as_documented() {
        let position = SearchPosition::Chess(ChessGame {
            start: "8/8/8/8/8/8/8/8 w - - 0 1".into(),
            ..ChessGame::default()
        });
        let request = SearchRequest { position, lines: 3, only: Vec::new(), limit: Limit::Millis(500) };
        let text = serde_json::to_string(&request).unwrap();
        let expected = r#"{"position":{"chess":{"start":"8/8/8/8/8/8/8/8 w - - 0 1","moves":[]}},"lines":3,"limit":{"millis":500}}"#;
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<SearchRequest>(&text).unwrap(), request);
    }

    #[test]
    fn updates_are_read_a_line_each() {
        let failed = SearchState::Failed(ApiError::new(ErrorCode::EngineDied).with("engine", "Stockfish"));
        let updates = [SearchUpdate::default(), SearchUpdate { state: failed, ..SearchUpdate::default() }];
        let lines: String =
            updates.iter().map(|update| serde_json::to_string(update).unwrap() + "\n").collect();
        assert_eq!(read_updates(lines.as_bytes()).unwrap(), updates);
        assert_eq!(read_updates(b"{\n"), None);
        assert!(!updates[0].state.is_final() && updates[1].state.is_final());
    }
}
