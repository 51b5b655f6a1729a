//! Whole branches, as separate games and as detached nodes of another game.

use rules::chess::Position;

use super::record::ChessRecord;
use super::refusal::ChessRefusal;
use crate::pgn::Game;
use crate::tree::NodeId;
use crate::{GameRecord, Refusal};

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

    /// A game that begins at the cursor, with the tags that are wanted.
    pub(super) fn game_from_here(&self, is_wanted: impl Fn(&str) -> bool) -> Result<Game, Refusal> {
        let start = self.position().ok_or(ChessRefusal::NoPosition)?;
        let heads: Vec<NodeId> = self.tree().children(self.here()).collect();
        let mut part = self.part(start, &heads);
        let is_kept = |name: &str| !matches!(name, "FEN" | "SetUp") && is_wanted(name);
        for (name, value) in self.game().tags().filter(|(name, _)| is_kept(name)) {
            let edit = part.tag_edit(&name, &value);
            part.change(edit);
        }
        Ok(part)
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
