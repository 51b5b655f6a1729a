//! The tree of a record: nodes with ordered children in one arena. The contents of nodes are stored elsewhere. Nodes
//! are never destroyed: a cut node keeps its number in the arena, so that undo can attach it again. Nothing here is
//! recursive, so that a line of 100,000 nodes is no problem.

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

const DETACHED: Links = Links { parent: NONE, first: NONE, next: NONE };

/// Where a node is attached: enough to attach it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attachment {
    pub parent: NodeId,
    /// Its index among the children; beyond the end means last.
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

    /// The number of nodes ever added, including cut ones.
    pub fn len(&self) -> usize {
        self.links.len()
    }

    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// The node with that number, if it exists.
    pub fn node(&self, index: usize) -> Option<NodeId> {
        (index < self.len()).then_some(NodeId(index as u32))
    }

    /// A detached node: a root, or one to be attached.
    pub fn add_detached(&mut self) -> NodeId {
        debug_assert!(self.links.len() < NONE as usize);
        let node = NodeId(self.links.len() as u32);
        self.links.push(DETACHED);
        node
    }

    /// Adds a last child.
    pub fn add(&mut self, parent: NodeId) -> NodeId {
        let node = self.add_detached();
        self.link_child(node, parent, usize::MAX);
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

    /// Whether the node has siblings.
    pub fn is_branch(&self, node: NodeId) -> bool {
        let first = self.parent(node).and_then(|p| self.first_child(p));
        first.is_some_and(|first| first != node || self.next_sibling(first).is_some())
    }

    /// Its index among its siblings; 0 for a root.
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

    /// Where the node is attached; `None` for a root or a cut node.
    pub fn attachment(&self, node: NodeId) -> Option<Attachment> {
        let parent = self.parent(node)?;
        let preferred = self.preferred(parent) == Some(node);
        Some(Attachment { parent, index: self.index_of(node), preferred })
    }

    /// Detaches the node and its subtree, and returns where it was.
    pub fn cut(&mut self, node: NodeId) -> Option<Attachment> {
        let attachment = self.attachment(node)?;
        let kept = self.preferred(attachment.parent).filter(|n| *n != node);
        let before = attachment.index.checked_sub(1).and_then(|before| self.child(attachment.parent, before));
        self.relink(before, attachment.parent, self.at(node).next);
        if let Some(cut) = self.links.get_mut(node.index()) {
            (cut.parent, cut.next) = (NONE, NONE);
        }
        self.preferred.remove(&attachment.parent);
        if let Some(kept) = kept {
            self.prefer(kept);
        }
        Some(attachment)
    }

    /// Attaches a detached node and its subtree to a parent. Refused, with `false`, if that would make a cycle or the
    /// node is attached already.
    pub fn attach(&mut self, node: NodeId, attachment: Attachment) -> bool {
        if self.parent(node).is_some() || self.ancestors(attachment.parent).any(|n| n == node) {
            return false;
        }
        let kept = self.preferred(attachment.parent);
        self.link_child(node, attachment.parent, attachment.index);
        if let Some(next) = if attachment.preferred { Some(node) } else { kept } {
            self.prefer(next);
        }
        true
    }

    /// Moves the node to that index among its siblings, and returns the old one. The preferred child stays the same.
    pub fn reorder(&mut self, node: NodeId, index: usize) -> Option<usize> {
        let parent = self.parent(node)?;
        let kept = self.preferred(parent);
        let attachment = self.cut(node)?;
        self.link_child(node, parent, index);
        if let Some(kept) = kept {
            self.prefer(kept);
        }
        Some(attachment.index)
    }

    fn link_child(&mut self, node: NodeId, parent: NodeId, index: usize) {
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

    /// Sets the node after `before` (or the first child of `parent`), and returns the old one.
    fn relink(&mut self, before: Option<NodeId>, parent: NodeId, to: u32) -> u32 {
        let link = match before {
            Some(before) => self.links.get_mut(before.index()).map(|l| &mut l.next),
            None => self.links.get_mut(parent.index()).map(|l| &mut l.first),
        };
        link.map_or(NONE, |link| std::mem::replace(link, to))
    }

    /// A number of another tree is a detached node.
    fn at(&self, node: NodeId) -> Links {
        self.links.get(node.index()).copied().unwrap_or(DETACHED)
    }
}

/// For readers, which add nodes in order and know the last sibling.
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

    /// The links of a range of nodes, to detect changes later.
    pub(crate) fn shape(&self, nodes: std::ops::Range<usize>) -> &[Links] {
        self.links.get(nodes).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
