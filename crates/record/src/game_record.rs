//! What records of all games have in common: navigation, search, comments, undo, branches, saving.
//!
//! Each game implements the methods without a body; the others follow from them and from its editor. A record that cannot
//! be edited says so once, in `is_read_only`, and leaves out everything that would change it.

use crate::editor::Cursor;
use crate::sgf::Charset;
use crate::tree::{NodeId, Tree};
use crate::{Clip, GameType, Record, Refusal};

/// Nodes that a sample looks at for text beyond ASCII.
const SAMPLED_NODES: usize = 2_000;

/// A pasted branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pasted {
    pub node: NodeId,
    /// The first node of its main line that is illegal here.
    pub conflict: Option<NodeId>,
}

pub trait GameRecord {
    fn game_type(&self) -> GameType;
    fn cursor(&self) -> &dyn Cursor;
    fn cursor_mut(&mut self) -> &mut dyn Cursor;

    /// Whether everything that would change it is refused.
    fn is_read_only(&self) -> bool {
        false
    }

    fn check_editable(&self) -> Result<(), Refusal> {
        if self.is_read_only() { Err(Refusal::ReadOnly) } else { Ok(()) }
    }

    /// Whether the file can be saved at all.
    fn check_writable(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Leaves set-up mode: clicks on the board play moves again.
    fn end_set_up(&mut self) {}

    /// Whether the node contains something that the rules forbid.
    fn is_irregular(&self, _node: NodeId) -> bool {
        false
    }

    /// The position at the cursor as one line of text, for searching. `None` if there is no legal position.
    fn position_text(&self) -> Option<String>;

    // The file.

    /// How many games the file has.
    fn games(&self) -> usize;
    /// The number of the open game in its file, from 0.
    fn number(&self) -> usize;
    /// Goes to another game of the file. Changes to the others are kept and can still be undone.
    fn open_game(&mut self, number: usize) -> bool;
    /// The whole file, with every game in it.
    fn write(&self) -> Vec<u8>;
    /// A new file that begins with the position at the cursor.
    fn file_from_here(&self) -> Result<Vec<u8>, Refusal> {
        Err(Refusal::ReadOnly)
    }

    /// What an autosave stores: the whole file, or only the changes if it is large.
    fn autosave_bytes(&self) -> Vec<u8> {
        self.write()
    }

    fn charset(&self) -> Charset;
    /// Converts the file to UTF-8, for text that its charset lacks. Can be undone.
    fn convert_to_utf8(&mut self) -> Result<(), Refusal> {
        Err(Refusal::ReadOnly)
    }
    /// The same bytes read in another charset; `None` if they are invalid in it. Changes are kept, the undo history is
    /// not.
    fn read_as(&self, charset: Charset) -> Option<Record>;

    /// Takes over the cursor and the changed state of the same file read in another charset.
    fn copy_state_from(&mut self, other: &dyn GameRecord) {
        let path = other.tree().path(other.here());
        if let Ok(here) = self.tree().follow(self.root(), &path, |_| true) {
            self.go_to(here);
        }
        if other.is_dirty() {
            self.mark_dirty();
        }
    }

    /// Names and some text beyond ASCII as read in another charset; `None` if the bytes are invalid in it.
    fn sample_as(&self, charset: Charset) -> Option<Vec<String>>;

    // Comments.

    /// The comment at the cursor; empty if there is none.
    fn comment(&self) -> String;
    /// Sets the comment while it is being typed; one undo step until something else is done.
    fn set_comment(&mut self, _text: &str) -> Result<(), Refusal> {
        Err(Refusal::ReadOnly)
    }

    fn has_comment(&self, node: NodeId) -> bool;

    /// Removes the comment, and returns it for the clipboard.
    fn clear_comment(&mut self) -> Result<String, Refusal> {
        let comment = self.comment();
        self.cursor_mut().end_typing();
        self.set_comment("")?;
        self.cursor_mut().end_typing();
        Ok(comment)
    }

    // Navigation.

    fn tree(&self) -> &Tree {
        self.cursor().tree()
    }

    /// The first node of the open game.
    fn root(&self) -> NodeId {
        self.cursor().root()
    }

    /// Where the cursor is.
    fn here(&self) -> NodeId {
        self.cursor().here()
    }

    fn forward(&mut self) -> bool {
        self.end_set_up();
        self.cursor_mut().forward()
    }

    fn back(&mut self) -> bool {
        self.end_set_up();
        self.cursor_mut().back()
    }

    fn to_start(&mut self) {
        self.end_set_up();
        self.cursor_mut().to_start();
    }

    fn to_end(&mut self) {
        self.end_set_up();
        self.cursor_mut().to_end();
    }

    /// Goes to any node of this game; false for a node of another one.
    fn go_to(&mut self, node: NodeId) -> bool {
        self.end_set_up();
        self.cursor_mut().go_to(node)
    }

    /// Makes Next follow this child of the cursor.
    fn choose(&mut self, child: NodeId) -> bool {
        self.cursor_mut().choose(child)
    }

    fn choose_branch(&mut self, earlier: bool) -> bool {
        self.cursor_mut().choose_branch(earlier)
    }

    fn chosen_branch(&self) -> Option<(usize, usize)> {
        self.cursor().chosen_branch()
    }

    // Search.

    /// Tells which nodes match a search for the text.
    fn matcher<'a>(&'a self, text: &str) -> Box<dyn Fn(NodeId) -> bool + 'a>;
    /// Goes to the move with that number on the line through the cursor; 0 is the start.
    fn to_move(&mut self, number: u32) -> Result<(), Refusal>;

    /// Goes back to the nearest node with several branches.
    fn to_fork(&mut self) -> Result<(), Refusal> {
        let fork = self.tree().fork_above(self.here());
        self.visit(fork)
    }

    fn to_previous_comment(&mut self) -> Result<(), Refusal> {
        let found = self.tree().ancestors(self.here()).skip(1).find(|node| self.has_comment(*node));
        self.visit(found)
    }

    fn to_next_comment(&mut self) -> Result<(), Refusal> {
        let found = self.tree().preferred_line(self.here()).skip(1).find(|node| self.has_comment(*node));
        self.visit(found)
    }

    /// Goes to the next matching node in file order, wrapping around; the cursor's own node is tried last.
    fn find(&mut self, text: &str) -> Result<NodeId, Refusal> {
        let nodes: Vec<NodeId> = self.tree().preorder(self.root()).collect();
        let here = nodes.iter().position(|node| *node == self.here()).unwrap_or(0);
        let (before, after) = nodes.split_at((here + 1).min(nodes.len()));
        let is_match = self.matcher(text);
        let found = after.iter().chain(before).find(|node| is_match(**node)).copied();
        drop(is_match);
        self.visit(found)?;
        Ok(self.here())
    }

    fn visit(&mut self, found: Option<NodeId>) -> Result<(), Refusal> {
        let node = found.ok_or(Refusal::NotFound)?;
        self.go_to(node);
        Ok(())
    }

    // Branches.

    /// The branch that begins at the cursor.
    fn copy(&self) -> Result<Clip, Refusal> {
        Err(Refusal::ReadOnly)
    }

    /// Pastes a branch after the cursor and goes to its first node.
    fn paste(&mut self, _clip: &Clip) -> Result<Pasted, Refusal> {
        Err(Refusal::ReadOnly)
    }

    /// Cuts the branch that begins at the cursor. A single node gives no clip: what was cut before can still be pasted.
    fn cut(&mut self) -> Result<Option<Clip>, Refusal> {
        self.check_editable()?;
        self.end_set_up();
        let here = self.here();
        if here == self.root() {
            return Err(Refusal::Start);
        }
        let clip = if self.tree().is_leaf(here) { None } else { self.copy().ok() };
        self.cursor_mut().cut()?;
        Ok(clip)
    }

    /// Moves the branch at the cursor up or down in the order of its siblings.
    fn move_branch(&mut self, earlier: bool) -> Result<(), Refusal> {
        self.check_editable()?;
        self.end_set_up();
        self.cursor_mut().move_branch(earlier)?.then_some(()).ok_or(Refusal::NoBranch)
    }

    /// Whether the cursor is at the first move of a branch with another one on that side.
    fn can_move_branch(&self, earlier: bool) -> bool {
        let (tree, here) = (self.tree(), self.here());
        let has_other = if earlier { tree.index_of(here) > 0 } else { tree.next_sibling(here).is_some() };
        tree.is_branch(here) && has_other
    }

    /// Moves the line through the cursor one place up or down among its alternatives.
    fn move_line(&mut self, earlier: bool) -> Result<(), Refusal> {
        self.check_editable()?;
        self.end_set_up();
        self.cursor_mut().move_line(earlier)?.then_some(()).ok_or(Refusal::NoBranch)
    }

    /// Makes the line to the cursor the main line.
    fn make_main_line(&mut self) -> Result<(), Refusal> {
        self.check_editable()?;
        self.end_set_up();
        Ok(self.cursor_mut().make_main_line()?)
    }

    /// Removes every branch that leaves the line to the cursor. What follows the cursor stays.
    fn remove_other_variations(&mut self) -> Result<(), Refusal> {
        self.check_editable()?;
        self.end_set_up();
        Ok(self.cursor_mut().remove_other_variations()?)
    }

    // Undo and saving.

    fn undo(&mut self) -> bool {
        self.cursor_mut().undo()
    }

    fn redo(&mut self) -> bool {
        self.cursor_mut().redo()
    }

    fn can_undo(&self) -> bool {
        self.cursor().can_undo()
    }

    fn can_redo(&self) -> bool {
        self.cursor().can_redo()
    }

    /// Another change replaces what was undone: it cannot be redone any more.
    fn forget_undone(&mut self) {
        self.cursor_mut().forget_undone();
    }

    /// Identifies the state of the file: equal numbers mean equal bytes.
    fn revision(&self) -> u64 {
        self.cursor().revision()
    }

    /// Changes whenever a drawing of the tree is out of date.
    fn shape_revision(&self) -> u64 {
        self.cursor().shape_revision()
    }

    fn is_dirty(&self) -> bool {
        self.cursor().is_dirty()
    }

    /// Marks that revision as saved. If the file has changed since, it stays dirty.
    fn saved(&mut self, revision: u64) {
        self.cursor_mut().saved(revision);
    }

    /// Marks the record as changed, for example after it was restored from an autosave.
    fn mark_dirty(&mut self) {
        self.cursor_mut().mark_dirty();
    }
}

/// The names of a sample, and the first comment of the game beyond ASCII.
pub(crate) fn sample(
    names: impl Iterator<Item = String>,
    tree: &Tree,
    root: NodeId,
    comment: impl Fn(NodeId) -> Option<String>,
) -> Vec<String> {
    let mut comments = tree.preorder(root).take(SAMPLED_NODES).filter_map(comment);
    names.chain(comments.find(|text| !text.is_ascii())).collect()
}
