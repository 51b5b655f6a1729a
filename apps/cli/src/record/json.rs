//! A record as one JSON document: every node with its properties, in file order.

use std::ops::Range;

use record::NodeId;
use record::go::FIELDS;
use record::sgf::{Collection, GameKind, Node, Warning};
use serde_json::{Map, Value as Json, json};

pub fn document(file: &Collection, games: Range<usize>, warnings: &[Warning]) -> Json {
    let roots = file.games().get(games).unwrap_or_default();
    let games: Vec<_> = roots.iter().map(|root| game(file, *root)).collect();
    let warnings: Vec<_> = warnings.iter().map(warning).collect();
    json!({ "game": kind(file), "warnings": warnings, "games": games })
}

/// Named after the first game in the file.
fn kind(file: &Collection) -> &'static str {
    let Some(root) = file.games().first() else { return "go" };
    match file.kind(*root) {
        GameKind::Backgammon => "backgammon",
        GameKind::Go if record::simultaneous::variant_of(file.node(*root)).is_some() => "simultaneous-go",
        GameKind::Go => "go",
        GameKind::Other(_) => "other",
    }
}

fn warning(warning: &Warning) -> Json {
    let mut fields =
        json!({ "line": warning.line, "column": warning.column, "message": warning.kind.to_string() });
    if let Some(property) = &warning.property {
        fields["property"] = property.as_ref().into();
    }
    fields
}

fn game(file: &Collection, root: NodeId) -> Json {
    let order: Vec<NodeId> = file.tree().preorder(root).collect();
    // Ids number a game's nodes in file order. So do the record's own node ids, as long as nothing was edited.
    let number = |node: NodeId| order.binary_search(&node).ok();
    let nodes: Vec<_> = order
        .iter()
        .enumerate()
        .map(|(id, node)| {
            json!({
                "id": id,
                "parent": file.tree().parent(*node).and_then(number),
                "children": file.tree().children(*node).filter_map(number).collect::<Vec<_>>(),
                "properties": properties(file.node(*node)),
            })
        })
        .collect();
    json!({ "info": info(file.node(root)), "nodes": nodes })
}

fn info(root: Node<'_>) -> Json {
    let texts = FIELDS.iter().filter(|field| field.property != "SZ");
    let fields = texts.filter_map(|field| Some((field.key.to_owned(), root.text(field.property)?.into())));
    let mut info: Map<String, Json> = fields.collect();
    info.insert("size".to_owned(), json!([root.size().width(), root.size().height()]));
    info.into()
}

/// `[["B",["pd"]], …]`: names as in the file, values as text, in file order.
fn properties(node: Node<'_>) -> Vec<Json> {
    let values = |property: record::sgf::Property<'_>| {
        property.values().map(|value| value.text().into_owned()).collect::<Vec<_>>()
    };
    node.properties().map(|property| json!([property.name(), values(property)])).collect()
}
