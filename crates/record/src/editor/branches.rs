//! Branches, whatever the game: which one Next follows, their order, and which of them stay.

use super::{CannotApply, Edit, EditOf, Editor, Game};
use crate::tree::NodeId;

impl<G: Game> Editor<G> {
    /// Moves the branch at the cursor towards the first place, or away from it. False where there is no such place.
    pub fn move_branch(&mut self, earlier: bool) -> Result<bool, CannotApply> {
        let here = self.here();
        let index = self.tree().index_of(here);
        let to = match earlier {
            true => index.checked_sub(1),
            false => self.tree().next_sibling(here).map(|_| index + 1),
        };
        let Some(index) = to.filter(|_| self.tree().is_branch(here)) else { return Ok(false) };
        self.apply(vec![Edit::Reorder { node: here, index }], here)?;
        Ok(true)
    }

    /// Lets Next follow the branch after the one it follows now, or the one before. False at the end of the list.
    pub fn choose_branch(&mut self, earlier: bool) -> bool {
        let children: Vec<NodeId> = self.tree().children(self.here()).collect();
        let now = self.tree().preferred(self.here());
        let at = children.iter().position(|child| Some(*child) == now);
        let next = at.and_then(|at| if earlier { at.checked_sub(1) } else { Some(at + 1) });
        next.and_then(|next| children.get(next)).is_some_and(|child| self.choose(*child))
    }

    /// The number of the branch that Next follows, from 1, and how many there are.
    pub fn chosen_branch(&self) -> Option<(usize, usize)> {
        let preferred = self.tree().preferred(self.here())?;
        Some((self.tree().index_of(preferred) + 1, self.tree().children(self.here()).count()))
    }

    /// Makes the line to the cursor the main line.
    pub fn make_main_line(&mut self) -> Result<(), CannotApply> {
        let here = self.here();
        let edits: Vec<EditOf<G>> =
            self.tree().off_main_line(here).map(|node| Edit::Reorder { node, index: 0 }).collect();
        self.apply(edits, here)
    }

    /// Removes every branch that leaves the line to the cursor. What follows the cursor stays.
    pub fn remove_other_variations(&mut self) -> Result<(), CannotApply> {
        let here = self.here();
        let edits: Vec<EditOf<G>> =
            self.tree().other_branches(here).into_iter().map(|node| Edit::Cut { node }).collect();
        self.apply(edits, here)
    }
}
