//! Undo steps, and their effect on the line of positions.

use super::{CannotApply, Cursor, Edit, EditOf, Editor, Game, apply};
use crate::tree::NodeId;

/// Edits from one state to another, and the cursor in both.
#[derive(Clone)]
pub(super) struct Step<G: Game> {
    pub edits: Vec<EditOf<G>>,
    pub before: NodeId,
    pub after: NodeId,
    /// The revision after the edits.
    pub leads_to: u64,
    /// The node and field of a text that is being typed.
    pub typing: Option<(NodeId, String)>,
}

impl<G: Game> Editor<G> {
    /// Applies the edits of a step, goes to `to`, and gives the step that leads back.
    pub(super) fn reverse(&mut self, step: Step<G>, to: NodeId) -> Option<Step<G>> {
        let edits = self.apply_all(step.edits, to).ok()?;
        self.enter(to);
        let back = Step { edits, leads_to: self.revision, typing: None, ..step };
        self.revision = step.leads_to;
        Some(back)
    }

    /// Applies all edits or none, and returns the inverses in undo order. Afterwards the cursor is on `then`, or on the
    /// nearest node of the previous line that is still attached.
    pub(super) fn apply_all(
        &mut self,
        edits: Vec<EditOf<G>>,
        then: NodeId,
    ) -> Result<Vec<EditOf<G>>, CannotApply> {
        let mut inverses = Vec::with_capacity(edits.len());
        let mut known = self.line.len();
        for (index, edit) in edits.into_iter().enumerate() {
            known = known.min(self.valid_positions_after(&edit));
            let written = if let Edit::Text { node, .. } = &edit { Some(*node) } else { None };
            let counted = written.map(|node| self.game.counts(node));
            let Some(inverse) = apply(&mut self.game, edit) else {
                inverses.into_iter().rev().for_each(|inverse| drop(apply(&mut self.game, inverse)));
                return Err(CannotApply { index });
            };
            let recounted = written.map(|node| self.game.counts(node)) != counted;
            self.shape += u64::from(recounted || changes_shape(&inverse));
            inverses.push(inverse);
        }
        inverses.reverse();
        self.update_line(known, then);
        Ok(inverses)
    }

    /// How many positions of the line remain valid after an edit.
    fn valid_positions_after(&self, edit: &EditOf<G>) -> usize {
        let whole = self.line.len();
        match edit {
            Edit::Text { node, .. } => {
                self.line.iter().position(|visited| visited.node == *node).unwrap_or(whole)
            }
            Edit::Setting(_) => 0,
            Edit::Attach { .. } | Edit::Cut { .. } | Edit::Reorder { .. } => whole,
        }
    }

    fn update_line(&mut self, known: usize, then: NodeId) {
        let was: Vec<NodeId> = self.line.iter().map(|visited| visited.node).collect();
        self.line.truncate(known);
        let nearest = std::iter::once(then).chain(was.into_iter().rev());
        let is_attached = |node: &NodeId| self.tree().root(*node) == self.root;
        let target = nearest.into_iter().find(is_attached).unwrap_or(self.root);
        self.go_to(target);
    }
}

fn changes_shape<T, S>(edit: &Edit<T, S>) -> bool {
    matches!(edit, Edit::Attach { .. } | Edit::Cut { .. } | Edit::Reorder { .. })
}
