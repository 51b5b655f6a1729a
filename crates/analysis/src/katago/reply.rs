//! What the engine says, a line of JSON each.

use serde::Deserialize;
use serde_json::Value;

use crate::{Effort, Evaluation, Line};

/// Longer variations are of no use to anyone.
const MAX_MOVES: usize = 40;
/// More candidates than points on the largest board are nonsense.
const MAX_CANDIDATES: usize = 400;

#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// The lines of a query, the best first. Empty if it ended before anything was known.
    Lines {
        id: String,
        is_final: bool,
        lines: Vec<Line>,
    },
    /// A query was refused; without an id nobody knows which.
    Error {
        id: Option<String>,
        why: String,
    },
    /// Something in a query had no effect.
    Warning(String),
    Version(String),
    /// The networks, by name.
    Models(Vec<String>),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MoveInfo {
    #[serde(rename = "move")]
    mv: String,
    #[serde(default)]
    order: u32,
    #[serde(default)]
    visits: u32,
    winrate: f32,
    score_lead: f32,
    #[serde(default)]
    pv: Vec<String>,
    /// It was not searched: its values are those of its twin.
    is_symmetry_of: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo {
    winrate: f32,
    score_lead: f32,
    #[serde(default)]
    visits: u32,
}

impl Reply {
    /// None for what is not a reply.
    pub fn read(line: &str) -> Option<Reply> {
        let Value::Object(mut fields) = serde_json::from_str(line).ok()? else { return None };
        let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
        let id = text(fields.get("id"));
        if let Some(error) = text(fields.get("error")) {
            let field = text(fields.get("field")).map_or_else(String::new, |field| format!(" ({field})"));
            return Some(Reply::Error { id, why: format!("{error}{field}") });
        }
        if let Some(warning) = text(fields.get("warning")) {
            return Some(Reply::Warning(warning));
        }
        match text(fields.get("action")).as_deref() {
            Some("query_version") => return Some(Reply::Version(text(fields.get("version"))?)),
            Some("query_models") => return Some(Reply::Models(models(fields.get("models")?))),
            Some(_) => return None,
            None => {}
        }
        let is_final = !fields.get("isDuringSearch").and_then(Value::as_bool).unwrap_or(false);
        if fields.get("noResults").and_then(Value::as_bool) == Some(true) {
            return Some(Reply::Lines { id: id?, is_final, lines: Vec::new() });
        }
        let moves: Vec<MoveInfo> = serde_json::from_value(fields.remove("moveInfos")?).ok()?;
        let root: RootInfo = serde_json::from_value(fields.remove("rootInfo")?).ok()?;
        Some(Reply::Lines { id: id?, is_final, lines: lines(moves, &root) })
    }
}

fn models(value: &Value) -> Vec<String> {
    let name = |model: &Value| {
        let name = model.get("internalName").or_else(|| model.get("name"));
        name.and_then(Value::as_str).map(str::to_owned)
    };
    value.as_array().into_iter().flatten().filter_map(name).collect()
}

/// The position itself is worth what the root says, which is less scattered than its best move.
fn lines(mut moves: Vec<MoveInfo>, root: &RootInfo) -> Vec<Line> {
    moves.retain(|mv| mv.is_symmetry_of.is_none());
    moves.sort_by_key(|mv| mv.order);
    moves.truncate(MAX_CANDIDATES);
    let mut lines: Vec<Line> = moves.into_iter().map(line).collect();
    if let Some(first) = lines.first_mut() {
        first.evaluation = Evaluation::of_points(root.winrate, root.score_lead, Effort::Visits(root.visits));
    }
    lines
}

fn line(mv: MoveInfo) -> Line {
    let mut moves = mv.pv;
    if moves.first() != Some(&mv.mv) {
        moves = vec![mv.mv];
    }
    moves.truncate(MAX_MOVES);
    Line { evaluation: Evaluation::of_points(mv.winrate, mv.score_lead, Effort::Visits(mv.visits)), moves }
}
