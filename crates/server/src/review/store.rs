//! Evaluations in the library's database, as JSON.

use analysis::review::Pass;
use analysis::{EngineName, Limit, Line};
use library::{EvaluationKey, Evaluations, LibraryError};

pub struct Store {
    /// None: nothing is stored, and every search is made again.
    evaluations: Option<Evaluations>,
}

impl Store {
    pub fn new(evaluations: Option<Evaluations>) -> Store {
        Store { evaluations }
    }

    /// A whole analysis as an engine wrote it.
    pub fn text(&self, key: &EvaluationKey) -> Option<String> {
        self.evaluations.as_ref()?.find(key).ok()?
    }

    pub fn store_text(&self, key: &EvaluationKey, text: &str) -> Result<(), LibraryError> {
        self.evaluations.as_ref().map_or(Ok(()), |evaluations| evaluations.store(key, text))
    }

    /// What cannot be read counts as not stored.
    pub(super) fn find(&self, key: &EvaluationKey) -> Option<Vec<Line>> {
        let text = self.evaluations.as_ref()?.find(key).ok()??;
        serde_json::from_str(&text).ok()
    }

    pub(super) fn store(&self, key: &EvaluationKey, lines: &[Line]) -> Result<(), LibraryError> {
        match (&self.evaluations, serde_json::to_string(lines)) {
            (Some(evaluations), Ok(text)) => evaluations.store(key, &text),
            _ => Ok(()),
        }
    }
}

/// How a search is limited, as part of the key.
pub fn effort_text(limit: Limit, pass: Pass) -> String {
    let limit = match limit {
        Limit::Nodes(nodes) => format!("nodes {nodes}"),
        Limit::Millis(millis) => format!("ms {millis}"),
        Limit::Depth(depth) => format!("depth {depth}"),
        Limit::None => "none".to_owned(),
    };
    format!("{limit} lines {}", pass.lines())
}

pub(super) fn key(
    (position, rules): (String, String),
    engine: &EngineName,
    limit: Limit,
    pass: Pass,
) -> EvaluationKey {
    EvaluationKey {
        position,
        rules,
        engine: engine.name.clone(),
        version: engine.version.clone(),
        effort: effort_text(limit, pass),
    }
}
