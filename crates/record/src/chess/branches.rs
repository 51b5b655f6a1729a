//! Whole branches, as separate games and as detached nodes of another game.

use rules::chess::Position;

use super::record::ChessRecord;
use crate::GameRecord;
use crate::pgn::Game;
use crate::tree::NodeId;

impl ChessRecord {
    /// A game that consists of these branches.
    pub(super) fn part(&self, start: &Position, heads: &[NodeId]) -> Game {
        let mut part = Game::new(start);
        let mut waiting: Vec<(NodeId, NodeId)> = heads.iter().map(|head| (*head, part.root())).collect();
        waiting.reverse();
        while let Some((from, parent)) = waiting.pop() {
            let node = part.add(parent, self.game().portable(from));
            let children: Vec<NodeId> = self.tree().children(from).collect();
            waiting.extend(children.into_iter().rev().map(|child| (child, node)));
        }
        part
    }

    /// Copies the moves of another game from `head` on that are legal here, as detached nodes of this one. `after` is
    /// the position after `head`.
    pub(super) fn copy_detached(&mut self, branch: &Game, head: NodeId, after: Position) -> NodeId {
        let top = self.editor.add_detached(branch.portable(head));
        let mut waiting = vec![(head, top, after)];
        while let Some((from, to, position)) = waiting.pop() {
            let mut last = None;
            for child in branch.tree().children(from) {
                let Some(next) = branch.mv(child).and_then(|mv| position.play(mv).ok()) else { continue };
                let copy = self.editor.add_detached_under(to, last, branch.portable(child));
                last = Some(copy);
                waiting.push((child, copy, next));
            }
        }
        top
    }
}
