//! What a drawing of the tree shows of each move: side, number, whether it has a comment.

use rules::chess::Color;

use super::record::ChessRecord;
use crate::GameRecord;
use crate::tree::NodeId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveOutline {
    pub color: Color,
    /// As on a score sheet: White's move and Black's reply have the same number.
    pub number: u32,
    pub has_comment: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline(Vec<Option<MoveOutline>>);

impl Outline {
    pub fn new(record: &ChessRecord) -> Outline {
        let tree = record.tree();
        let start = record.editor().position_at(record.root());
        let before = start.map_or(0, |start| {
            (start.move_number().saturating_sub(1)) * 2 + u32::from(start.turn() == Color::Black)
        });
        let mut entries: Vec<Option<MoveOutline>> = vec![None; tree.len()];
        let mut plies: Vec<u32> = vec![before; tree.len()];
        for node in tree.preorder(record.root()) {
            let above = tree.parent(node).and_then(|parent| plies.get(parent.index()).copied());
            let (Some(above), Some(ply)) = (above, plies.get_mut(node.index())) else { continue };
            *ply = above + 1;
            let color = if above % 2 == 0 { Color::White } else { Color::Black };
            let entry = MoveOutline { color, number: above / 2 + 1, has_comment: record.has_comment(node) };
            if let Some(slot) = entries.get_mut(node.index()) {
                *slot = Some(entry);
            }
        }
        Outline(entries)
    }

    /// `None` for the root.
    pub fn of(&self, node: NodeId) -> Option<MoveOutline> {
        self.0.get(node.index()).copied().flatten()
    }
}
