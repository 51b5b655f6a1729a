//! What a drawing of the tree shows of each node: kind, colour, number, whether it has a comment. Computed in one pass
//! without replaying the game; later only edited nodes are read again.

use rules::go::Color;

use super::file::NodeKind;
use super::record::GoRecord;
use super::view::MoveJudgement;
use crate::GameRecord;
use crate::sgf::Node;
use crate::tree::NodeId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeOutline {
    pub kind: NodeKind,
    /// The colour of the node's last move.
    pub color: Option<Color>,
    /// The number of the latest move up to this node.
    pub number: u32,
    pub has_comment: bool,
    pub judgement: Option<NodeJudgement>,
}

/// The judgement that a node shows: of its move, else the hotspot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeJudgement {
    Move(MoveJudgement),
    Hotspot,
}

/// What depends only on the node's own text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NodeSummary {
    kind: NodeKind,
    color: Option<Color>,
    moves: u32,
    /// MN.
    set_number: Option<u32>,
    has_comment: bool,
    judgement: Option<NodeJudgement>,
}

const EMPTY_NODE: NodeSummary = NodeSummary {
    kind: NodeKind::Plain,
    color: None,
    moves: 0,
    set_number: None,
    has_comment: false,
    judgement: None,
};

#[derive(Clone, Debug, Default)]
pub struct Outline {
    own: Vec<NodeSummary>,
    numbers: Vec<u32>,
    /// Nodes that were edited when last read: their text may have changed since.
    edited: Vec<NodeId>,
    /// The root and the tree's shape for which `numbers` were computed.
    counted: Option<(NodeId, u64)>,
}

impl Outline {
    pub fn new(record: &GoRecord) -> Outline {
        let mut outline = Outline::default();
        outline.refresh(record);
        outline
    }

    pub fn of(&self, node: NodeId) -> NodeOutline {
        let NodeSummary { kind, color, has_comment, judgement, .. } =
            self.own.get(node.index()).copied().unwrap_or(EMPTY_NODE);
        NodeOutline { kind, color, has_comment, judgement, number: self.number(node) }
    }

    fn number(&self, node: NodeId) -> u32 {
        self.numbers.get(node.index()).copied().unwrap_or(0)
    }

    /// Updates the outline after edits, and returns whether anything visible changed. Cheap after small edits.
    pub fn refresh(&mut self, record: &GoRecord) -> bool {
        let known = self.own.len();
        self.own.resize(record.tree().len().max(known), EMPTY_NODE);
        let edited: Vec<NodeId> = record.file().edited().collect();
        let before = std::mem::replace(&mut self.edited, edited.clone());
        let added = (known..self.own.len()).filter_map(|n| record.tree().node(n));
        let (mut shows, mut counts) = (false, false);
        for node in before.into_iter().chain(edited).chain(added) {
            let now = summarize(record.node(node));
            let Some(own) = self.own.get_mut(node.index()) else { continue };
            counts |= (own.moves, own.set_number) != (now.moves, now.set_number);
            shows |= std::mem::replace(own, now) != now;
        }
        let tree = (record.root(), record.shape_revision());
        if counts || self.counted != Some(tree) {
            self.counted = Some(tree);
            self.count(record);
            shows = true;
        }
        shows
    }

    fn count(&mut self, record: &GoRecord) {
        self.numbers.resize(self.own.len(), 0);
        for node in record.tree().preorder(record.root()) {
            let above = record.tree().parent(node).map_or(0, |parent| self.number(parent));
            let NodeSummary { moves, set_number, .. } =
                self.own.get(node.index()).copied().unwrap_or(EMPTY_NODE);
            if let Some(number) = self.numbers.get_mut(node.index()) {
                *number = set_number.unwrap_or(above.saturating_add(moves));
            }
        }
    }
}

fn summarize(node: Node<'_>) -> NodeSummary {
    let mut own = EMPTY_NODE;
    for property in node.properties() {
        match property.move_color() {
            Some(color) => {
                own.color = Some(color);
                own.moves = own.moves.saturating_add(1);
                own.kind = NodeKind::Move;
            }
            None if property.means("C") => own.has_comment = true,
            None if property.means("MN") => {
                let set_number = property.values().next().and_then(|value| value.integer());
                own.set_number = set_number.and_then(|n| u32::try_from(n).ok());
            }
            None if own.kind == NodeKind::Plain && property.is_setup() => own.kind = NodeKind::SetUp,
            None if property.means("HO") => own.judgement = own.judgement.or(Some(NodeJudgement::Hotspot)),
            None => {
                let judged =
                    MoveJudgement::ALL.into_iter().find(|judgement| property.means(judgement.property()));
                own.judgement = judged.map(NodeJudgement::Move).or(own.judgement);
            }
        }
    }
    own
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
    fn every_change_and_its_undo_update_the_outline() {
        let mut record = GoRecord::open(sgf::read(b"(;SZ[9];B[aa];W[bb];B[cc])").unwrap(), 0);
        let mut outline = Outline::new(&record);
        assert!(!outline.refresh(&record), "nothing was done");
        record.forward();
        record.set_comment("new").unwrap();
        assert!(outline.refresh(&record));
        assert!(outline.of(record.here()).has_comment);
        record.judge_move(Some((MoveJudgement::Bad, 1))).unwrap();
        assert!(outline.refresh(&record));
        assert_eq!(outline.of(record.here()).judgement, Some(NodeJudgement::Move(MoveJudgement::Bad)));
        record.set_comment("newer").unwrap();
        assert!(!outline.refresh(&record), "the comment existed before");
        record.set_property("MN", &["10"]).unwrap();
        outline.refresh(&record);
        assert_as_replayed(&record, &outline);
        record.play(Move::Place(Point::new(7, 7))).unwrap();
        outline.refresh(&record);
        assert_as_replayed(&record, &outline);
        assert_eq!(outline.of(record.here()).number, 11);
        record.flatten().unwrap();
        outline.refresh(&record);
        assert_as_replayed(&record, &outline);
        while record.undo() {
            outline.refresh(&record);
            assert_as_replayed(&record, &outline);
        }
        assert!(!outline.of(record.tree().node(1).unwrap()).has_comment);
    }
}
