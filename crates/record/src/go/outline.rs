//! What a drawing of the tree shows of each node: kind, colour, number, whether there is a comment. One pass over a
//! game, without replaying it; single nodes are brought up to date as they change.

use rules::go::Color;

use super::file::Kind;
use super::record::GoRecord;
use crate::sgf::Node;
use crate::tree::NodeId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub kind: Kind,
    /// Of the last move of the node.
    pub color: Option<Color>,
    /// Of the latest move up to and including this node.
    pub number: u32,
    pub has_comment: bool,
}

const NOTHING: Entry = Entry { kind: Kind::Plain, color: None, number: 0, has_comment: false };

#[derive(Clone, Debug, Default)]
pub struct Outline {
    entries: Vec<Entry>,
}

impl Outline {
    pub fn new(record: &GoRecord) -> Outline {
        let mut outline = Outline { entries: vec![NOTHING; record.tree().len()] };
        outline.renew(record, record.root());
        outline
    }

    pub fn of(&self, node: NodeId) -> Entry {
        self.entries.get(node.index()).copied().unwrap_or(NOTHING)
    }

    /// Takes over a node that was changed, added or grafted, and all below it if their numbers change with it.
    pub fn update(&mut self, record: &GoRecord, node: NodeId) {
        let before = self.of(node);
        self.entries.resize(record.tree().len().max(self.entries.len()), NOTHING);
        let now = self.entry(record, node);
        if let Some(entry) = self.entries.get_mut(node.index()) {
            *entry = now;
        }
        if now.number != before.number {
            self.renew(record, node);
        }
    }

    fn renew(&mut self, record: &GoRecord, top: NodeId) {
        for node in record.tree().preorder(top) {
            let now = self.entry(record, node);
            if let Some(entry) = self.entries.get_mut(node.index()) {
                *entry = now;
            }
        }
    }

    fn entry(&self, record: &GoRecord, node: NodeId) -> Entry {
        let above = record.tree().parent(node).map_or(0, |parent| self.of(parent).number);
        entry(record.node(node), above)
    }
}

fn entry(node: Node<'_>, above: u32) -> Entry {
    let mut entry = Entry { number: above, ..NOTHING };
    let mut said = None;
    for property in node.properties() {
        match property.move_color() {
            Some(color) => {
                entry.color = Some(color);
                entry.number = entry.number.saturating_add(1);
                entry.kind = Kind::Move;
            }
            None if property.means("C") => entry.has_comment = true,
            None if property.means("MN") => said = property.values().next().and_then(|v| v.integer()),
            None if entry.kind == Kind::Plain && property.is_setup() => entry.kind = Kind::SetUp,
            None => {}
        }
    }
    entry.number = said.and_then(|n| u32::try_from(n).ok()).unwrap_or(entry.number);
    entry
}

#[cfg(test)]
mod tests {
    use rules::go::{Move, Point};

    use super::*;
    use crate::sgf;

    fn assert_as_replayed(record: &GoRecord, outline: &Outline) {
        for node in record.tree().preorder(record.root()) {
            let state = record.editor().position_at(node);
            let entry = outline.of(node);
            assert_eq!((entry.kind, entry.number), (state.kind, state.number), "{node:?}");
        }
    }

    #[test]
    fn an_outline_agrees_with_the_replayed_game() {
        let file = b"(;SZ[9];AB[cc];B[aa]C[x];;W[bb]MN[7](;B[dd];W[])(;B[ee]AW[ff]C[y];W[gg]B[hh]))";
        let record = GoRecord::open(sgf::read(file).unwrap(), 0);
        assert_as_replayed(&record, &Outline::new(&record));
    }

    #[test]
    fn changes_are_taken_over_one_by_one() {
        let mut record = GoRecord::open(sgf::read(b"(;SZ[9];B[aa];W[bb];B[cc])").unwrap(), 0);
        let mut outline = Outline::new(&record);
        record.forward();
        record.set_comment("new").unwrap();
        outline.update(&record, record.here());
        assert!(outline.of(record.here()).has_comment);
        record.set_property("MN", &["10"]).unwrap();
        outline.update(&record, record.here());
        assert_as_replayed(&record, &outline);
        record.play(Move::Place(Point::new(7, 7))).unwrap();
        outline.update(&record, record.here());
        assert_as_replayed(&record, &outline);
        assert_eq!(outline.of(record.here()).number, 11);
    }
}
