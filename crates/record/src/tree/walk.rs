//! Traversals of a tree: children, ancestors, and preorder (the order of a file).

use super::{NodeId, Tree};

#[derive(Clone)]
pub struct Children<'a> {
    tree: &'a Tree,
    next: Option<NodeId>,
}

impl<'a> Children<'a> {
    pub(super) fn new(tree: &'a Tree, first: Option<NodeId>) -> Children<'a> {
        Children { tree, next: first }
    }
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let node = self.next?;
        self.next = self.tree.next_sibling(node);
        Some(node)
    }
}

/// The node itself first, the root last.
#[derive(Clone)]
pub struct Ancestors<'a> {
    tree: &'a Tree,
    next: Option<NodeId>,
}

impl Iterator for Ancestors<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let node = self.next?;
        self.next = self.tree.parent(node);
        Some(node)
    }
}

/// A subtree in file order: each node before its children.
#[derive(Clone)]
pub struct Preorder<'a> {
    tree: &'a Tree,
    top: NodeId,
    next: Option<NodeId>,
}

impl Iterator for Preorder<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let node = self.next?;
        self.next = self.tree.first_child(node).or_else(|| self.tree.after(node, self.top));
        Some(node)
    }
}

impl Tree {
    pub fn ancestors(&self, node: NodeId) -> Ancestors<'_> {
        Ancestors { tree: self, next: Some(node) }
    }

    pub fn preorder(&self, top: NodeId) -> Preorder<'_> {
        Preorder { tree: self, top, next: Some(top) }
    }

    /// The next node outside the node's own subtree, within that of `top`.
    pub(crate) fn after(&self, node: NodeId, top: NodeId) -> Option<NodeId> {
        let mut inside = self.ancestors(node).take_while(|n| *n != top);
        inside.find_map(|n| self.next_sibling(n))
    }

    pub fn root(&self, node: NodeId) -> NodeId {
        self.ancestors(node).last().unwrap_or(node)
    }

    /// From the root to the node, both included.
    pub fn line(&self, node: NodeId) -> Vec<NodeId> {
        let mut line: Vec<NodeId> = self.ancestors(node).collect();
        line.reverse();
        line
    }

    /// First children from here on, including the node.
    pub fn main_line(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(node), |n| self.first_child(*n))
    }

    /// The nodes that pressing Next visits, including this one.
    pub fn preferred_line(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(node), |n| self.preferred(*n))
    }

    pub fn is_on_main_line(&self, node: NodeId) -> bool {
        self.off_main_line(node).next().is_none()
    }

    /// The ancestors that are not first children: reordering each to 0 makes the main line.
    pub fn off_main_line(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.ancestors(node).filter(|n| self.parent(*n).is_some_and(|p| self.first_child(p) != Some(*n)))
    }

    /// The first nodes of all other branches on the way to the root.
    pub fn other_branches(&self, node: NodeId) -> Vec<NodeId> {
        let sibling_heads = |n: NodeId| {
            let siblings = self.parent(n).map(|p| self.children(p)).into_iter().flatten();
            siblings.filter(move |s| *s != n)
        };
        self.ancestors(node).flat_map(sibling_heads).collect()
    }

    /// The nearest node above that has several children.
    pub fn fork_above(&self, node: NodeId) -> Option<NodeId> {
        self.ancestors(node).find(|n| self.is_branch(*n)).and_then(|n| self.parent(n))
    }
}
