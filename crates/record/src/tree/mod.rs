//! The shape of a record: nodes with ordered children, by number, in one arena. The contents of nodes are stored elsewhere.
//! Nodes are never destroyed: what is cut stays in the arena with its number, so that undo can graft it back.
//! Nothing here recurses; a line of 100,000 nodes is walked, cut and dropped like a short one.

mod path;
mod walk;

use std::collections::BTreeMap;

pub use path::{Path, PathError};
pub(crate) use walk::Visit;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

const NONE: u32 = u32::MAX;

fn id(link: u32) -> Option<NodeId> {
    (link != NONE).then_some(NodeId(link))
}

fn link(id: Option<NodeId>) -> u32 {
    id.map_or(NONE, |n| n.0)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Links {
    parent: u32,
    first: u32,
    next: u32,
}

const LOOSE: Links = Links { parent: NONE, first: NONE, next: NONE };

/// Where a node hangs: enough to put it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub parent: NodeId,
    /// Its number among the children; past the end means last.
    pub index: usize,
    /// Whether Next follows it from the parent.
    pub preferred: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Tree {
    links: Vec<Links>,
    /// Only where it is not the first child.
    preferred: BTreeMap<NodeId, NodeId>,
}

impl Tree {
    pub fn new() -> Tree {
        Tree::default()
    }

    /// Nodes ever made, those cut included.
    pub fn len(&self) -> usize {
        self.links.len()
    }

    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// The node of that number, if there is one.
    pub fn node(&self, index: usize) -> Option<NodeId> {
        (index < self.len()).then_some(NodeId(index as u32))
    }

    /// A node that hangs nowhere yet: a root, or one to be grafted.
    pub fn add_detached(&mut self) -> NodeId {
        debug_assert!(self.links.len() < NONE as usize);
        let node = NodeId(self.links.len() as u32);
        self.links.push(LOOSE);
        node
    }

    /// A new last child.
    pub fn add(&mut self, parent: NodeId) -> NodeId {
        let node = self.add_detached();
        self.hang(node, parent, usize::MAX);
        node
    }

    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        id(self.at(node).parent)
    }

    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        id(self.at(node).first)
    }

    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        id(self.at(node).next)
    }

    pub fn child(&self, node: NodeId, index: usize) -> Option<NodeId> {
        self.children(node).nth(index)
    }

    pub fn is_leaf(&self, node: NodeId) -> bool {
        self.first_child(node).is_none()
    }

    /// Whether the parent has other children too.
    pub fn is_branch(&self, node: NodeId) -> bool {
        let first = self.parent(node).and_then(|p| self.first_child(p));
        first.is_some_and(|first| first != node || self.next_sibling(first).is_some())
    }

    /// Its number among its siblings; 0 for a root.
    pub fn index_of(&self, node: NodeId) -> usize {
        let siblings = self.parent(node).map(|p| self.children(p));
        siblings.and_then(|mut all| all.position(|n| n == node)).unwrap_or(0)
    }

    /// The child that Next follows.
    pub fn preferred(&self, node: NodeId) -> Option<NodeId> {
        self.preferred.get(&node).copied().or_else(|| self.first_child(node))
    }

    /// Makes Next follow this node from its parent.
    pub fn prefer(&mut self, node: NodeId) {
        let Some(parent) = self.parent(node) else { return };
        if self.first_child(parent) == Some(node) {
            self.preferred.remove(&parent);
        } else {
            self.preferred.insert(parent, node);
        }
    }

    /// Where the node hangs; none for a root or a node that was cut.
    pub fn place(&self, node: NodeId) -> Option<Place> {
        let parent = self.parent(node)?;
        let preferred = self.preferred(parent) == Some(node);
        Some(Place { parent, index: self.index_of(node), preferred })
    }

    /// Cuts the node off with everything below it, and says where it hung.
    pub fn cut(&mut self, node: NodeId) -> Option<Place> {
        let place = self.place(node)?;
        let kept = self.preferred(place.parent).filter(|n| *n != node);
        let before = place.index.checked_sub(1).and_then(|before| self.child(place.parent, before));
        self.relink(before, place.parent, self.at(node).next);
        if let Some(cut) = self.links.get_mut(node.index()) {
            (cut.parent, cut.next) = (NONE, NONE);
        }
        self.preferred.remove(&place.parent);
        if let Some(kept) = kept {
            self.prefer(kept);
        }
        Some(place)
    }

    /// Hangs a loose node (and what is below it) under a parent. Refused, with `false`, where that would make a ring
    /// or the node hangs somewhere already.
    pub fn attach(&mut self, node: NodeId, place: Place) -> bool {
        if self.parent(node).is_some() || self.ancestors(place.parent).any(|n| n == node) {
            return false;
        }
        let kept = self.preferred(place.parent);
        self.hang(node, place.parent, place.index);
        if let Some(next) = if place.preferred { Some(node) } else { kept } {
            self.prefer(next);
        }
        true
    }

    /// Puts the node at that number among its siblings, and says where it was. What Next follows stays the same node.
    pub fn reorder(&mut self, node: NodeId, index: usize) -> Option<usize> {
        let parent = self.parent(node)?;
        let kept = self.preferred(parent);
        let place = self.cut(node)?;
        self.hang(node, parent, index);
        if let Some(kept) = kept {
            self.prefer(kept);
        }
        Some(place.index)
    }

    fn hang(&mut self, node: NodeId, parent: NodeId, index: usize) {
        let before = match index {
            0 => None,
            n => self.children(parent).take(n).last(),
        };
        self.attach_after(node, parent, before);
    }

    pub(crate) fn attach_after(&mut self, node: NodeId, parent: NodeId, before: Option<NodeId>) {
        let next = self.relink(before, parent, node.0);
        if let Some(hung) = self.links.get_mut(node.index()) {
            (hung.parent, hung.next) = (parent.0, next);
        }
    }

    /// Sets what follows `before` (or comes first under `parent`), and gives what did.
    fn relink(&mut self, before: Option<NodeId>, parent: NodeId, to: u32) -> u32 {
        let link = match before {
            Some(before) => self.links.get_mut(before.index()).map(|l| &mut l.next),
            None => self.links.get_mut(parent.index()).map(|l| &mut l.first),
        };
        link.map_or(NONE, |link| std::mem::replace(link, to))
    }

    /// A number of another tree is a node that hangs nowhere.
    fn at(&self, node: NodeId) -> Links {
        self.links.get(node.index()).copied().unwrap_or(LOOSE)
    }
}

/// What a reader needs that meets the nodes in order and knows the last sibling.
impl Tree {
    pub(crate) fn with_capacity(nodes: usize) -> Tree {
        Tree { links: Vec::with_capacity(nodes), preferred: BTreeMap::new() }
    }

    pub(crate) fn add_after(&mut self, parent: Option<NodeId>, sibling: Option<NodeId>) -> NodeId {
        let node = NodeId(self.links.len() as u32);
        self.links.push(Links { parent: link(parent), first: NONE, next: NONE });
        if let Some(parent) = parent {
            let next = self.relink(sibling, parent, node.0);
            if let Some(links) = self.links.last_mut() {
                links.next = next;
            }
        }
        node
    }

    pub(crate) fn trim(&mut self) {
        if self.links.capacity() > self.links.len() + self.links.len() / 8 {
            self.links.shrink_to_fit();
        }
    }

    /// The bare shape of a run of nodes, to see later whether it is still the same.
    pub(crate) fn shape(&self, nodes: std::ops::Range<usize>) -> &[Links] {
        self.links.get(nodes).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
