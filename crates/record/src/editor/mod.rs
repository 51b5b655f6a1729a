//! A record with a cursor, the positions along its line, and edits that can all be undone.
//!
//! Edits are data with inverses and are grouped into steps, which also store where the cursor was. Going back in the
//! game drops positions from the end of the line; undo applies inverse edits.

mod cursor;
mod step;

use crate::tree::{Attachment, NodeId, Tree};
use step::Step;

pub use cursor::Cursor;

/// What an editor needs from a record. Replaying never fails: every node leads to some position.
pub trait Game {
    /// The content of a node. An edit replaces it as a whole, so the previous content is the inverse.
    type Text: Clone + PartialEq;
    /// Editable state of the whole record, such as its charset.
    type Setting: Clone + PartialEq;
    type Position: Clone;

    fn tree(&self) -> &Tree;
    fn tree_mut(&mut self) -> &mut Tree;
    fn text(&self, node: NodeId) -> Self::Text;
    fn set_text(&mut self, node: NodeId, text: Self::Text);
    /// A new node that is not part of the tree yet.
    fn add_detached(&mut self, text: Self::Text) -> NodeId;
    fn setting(&self) -> Self::Setting;
    fn set_setting(&mut self, setting: Self::Setting);
    /// The position before the root.
    fn start(&self, root: NodeId) -> Self::Position;
    fn replay(&self, node: NodeId, before: &Self::Position) -> Self::Position;
    /// The number of moves in a node, and the move number that the node sets itself, for drawings of the tree.
    fn counts(&self, _node: NodeId) -> (usize, Option<i64>) {
        (0, None)
    }
}

/// One edit, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit<T, S> {
    Text {
        node: NodeId,
        text: T,
    },
    /// Attaches a detached node and its subtree.
    Attach {
        node: NodeId,
        attachment: Attachment,
    },
    /// Detaches a node and its subtree.
    Cut {
        node: NodeId,
    },
    /// Moves a node among its siblings.
    Reorder {
        node: NodeId,
        index: usize,
    },
    Setting(S),
}

pub type EditOf<G> = Edit<<G as Game>::Text, <G as Game>::Setting>;

/// The edit with this index in a list cannot be applied. Nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CannotApply {
    pub index: usize,
}

impl std::fmt::Display for CannotApply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "change {} of the step does not fit the record", self.index + 1)
    }
}

impl std::error::Error for CannotApply {}

/// Applies an edit and returns its inverse. `None` if it cannot be applied; then nothing changes.
pub fn apply<G: Game>(game: &mut G, edit: EditOf<G>) -> Option<EditOf<G>> {
    match edit {
        Edit::Text { node, text } => {
            let before = game.text(node);
            game.set_text(node, text);
            Some(Edit::Text { node, text: before })
        }
        Edit::Attach { node, attachment } => {
            game.tree_mut().attach(node, attachment).then_some(Edit::Cut { node })
        }
        Edit::Cut { node } => {
            let attachment = game.tree_mut().cut(node)?;
            Some(Edit::Attach { node, attachment })
        }
        Edit::Reorder { node, index } => {
            let index = game.tree_mut().reorder(node, index)?;
            Some(Edit::Reorder { node, index })
        }
        Edit::Setting(setting) => {
            let before = game.setting();
            game.set_setting(setting);
            Some(Edit::Setting(before))
        }
    }
}

#[derive(Clone)]
struct Visited<P> {
    node: NodeId,
    position: P,
}

#[derive(Clone)]
pub struct Editor<G: Game> {
    game: G,
    root: NodeId,
    /// From the first node to the cursor; never empty.
    line: Vec<Visited<G::Position>>,
    done: Vec<Step<G>>,
    undone: Vec<Step<G>>,
    /// The state after `done`; each state has its own number.
    revision: u64,
    latest: u64,
    saved: u64,
    shape: u64,
}

impl<G: Game> Editor<G> {
    /// Opens the game with that root.
    pub fn new(game: G, root: NodeId) -> Editor<G> {
        let position = game.replay(root, &game.start(root));
        let line = vec![Visited { node: root, position }];
        let (done, undone) = (Vec::new(), Vec::new());
        Editor { game, root, line, done, undone, revision: 0, latest: 0, saved: 0, shape: 0 }
    }

    pub fn game(&self) -> &G {
        &self.game
    }

    /// The nodes from the root to the cursor with their positions.
    pub fn line(&self) -> impl DoubleEndedIterator<Item = (NodeId, &G::Position)> + ExactSizeIterator {
        self.line.iter().map(|visited| (visited.node, &visited.position))
    }

    pub fn position(&self) -> &G::Position {
        // The line always contains the root.
        &self.line[self.line.len() - 1].position
    }

    /// The position before the cursor's node.
    pub fn position_before(&self) -> G::Position {
        match self.line.len().checked_sub(2).and_then(|n| self.line.get(n)) {
            Some(visited) => visited.position.clone(),
            None => self.game.start(self.root),
        }
    }

    /// The position at any node, without going there.
    pub fn position_at(&self, node: NodeId) -> G::Position {
        let path = self.tree().line(node);
        let shared = self.shared_with(&path);
        let known =
            shared.checked_sub(1).and_then(|n| self.line.get(n)).map(|visited| visited.position.clone());
        let from = known.unwrap_or_else(|| self.game.start(self.root));
        path.iter().skip(shared).fold(from, |position, node| self.game.replay(*node, &position))
    }

    fn shared_with(&self, path: &[NodeId]) -> usize {
        self.line.iter().zip(path).take_while(|(visited, node)| visited.node == **node).count()
    }

    fn step_onto(&mut self, node: NodeId) {
        let position = match self.line.last() {
            Some(visited) => self.game.replay(node, &visited.position),
            None => self.game.replay(node, &self.game.start(self.root)),
        };
        self.line.push(Visited { node, position });
    }
}

/// Changing.
impl<G: Game> Editor<G> {
    /// A new detached node, to be attached by a step.
    pub fn add_detached(&mut self, text: G::Text) -> NodeId {
        self.game.add_detached(text)
    }

    /// A new child of a detached node, after that sibling, or first.
    pub fn add_detached_under(&mut self, parent: NodeId, after: Option<NodeId>, text: G::Text) -> NodeId {
        let node = self.game.add_detached(text);
        if self.tree().root(parent) != self.root {
            self.game.tree_mut().attach_after(node, parent, after);
        }
        node
    }

    /// Applies edits as one step and moves the cursor to `then`, or to the nearest node that is still attached.
    pub fn apply(&mut self, edits: Vec<EditOf<G>>, then: NodeId) -> Result<(), CannotApply> {
        if edits.is_empty() {
            self.go_to(then);
            return Ok(());
        }
        let before = self.here();
        let back = self.apply_all(edits, then)?;
        self.undone.clear();
        let after = self.here();
        self.done.push(Step { edits: back, before, after, leads_to: self.revision, typing: None });
        self.renumber();
        Ok(())
    }

    /// Attaches a detached branch after the cursor, as the last one there, and goes to its first node.
    pub fn attach(&mut self, node: NodeId) -> Result<(), CannotApply> {
        let attachment = Attachment { parent: self.here(), index: usize::MAX, preferred: true };
        self.apply(vec![Edit::Attach { node, attachment }], node)
    }

    /// Goes to the start of another game of the file, if there is one.
    pub fn open_game(&mut self, root: Option<NodeId>) -> bool {
        root.inspect(|root| self.open(*root)).is_some()
    }

    /// Like `apply`, for text being typed: merges with the previous step if that was typing in the same field of the
    /// same node and nothing happened or was saved in between.
    pub fn apply_typing(&mut self, node: NodeId, text: G::Text, field: &str) -> Result<(), CannotApply> {
        let same = |step: &Step<G>| step.typing.as_ref().is_some_and(|(n, f)| *n == node && f == field);
        let joins =
            self.revision != self.saved && self.undone.is_empty() && self.done.last().is_some_and(same);
        let edits = vec![Edit::Text { node, text }];
        let here = self.here();
        if joins {
            self.apply_all(edits, here)?;
            self.renumber();
            return Ok(());
        }
        self.apply(edits, here)?;
        if let Some(step) = self.done.last_mut() {
            step.typing = Some((node, field.to_owned()));
        }
        Ok(())
    }

    fn renumber(&mut self) {
        self.latest += 1;
        self.revision = self.latest;
    }

    /// Goes to a node that may belong to another game of the file than the open one.
    fn enter(&mut self, node: NodeId) {
        let root = self.tree().root(node);
        if root != self.root {
            self.open(root);
            self.go_to(node);
        }
    }
}

#[cfg(test)]
mod tests;
