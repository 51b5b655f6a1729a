//! A record being studied: a cursor with the positions on its line, and changes that can all be taken back.
//!
//! Changes are data. Each knows its inverse, they come in steps, and a step also knows where the cursor was. Going back
//! in the game is dropping positions from the end of the line; going back in time is applying inverses.

mod cursor;
mod step;

use crate::tree::{NodeId, Place, Tree};
use step::Step;

pub use cursor::Cursor;

/// What an editor asks of a record. Replaying is total: whatever stands in a node leads to some position.
pub trait Game {
    /// What stands in a node. A change replaces it as a whole, so the one before is the way back.
    type Text: Clone + PartialEq;
    /// What holds for the record as a whole and can be changed, such as its charset.
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
    /// Before the first node.
    fn start(&self, root: NodeId) -> Self::Position;
    fn replay(&self, node: NodeId, before: &Self::Position) -> Self::Position;
    /// How many moves a node has, and the number that it assigns to them itself: drawings of the tree show it.
    fn counts(&self, _node: NodeId) -> (usize, Option<i64>) {
        (0, None)
    }
}

/// One change, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit<T, S> {
    Text {
        node: NodeId,
        text: T,
    },
    /// Attaches a detached node, with all that is below it.
    Attach {
        node: NodeId,
        place: Place,
    },
    /// Detaches a node, with all that is below it.
    Cut {
        node: NodeId,
    },
    /// Puts a node elsewhere among its siblings.
    Reorder {
        node: NodeId,
        index: usize,
    },
    Setting(S),
}

pub type EditOf<G> = Edit<<G as Game>::Text, <G as Game>::Setting>;

/// A list of changes was not carried out, because this one of them, counted from 0, cannot be. Nothing was changed.
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

/// Applies a change and gives its inverse; none, and no change, where it does not fit.
pub fn apply<G: Game>(game: &mut G, edit: EditOf<G>) -> Option<EditOf<G>> {
    match edit {
        Edit::Text { node, text } => {
            let before = game.text(node);
            game.set_text(node, text);
            Some(Edit::Text { node, text: before })
        }
        Edit::Attach { node, place } => game.tree_mut().attach(node, place).then_some(Edit::Cut { node }),
        Edit::Cut { node } => {
            let place = game.tree_mut().cut(node)?;
            Some(Edit::Attach { node, place })
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
    /// The state that `done` leads to; each has a number of its own.
    revision: u64,
    latest: u64,
    saved: u64,
    shape: u64,
}

impl<G: Game> Editor<G> {
    /// Opens the game with that first node.
    pub fn new(game: G, root: NodeId) -> Editor<G> {
        let position = game.replay(root, &game.start(root));
        let line = vec![Visited { node: root, position }];
        let (done, undone) = (Vec::new(), Vec::new());
        Editor { game, root, line, done, undone, revision: 0, latest: 0, saved: 0, shape: 0 }
    }

    pub fn game(&self) -> &G {
        &self.game
    }

    /// The nodes from the first to the cursor with their positions.
    pub fn line(&self) -> impl DoubleEndedIterator<Item = (NodeId, &G::Position)> + ExactSizeIterator {
        self.line.iter().map(|visited| (visited.node, &visited.position))
    }

    pub fn position(&self) -> &G::Position {
        // The line begins with the first node and is never cut shorter than that.
        &self.line[self.line.len() - 1].position
    }

    /// The position before the cursor's own node was played.
    pub fn position_before(&self) -> G::Position {
        match self.line.len().checked_sub(2).and_then(|n| self.line.get(n)) {
            Some(visited) => visited.position.clone(),
            None => self.game.start(self.root),
        }
    }

    /// The position at any node, without going there.
    pub fn position_at(&self, node: NodeId) -> G::Position {
        let way = self.tree().line(node);
        let shared = self.shared_with(&way);
        let known =
            shared.checked_sub(1).and_then(|n| self.line.get(n)).map(|visited| visited.position.clone());
        let from = known.unwrap_or_else(|| self.game.start(self.root));
        way.iter().skip(shared).fold(from, |position, node| self.game.replay(*node, &position))
    }

    fn shared_with(&self, way: &[NodeId]) -> usize {
        self.line.iter().zip(way).take_while(|(visited, node)| visited.node == **node).count()
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
    /// A new node, to be attached by a step. Until then it is part of no game.
    pub fn add_detached(&mut self, text: G::Text) -> NodeId {
        self.game.add_detached(text)
    }

    /// A new node below a detached one, after that child of it, or first.
    pub fn add_detached_under(&mut self, parent: NodeId, after: Option<NodeId>, text: G::Text) -> NodeId {
        let node = self.game.add_detached(text);
        if self.tree().root(parent) != self.root {
            self.game.tree_mut().attach_after(node, parent, after);
        }
        node
    }

    /// Carries out changes as one step and puts the cursor on `then`, or on the nearest node that is still attached.
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

    /// Puts a detached branch after the cursor, behind the branches there, and goes to its first node.
    pub fn attach(&mut self, node: NodeId) -> Result<(), CannotApply> {
        let place = Place { parent: self.here(), index: usize::MAX, preferred: true };
        self.apply(vec![Edit::Attach { node, place }], node)
    }

    /// Goes to the start of another game of the file, if there is one.
    pub fn open_game(&mut self, root: Option<NodeId>) -> bool {
        root.inspect(|root| self.open(*root)).is_some()
    }

    /// As `apply`, for a text that grows key by key: joins the step before if that was the same typing in the same
    /// node, nothing came between and nothing was saved since.
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

    /// A step may belong to another game of the file than the one that is open now: its place is shown.
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
