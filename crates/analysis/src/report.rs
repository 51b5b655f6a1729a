//! What an engine says while it searches.

use serde::{Deserialize, Serialize};

use crate::Evaluation;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EngineName {
    pub name: String,
    pub version: String,
}

/// When a search ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// Nodes in chess, visits in Go.
    Nodes(u64),
    Millis(u64),
    Depth(u32),
    /// Never: someone stops it.
    None,
}

/// The state of a search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub depth: u32,
    pub nodes: u64,
    pub nodes_per_second: u64,
    pub millis: u64,
    /// The best moves, the best first. Empty if the game is over.
    pub lines: Vec<Line>,
    /// Go: row by row, who will own each point, in percent: from 100 (certainly Black) to -100. Empty if it is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ownership: Vec<i8>,
}

/// A move with what follows from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    pub evaluation: Evaluation,
    /// The move and its continuation as the game's engines write them: `e2e4`, `D4`. All are legal.
    pub moves: Vec<String>,
}
