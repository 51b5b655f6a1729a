//! The game-independent part of an editor: the cursor in the tree, the order of branches, the undo history.

use super::{CannotApply, Edit, EditOf, Editor, Game};
use crate::tree::{NodeId, Tree};

/// Object safe, so that records of different games can share code.
pub trait Cursor {
    fn tree(&self) -> &Tree;
    fn root(&self) -> NodeId;
    /// Where the cursor is.
    fn here(&self) -> NodeId;
    /// Changes whenever nodes are added, cut, moved or renumbered, so that a drawing of the tree is out of date.
    fn shape_revision(&self) -> u64;

    /// One node forward, along the branch last taken here. False at the end.
    fn forward(&mut self) -> bool;
    fn back(&mut self) -> bool;
    fn to_start(&mut self);
    fn to_end(&mut self);
    /// Goes to any node of this game, and makes Next follow the path there. False for a node that is not attached.
    fn go_to(&mut self, node: NodeId) -> bool;
    /// Goes to the start of the game with that root; the undo history stays.
    fn open(&mut self, root: NodeId);

    /// Makes Next follow this child of the cursor, without going there. False if it is not a child.
    fn choose(&mut self, child: NodeId) -> bool;
    /// Makes Next follow the next branch, or the previous one. False at the end of the list.
    fn choose_branch(&mut self, earlier: bool) -> bool;
    /// The number of the branch that Next follows, from 1, and how many there are.
    fn chosen_branch(&self) -> Option<(usize, usize)>;

    /// Cuts the branch that begins at the cursor and goes to the node before it. Does nothing at the root.
    fn cut(&mut self) -> Result<(), CannotApply>;
    /// Moves the branch at the cursor up or down in the order of its siblings. False if it is already at that end.
    fn move_branch(&mut self, earlier: bool) -> Result<bool, CannotApply>;
    /// Moves the line through the cursor, wherever it branches off, one place up or down among its alternatives. False
    /// if there is none on that side.
    fn move_line(&mut self, earlier: bool) -> Result<bool, CannotApply>;
    /// Makes the line to the cursor the main line.
    fn make_main_line(&mut self) -> Result<(), CannotApply>;
    /// Removes every branch that leaves the line to the cursor. What follows the cursor stays.
    fn remove_other_variations(&mut self) -> Result<(), CannotApply>;

    /// Text typed from now on is a new undo step.
    fn end_typing(&mut self);
    fn can_undo(&self) -> bool;
    fn can_redo(&self) -> bool;
    /// After this, nothing can be redone.
    fn forget_undone(&mut self);
    /// Undoes the last step and moves the cursor back to where it was. False if there is none.
    fn undo(&mut self) -> bool;
    fn redo(&mut self) -> bool;

    /// Identifies the state of the record: equal numbers mean equal bytes.
    fn revision(&self) -> u64;
    fn is_dirty(&self) -> bool;
    /// Marks that revision as saved.
    fn saved(&mut self, revision: u64);
    /// Marks the record as changed, for example after it was restored from an autosave.
    fn mark_dirty(&mut self);
}

impl<G: Game> Cursor for Editor<G> {
    fn tree(&self) -> &Tree {
        self.game.tree()
    }

    fn root(&self) -> NodeId {
        self.root
    }

    fn here(&self) -> NodeId {
        self.line.last().map_or(self.root, |visited| visited.node)
    }

    fn shape_revision(&self) -> u64 {
        self.shape
    }

    fn forward(&mut self) -> bool {
        match self.tree().preferred(self.here()) {
            Some(next) => self.step_onto(next),
            None => return false,
        }
        true
    }

    fn back(&mut self) -> bool {
        let further = self.line.len() > 1;
        if further {
            self.line.pop();
        }
        further
    }

    fn to_start(&mut self) {
        self.line.truncate(1);
    }

    fn to_end(&mut self) {
        while self.forward() {}
    }

    fn go_to(&mut self, node: NodeId) -> bool {
        let way = self.tree().line(node);
        if way.first() != Some(&self.root) {
            return false;
        }
        self.line.truncate(self.shared_with(&way));
        for node in way.into_iter().skip(self.line.len()) {
            self.game.tree_mut().prefer(node);
            self.step_onto(node);
        }
        true
    }

    fn open(&mut self, root: NodeId) {
        self.root = root;
        self.line.clear();
        self.step_onto(root);
        self.shape += 1;
    }

    fn choose(&mut self, child: NodeId) -> bool {
        let is_child = self.tree().parent(child) == Some(self.here());
        if is_child {
            self.game.tree_mut().prefer(child);
        }
        is_child
    }

    fn choose_branch(&mut self, earlier: bool) -> bool {
        let children: Vec<NodeId> = self.tree().children(self.here()).collect();
        let now = self.tree().preferred(self.here());
        let at = children.iter().position(|child| Some(*child) == now);
        let next = at.and_then(|at| if earlier { at.checked_sub(1) } else { Some(at + 1) });
        next.and_then(|next| children.get(next)).is_some_and(|child| self.choose(*child))
    }

    fn chosen_branch(&self) -> Option<(usize, usize)> {
        let preferred = self.tree().preferred(self.here())?;
        Some((self.tree().index_of(preferred) + 1, self.tree().children(self.here()).count()))
    }

    fn cut(&mut self) -> Result<(), CannotApply> {
        let here = self.here();
        match self.tree().parent(here) {
            Some(parent) => self.apply(vec![Edit::Cut { node: here }], parent),
            None => Ok(()),
        }
    }

    fn move_branch(&mut self, earlier: bool) -> Result<bool, CannotApply> {
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

    fn move_line(&mut self, earlier: bool) -> Result<bool, CannotApply> {
        let here = self.here();
        let Some((node, index)) = self.tree().moved_line(here, earlier) else { return Ok(false) };
        self.apply(vec![Edit::Reorder { node, index }], here)?;
        Ok(true)
    }

    fn make_main_line(&mut self) -> Result<(), CannotApply> {
        let here = self.here();
        let edits: Vec<EditOf<G>> =
            self.tree().off_main_line(here).map(|node| Edit::Reorder { node, index: 0 }).collect();
        self.apply(edits, here)
    }

    fn remove_other_variations(&mut self) -> Result<(), CannotApply> {
        let here = self.here();
        let edits: Vec<EditOf<G>> =
            self.tree().other_branches(here).into_iter().map(|node| Edit::Cut { node }).collect();
        self.apply(edits, here)
    }

    fn end_typing(&mut self) {
        if let Some(step) = self.done.last_mut() {
            step.typing = None;
        }
    }

    fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    fn forget_undone(&mut self) {
        self.undone.clear();
    }

    fn undo(&mut self) -> bool {
        let Some(step) = self.done.pop() else { return false };
        let to = step.before;
        let Some(back) = self.reverse(step, to) else { return false };
        self.undone.push(back);
        true
    }

    fn redo(&mut self) -> bool {
        let Some(step) = self.undone.pop() else { return false };
        let to = step.after;
        let Some(back) = self.reverse(step, to) else { return false };
        self.done.push(back);
        true
    }

    fn revision(&self) -> u64 {
        self.revision
    }

    fn is_dirty(&self) -> bool {
        self.revision != self.saved
    }

    fn saved(&mut self, revision: u64) {
        self.saved = revision;
    }

    fn mark_dirty(&mut self) {
        self.saved = u64::MAX;
    }
}
