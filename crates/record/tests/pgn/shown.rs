//! A game on one line, for comparison.

use record::pgn::{Game, Note, NotePlacement, Style};
use record::tree::NodeId;

/// The tree on one line: SAN for moves, `~text~` for unplayable moves, notes where they are.
pub fn shown(game: &Game) -> String {
    let root = notes(game, game.root(), |placement| placement != NotePlacement::AfterResult);
    let nodes = game.tree().preorder(game.root());
    let afterwards: String =
        nodes.map(|node| notes(game, node, |placement| placement == NotePlacement::AfterResult)).collect();
    (root + &line(game, game.root()) + &afterwards).trim().to_owned()
}

fn line(game: &Game, mut parent: NodeId) -> String {
    let mut out = String::new();
    while let Some(first) = game.tree().first_child(parent) {
        out += &mv(game, first);
        out += &notes(game, first, |placement| placement == NotePlacement::AfterVariation);
        for other in game.tree().children(parent).skip(1) {
            let variation = mv(game, other) + &line(game, other);
            let after = notes(game, other, |placement| placement == NotePlacement::AfterVariation);
            out += &format!(" ({}){after}", variation.trim());
        }
        parent = first;
    }
    out
}

fn mv(game: &Game, node: NodeId) -> String {
    let before = notes(game, node, |placement| {
        matches!(placement, NotePlacement::Before | NotePlacement::AfterNumber)
    });
    let here = game.tree().parent(node).and_then(|parent| game.position(parent));
    let move_text = match (game.mv(node), here) {
        (Some(mv), Some(here)) => here.san(mv),
        _ => format!("~{}~", game.written_move(node)),
    };
    let after = notes(game, node, |placement| placement == NotePlacement::After);
    format!("{before} {move_text}{after}")
}

fn notes(game: &Game, node: NodeId, wanted: impl Fn(NotePlacement) -> bool) -> String {
    let note_text = |note: Note<'_>| match note.style {
        Style::Braces | Style::Semicolon => format!(" {{{}}}", note.text.trim()),
        Style::Percent | Style::Stray => format!(" <{}>", note.text),
        Style::Nag => {
            let known = game.nags(node).find(|nag| nag.text == note.text).and_then(|nag| nag.number);
            known.map_or(format!(" {}", note.text), |number| format!(" ${number}"))
        }
    };
    game.notes(node).filter(|note| wanted(note.placement)).map(note_text).collect()
}

pub fn findings_text(game: &Game) -> String {
    let findings_text = game.findings().iter().map(|f| format!("{}:{} {}", f.line, f.column, f.kind));
    findings_text.collect::<Vec<_>>().join("; ")
}
