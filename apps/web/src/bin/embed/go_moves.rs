//! The moves of a Go game as HTML: each a button with its number in the tree, variations in brackets.

use i18n::Language;
use record::go::GoRecord;
use record::{GameRecord, NodeId};
use rules::go::Move;

enum MoveListItem {
    Line(NodeId),
    Open(NodeId),
    Close,
}

pub fn html(record: &GoRecord, language: Language) -> String {
    let tree = record.tree();
    let mut out = String::new();
    // A stack of what is left to write: a node with the line after it, or the end of a variation.
    let mut waiting = vec![MoveListItem::Line(record.root())];
    while let Some(step) = waiting.pop() {
        match step {
            MoveListItem::Close => out.push_str("<span class=\"bracket\">)</span> "),
            MoveListItem::Open(node) => {
                out.push_str("<span class=\"bracket\">(</span>");
                out.push_str(&button(record, node, language));
                waiting.extend([MoveListItem::Close, MoveListItem::Line(node)]);
            }
            MoveListItem::Line(node) => {
                let mut children = tree.children(node);
                let Some(first) = children.next() else { continue };
                out.push_str(&button(record, first, language));
                waiting.push(MoveListItem::Line(first));
                let others: Vec<NodeId> = children.collect();
                waiting.extend(others.into_iter().rev().map(MoveListItem::Open));
            }
        }
    }
    out
}

fn button(record: &GoRecord, node: NodeId, language: Language) -> String {
    let current = if node == record.here() { " aria-current=\"true\"" } else { "" };
    let text = match record.editor().game().only_move(node, record.size()) {
        Some((color, Move::Place(at))) => format!("{} {}", color.letter(), at.name(record.size())),
        Some((color, Move::Pass)) => format!("{} {}", color.letter(), language.trainer().pass),
        None => "·".to_owned(),
    };
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!("<button class=\"move\" data-node=\"{}\"{current}>{text}</button> ", node.index())
}
