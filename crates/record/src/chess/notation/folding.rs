//! Which variations are folded.

use std::collections::BTreeSet;

use crate::pgn::Game;
use crate::tree::NodeId;

/// Which variations are folded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folding {
    /// By their first moves.
    pub heads: BTreeSet<NodeId>,
    /// Whether a move of the main line whose variations are all folded shows only how many there are.
    pub in_rows: bool,
}

/// The first moves of all variations, for folding them all.
fn variation_heads(game: &Game) -> BTreeSet<NodeId> {
    let tree = game.tree();
    let is_head =
        |node: &NodeId| tree.parent(*node).is_some_and(|parent| tree.first_child(parent) != Some(*node));
    tree.preorder(game.root()).filter(is_head).collect()
}

impl Folding {
    /// All variations of a game, in rows where possible.
    pub fn all(game: &Game) -> Folding {
        Folding { heads: variation_heads(game), in_rows: true }
    }

    /// Folds or unfolds a variation by its first move.
    pub fn toggle(&mut self, head: NodeId) {
        if !self.heads.remove(&head) {
            self.heads.insert(head);
        }
    }

    /// Unfolds every variation of a move of the main line.
    pub fn unfold_variations_of(&mut self, game: &Game, node: NodeId) {
        let siblings = game.tree().parent(node).map(|parent| game.tree().children(parent));
        for head in siblings.into_iter().flatten() {
            self.heads.remove(&head);
        }
    }

    /// Unfolds what hides a node, and returns whether anything did.
    pub fn reveal(&mut self, game: &Game, node: NodeId) -> bool {
        if self.heads.is_empty() {
            return false;
        }
        let hiding: Vec<NodeId> =
            game.tree().ancestors(node).filter(|above| self.heads.contains(above)).collect();
        self.heads.retain(|head| !hiding.contains(head));
        !hiding.is_empty()
    }
}
