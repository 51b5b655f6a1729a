//! Traversals of a tree: children, ancestors, and preorder (the order of a file).

use std::iter::successors;

use super::{NodeId, Tree};

/// A step of a walk through a subtree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visit {
    /// Before everything below the node.
    Enter(NodeId),
    /// After everything below it.
    Leave(NodeId),
}

impl Tree {
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + Clone {
        successors(self.first_child(node), |n| self.next_sibling(*n))
    }

    /// The node itself first, the root last.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + Clone {
        successors(Some(node), |n| self.parent(*n))
    }

    /// A subtree in file order: each node before its children.
    pub fn preorder(&self, top: NodeId) -> impl Iterator<Item = NodeId> + Clone {
        successors(Some(top), move |n| self.first_child(*n).or_else(|| self.after(*n, top)))
    }

    /// A subtree as it stands in a file, with the ends of its branches.
    pub(crate) fn visits(&self, top: NodeId) -> impl Iterator<Item = Visit> {
        successors(Some(Visit::Enter(top)), move |visit| match *visit {
            Visit::Enter(node) => Some(self.first_child(node).map_or(Visit::Leave(node), Visit::Enter)),
            Visit::Leave(node) if node == top => None,
            Visit::Leave(node) => {
                let next = self.next_sibling(node).map(Visit::Enter);
                next.or_else(|| self.parent(node).map(Visit::Leave))
            }
        })
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
        successors(Some(node), |n| self.first_child(*n))
    }

    /// The nodes that pressing Next visits, including this one.
    pub fn preferred_line(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        successors(Some(node), |n| self.preferred(*n))
    }

    pub fn is_on_main_line(&self, node: NodeId) -> bool {
        self.off_main_line(node).next().is_none()
    }

    /// The ancestors that are not first children: reordering each to 0 makes the main line.
    pub fn off_main_line(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.ancestors(node).filter(|n| self.parent(*n).is_some_and(|p| self.first_child(p) != Some(*n)))
    }

    /// The first move of the branch that a node belongs to: itself or the nearest node above that has siblings.
    pub fn branch_head(&self, node: NodeId) -> Option<NodeId> {
        self.ancestors(node).find(|n| self.is_branch(*n))
    }

    /// What moving the line through a node one place up or down reorders: a node and its new index. A line that is first
    /// at its own branch goes up with the line that it leaves; a line goes down only at its own branch, so that
    /// alternatives further up keep their order.
    pub fn moved_line(&self, node: NodeId, earlier: bool) -> Option<(NodeId, usize)> {
        match earlier {
            true => self.off_main_line(node).next().map(|head| (head, self.index_of(head).saturating_sub(1))),
            false => {
                let head = self.branch_head(node)?;
                self.next_sibling(head).map(|_| (head, self.index_of(head) + 1))
            }
        }
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
