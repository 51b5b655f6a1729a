//! A match as one JSON document: every action with the position after it, in file order.

use std::ops::Range;

use record::NodeId;
use record::backgammon::{Action, Location, MatchError, MatchFile, MatchGame, PlayedAction};
use record::sgf::Collection;
use rules::backgammon::Side;
use serde_json::{Map, Value as Json, json};

use super::super::json as sgf_json;

/// With one game only, warnings are left out: they are about the file.
pub fn document(file: &MatchFile, games: Range<usize>) -> Json {
    let is_whole = games.len() == file.games().len();
    let errors = file.errors();
    let mut warnings: Vec<Json> = errors.iter().filter(|_| is_whole).map(warning).collect();
    let games: Vec<Json> = match file.sgf() {
        Some(sgf) => {
            let syntax = if is_whole { record::go::check(sgf) } else { Vec::new() };
            let mut document = sgf_json::document(sgf, 0..sgf.games().len(), &syntax);
            warnings.extend(document["warnings"].as_array().cloned().unwrap_or_default());
            let all = sgf_games(file, sgf, document["games"].take());
            if is_whole { all } else { backgammon_only(sgf, all).get(games).unwrap_or_default().to_vec() }
        }
        None => file.games().get(games).unwrap_or_default().iter().map(|each| game(file, each)).collect(),
    };
    json!({ "game": "backgammon", "warnings": warnings, "games": games })
}

/// The documents of an SGF file's backgammon games.
fn backgammon_only(sgf: &Collection, documents: Vec<Json>) -> Vec<Json> {
    let all = sgf.games().iter().zip(documents);
    all.filter(|(root, _)| is_backgammon(sgf, **root)).map(|(_, document)| document).collect()
}

fn warning(error: &MatchError) -> Json {
    let message = error.problem.to_string();
    match error.location {
        Location::Text(at) => json!({ "line": at.line, "column": at.column, "message": message }),
        Location::Record(number) => json!({ "record": number, "message": message }),
    }
}

fn game(file: &MatchFile, game: &MatchGame) -> Json {
    let last = game.actions.len();
    let nodes: Vec<Json> = (0..=last)
        .map(|id| {
            let children: Vec<usize> = (id < last).then_some(id + 1).into_iter().collect();
            let mut node = Map::new();
            node.insert("id".into(), id.into());
            node.insert("parent".into(), json!(id.checked_sub(1)));
            node.insert("children".into(), json!(children));
            node.extend(
                id.checked_sub(1).and_then(|n| game.actions.get(n)).map(played).into_iter().flatten(),
            );
            node.insert("xgid".into(), game.position(id).xgid().into());
            node.into()
        })
        .collect();
    json!({ "info": info(file, game), "nodes": nodes })
}

/// The nodes of an SGF file as they are, with what they mean.
fn sgf_games(file: &MatchFile, sgf: &Collection, games: Json) -> Vec<Json> {
    let Json::Array(mut documents) = games else { return Vec::new() };
    let of_backgammon = sgf.games().iter().zip(&mut documents).filter(|(root, _)| is_backgammon(sgf, **root));
    for ((root, document), game) in of_backgammon.zip(file.games()) {
        let order: Vec<NodeId> = sgf.tree().preorder(*root).collect();
        if let Some(fields) = document["info"].as_object_mut() {
            fields.remove("size");
            fields.extend(info(file, game));
        }
        for (n, action) in game.actions.iter().enumerate() {
            let id = action.node.and_then(|node| order.binary_search(&node).ok());
            let fields = id.and_then(|id| document["nodes"].get_mut(id)).and_then(Json::as_object_mut);
            if let Some(fields) = fields {
                fields.extend(played(action));
                fields.insert("xgid".into(), game.position(n + 1).xgid().into());
            }
        }
    }
    documents
}

fn is_backgammon(sgf: &Collection, root: NodeId) -> bool {
    sgf.kind(root) == record::sgf::GameKind::Backgammon
}

fn info(file: &MatchFile, game: &MatchGame) -> Map<String, Json> {
    let mut info = Map::new();
    for (name, value) in file.tags() {
        info.insert(name.to_lowercase(), value.clone().into());
    }
    info.insert("top".into(), game.players.top.clone().into());
    info.insert("bottom".into(), game.players.bottom.clone().into());
    info.insert("length".into(), file.length().into());
    info.insert("score".into(), json!({ "top": game.score().top, "bottom": game.score().bottom }));
    info.insert("crawford".into(), game.start.is_crawford().into());
    if let Some(won) = game.won {
        let letter = if won.side == Side::Top { 'W' } else { 'B' };
        info.insert("result".into(), format!("{letter}+{}", won.points).into());
    }
    info
}

fn played(played: &PlayedAction) -> Map<String, Json> {
    let mut fields = Map::new();
    fields.insert("player".into(), played.side.to_string().into());
    let name = match played.action {
        Action::Roll { dice, play } => {
            fields.insert("dice".into(), json!([dice.high(), dice.low()]));
            fields.insert("play".into(), play.to_string().into());
            "roll"
        }
        Action::Double => "double",
        Action::Take => "take",
        Action::Pass => "pass",
        Action::Beaver => "beaver",
        Action::Raccoon => "raccoon",
    };
    fields.insert("action".into(), name.into());
    fields
}
