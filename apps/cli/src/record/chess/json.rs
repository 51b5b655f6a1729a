//! A chess file as one JSON document: every move with its annotations, in file order.

use std::collections::HashMap;
use std::ops::Range;

use record::NodeId;
use record::pgn::{Brush, Finding, Game, NotePlacement, Pgn, Shape, comment_text};
use rules::chess::Position;
use serde_json::{Map, Value as Json, json};

pub fn document(file: &Pgn, games: Range<usize>) -> Json {
    let games: Vec<Game> = games.filter_map(|n| file.game(n)).collect();
    let warnings: Vec<Json> = games.iter().flat_map(|game| game.findings()).map(warning).collect();
    let games: Vec<Json> = games.iter().map(game).collect();
    json!({ "game": "chess", "warnings": warnings, "games": games })
}

fn warning(finding: &Finding) -> Json {
    json!({ "line": finding.line, "column": finding.column, "message": finding.kind.to_string() })
}

fn game(game: &Game) -> Json {
    let mut order: Vec<NodeId> = game.tree().preorder(game.root()).collect();
    // A variation follows the move that it replaces, as in the file.
    order.sort_unstable();
    let mut positions: HashMap<NodeId, Position> = HashMap::new();
    positions.extend(game.position(game.root()).map(|start| (game.root(), start)));
    let nodes: Vec<Json> =
        order.iter().enumerate().map(|(id, here)| node(game, *here, id, &order, &mut positions)).collect();
    json!({ "info": info(game), "nodes": nodes })
}

/// Tags by their names in snake case: `WhiteElo` is `white_elo`.
fn info(game: &Game) -> Json {
    let mut info = Map::new();
    for (name, value) in game.tags() {
        info.entry(snake(&name)).or_insert_with(|| value.into_owned().into());
    }
    info.into()
}

fn snake(name: &str) -> String {
    let mut snake = String::new();
    let mut before_small = false;
    for letter in name.chars() {
        if letter.is_uppercase() && before_small {
            snake.push('_');
        }
        before_small = letter.is_lowercase();
        snake.extend(letter.to_lowercase());
    }
    snake
}

fn node(
    game: &Game,
    here: NodeId,
    id: usize,
    order: &[NodeId],
    positions: &mut HashMap<NodeId, Position>,
) -> Json {
    let number = |node: NodeId| order.binary_search(&node).ok();
    let parent = game.tree().parent(here);
    let before = parent.and_then(|parent| positions.get(&parent));
    let mut fields = Map::new();
    fields.insert("id".into(), id.into());
    fields.insert("parent".into(), json!(parent.and_then(number)));
    let children: Vec<usize> = game.tree().children(here).filter_map(number).collect();
    fields.insert("children".into(), json!(children));
    if here != game.root() {
        let san = game.mv(here).zip(before).map(|(mv, before)| before.san(mv));
        fields.insert("san".into(), san.unwrap_or_else(|| game.written_move(here).into_owned()).into());
    }
    let after = before.zip(game.mv(here)).and_then(|(before, mv)| before.play(mv).ok());
    positions.extend(after.map(|after| (here, after)));
    fields.extend(annotations(game, here));
    if let Some(position) = positions.get(&here) {
        fields.insert("fen".into(), position.fen().into());
    }
    fields.into()
}

/// Glyphs, comments, arrows and highlights.
fn annotations(game: &Game, here: NodeId) -> Vec<(String, Json)> {
    let nags: Vec<u32> = game.nags(here).filter_map(|nag| nag.number).collect();
    let comment = |early: bool| {
        let notes = game.comments(here).filter(|note| is_early(note.placement) == early);
        let texts = notes.map(|note| comment_text(&note.text)).filter(|text| !text.is_empty());
        texts.collect::<Vec<_>>().join("\n")
    };
    let (arrows, highlights): (Vec<Shape>, Vec<Shape>) =
        game.shapes(here).into_iter().partition(|shape| shape.to.is_some());
    let arrows: Vec<Json> = arrows.iter().map(shape).collect();
    let highlights: Vec<Json> = highlights.iter().map(shape).collect();
    let mut fields =
        vec![("nags", json!(nags)), ("arrows", json!(arrows)), ("highlights", json!(highlights))];
    let texts = [("before", comment(true)), ("comment", comment(false))];
    fields
        .extend(texts.into_iter().filter(|(_, text)| !text.is_empty()).map(|(key, text)| (key, text.into())));
    fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn is_early(placement: NotePlacement) -> bool {
    matches!(placement, NotePlacement::Before | NotePlacement::AfterNumber)
}

fn shape(shape: &Shape) -> Json {
    let color = color(shape.brush);
    match shape.to {
        Some(to) => json!({ "color": color, "from": shape.from.to_string(), "to": to.to_string() }),
        None => json!({ "color": color, "square": shape.from.to_string() }),
    }
}

fn color(brush: Brush) -> &'static str {
    match brush {
        Brush::Red => "red",
        Brush::Green => "green",
        Brush::Blue => "blue",
        Brush::Yellow => "yellow",
        Brush::Cyan => "cyan",
        Brush::Magenta => "magenta",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tags_are_in_snake_case() {
        for (tag, key) in
            [("White", "white"), ("WhiteElo", "white_elo"), ("ECO", "eco"), ("UTCDate", "utcdate")]
        {
            assert_eq!(snake(tag), key);
        }
    }

    #[test]
    fn nodes_are_in_file_order() {
        let pgn = "{start} 1. e4 $1 e5 (1... c5 {sharp [%cal Gc5d4][%csl Re4]} 2. Nf3) 2. Nf3 Ke4 *";
        let json = document(&Pgn::read(pgn.as_bytes().to_vec()), 0..1);
        let nodes = json["games"][0]["nodes"].as_array().unwrap();
        let sans: Vec<&str> = nodes.iter().filter_map(|node| node["san"].as_str()).collect();
        assert_eq!(sans, ["e4", "e5", "c5", "Nf3", "Nf3", "Ke4"]);
        assert_eq!(nodes[1]["children"], json!([2, 3]));
        assert_eq!((&nodes[0]["comment"], &nodes[1]["nags"]), (&json!("start"), &json!([1])));
        assert_eq!(nodes[3]["comment"], "sharp");
        assert_eq!(nodes[3]["arrows"], json!([{ "color": "green", "from": "c5", "to": "d4" }]));
        assert_eq!(nodes[3]["highlights"], json!([{ "color": "red", "square": "e4" }]));
        assert!(nodes[5]["fen"].as_str().unwrap().starts_with("rnbqkbnr/pppp1ppp"));
        assert!(nodes[6].get("fen").is_none());
        assert_eq!(json["warnings"][0]["line"], 1);
    }
}
