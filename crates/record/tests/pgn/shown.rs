//! A game in one line, to be compared at a glance.

use record::pgn::{Game, Note, Spot, Style};
use record::tree::NodeId;

/// The tree in one line: SAN for moves, `~text~` for what could not be played, notes where they stand.
pub fn shown(game: &Game) -> String {
    let root = notes(game, game.root(), |spot| spot != Spot::AfterResult);
    let nodes = game.tree().preorder(game.root());
    let afterwards: String = nodes.map(|node| notes(game, node, |spot| spot == Spot::AfterResult)).collect();
    (root + &line(game, game.root()) + &afterwards).trim().to_owned()
}

fn line(game: &Game, mut parent: NodeId) -> String {
    let mut out = String::new();
    while let Some(first) = game.tree().first_child(parent) {
        out += &mv(game, first);
        out += &notes(game, first, |spot| spot == Spot::AfterVariation);
        for other in game.tree().children(parent).skip(1) {
            let variation = mv(game, other) + &line(game, other);
            let after = notes(game, other, |spot| spot == Spot::AfterVariation);
            out += &format!(" ({}){after}", variation.trim());
        }
        parent = first;
    }
    out
}

fn mv(game: &Game, node: NodeId) -> String {
    let before = notes(game, node, |spot| matches!(spot, Spot::Before | Spot::AfterNumber));
    let here = game.tree().parent(node).and_then(|parent| game.position(parent));
    let said = match (game.mv(node), here) {
        (Some(mv), Some(here)) => here.san(mv),
        _ => format!("~{}~", game.spelling(node)),
    };
    let after = notes(game, node, |spot| spot == Spot::After);
    format!("{before} {said}{after}")
}

fn notes(game: &Game, node: NodeId, wanted: impl Fn(Spot) -> bool) -> String {
    let spelled = |note: Note<'_>| match note.style {
        Style::Braces | Style::Semicolon => format!(" {{{}}}", note.text.trim()),
        Style::Percent | Style::Stray => format!(" <{}>", note.text),
        Style::Nag => {
            let known = game.nags(node).find(|nag| nag.spelling == note.text).and_then(|nag| nag.number);
            known.map_or(format!(" {}", note.text), |number| format!(" ${number}"))
        }
    };
    game.notes(node).filter(|note| wanted(note.spot)).map(spelled).collect()
}

pub fn told(game: &Game) -> String {
    let told = game.findings().iter().map(|f| format!("{}:{} {}", f.line, f.column, f.kind));
    told.collect::<Vec<_>>().join("; ")
}
