//! Where in the bytes that were read each node stands, with what leads up to it and what closes it.

use super::read::{Branch, Home};
use super::{Collection, lex};
use crate::tree::NodeId;

impl Collection {
    pub(super) fn is_read(&self, node: NodeId) -> bool {
        node.index() < self.read.starts.len()
    }

    /// The game that a node was read in.
    pub(super) fn home_index(&self, node: NodeId) -> Option<usize> {
        let after = self.read.homes.partition_point(|home| home.root <= node);
        after.checked_sub(1).filter(|_| self.is_read(node))
    }

    pub(super) fn home(&self, node: NodeId) -> Option<&Home> {
        self.home_index(node).and_then(|at| self.read.homes.get(at))
    }

    /// For each game as read, whether its brackets must be written again. Games without their first bracket are found only
    /// where no other follows, and by their first property, so they all get theirs once one of them changes there.
    pub(super) fn rearranged(&self) -> Vec<bool> {
        let homes = &self.read.homes;
        let list_changed = !self.games.iter().eq(homes.iter().map(|home| &home.root));
        let begins_well = |home: &Home| {
            let text = self.node(home.root).raw();
            lex::named_value(text, lex::skip_space(text, 1)).is_some()
        };
        let untouched = |home: &Home| !self.own.contains_key(&home.root) || begins_well(home);
        let bare_changed =
            homes.iter().any(|home| home.bare && (self.is_rearranged(home) || !untouched(home)));
        let all_bare = list_changed || bare_changed;
        // Brackets hidden in odd places may come to light in another charset.
        let recoded = self.charset != self.source_charset;
        let anew = |home: &Home| home.bare && all_bare || home.odd.is_some() && recoded;
        homes.iter().map(|home| anew(home) || self.is_rearranged(home)).collect()
    }

    pub(super) fn is_rearranged(&self, home: &Home) -> bool {
        let first = home.root.index();
        home.odd.as_ref().is_some_and(|odd| **odd != *self.tree().shape(first..first + odd.len()))
    }

    pub(super) fn start(&self, node: NodeId) -> usize {
        self.read.starts.get(node.index()).map_or(self.source.len(), |at| *at as usize)
    }

    /// After the text of the node, and whether its last value is closed.
    pub(super) fn text_end(&self, node: usize) -> (usize, bool) {
        let start = self.read.starts.get(node).map_or(self.source.len(), |at| *at as usize);
        lex::node_end(&self.source, start, self.source_charset.wide())
    }

    /// Whether the end of the file may have cut short the text of this node, or what it was before an edit.
    pub(super) fn may_be_cut_short(&self, node: NodeId) -> bool {
        node.index() + 1 == self.read.starts.len()
    }

    pub(super) fn branch(&self, node: NodeId) -> Option<&Branch> {
        let at = self.read.branches.binary_search_by_key(&node, |branch| branch.head).ok()?;
        self.read.branches.get(at)
    }

    /// What stands before a node that was read: after the text or `)` before it.
    pub(super) fn lead(&self, node: NodeId) -> &[u8] {
        let start = self.start(node);
        let from = match self.read.homes.binary_search_by_key(&node, |home| home.root) {
            Ok(0) => 0,
            Ok(game) => self.read.homes.get(game - 1).map_or(0, |home| home.end as usize),
            Err(_) => {
                let before = node.index().saturating_sub(1);
                self.after_last_close(self.text_end(before).0, start)
            }
        };
        self.source.get(from..start).unwrap_or_default()
    }

    /// Everything between a node that was read and the text of the one before it.
    pub(super) fn odd_lead(&self, node: NodeId) -> &[u8] {
        match self.home(node) {
            Some(home) if home.root != node => {
                let from = self.text_end(node.index().saturating_sub(1)).0;
                self.source.get(from..self.start(node)).unwrap_or_default()
            }
            _ => self.lead(node),
        }
    }

    /// What stands between the end of a branch and its `)`, that included.
    pub(super) fn closing(&self, head: NodeId) -> Option<&[u8]> {
        let close = self.branch(head)?.close?.get() as usize;
        let last = self.read.starts.partition_point(|at| (*at as usize) < close).checked_sub(1)?;
        let from = self.after_last_close(self.text_end(last).0, close - 1);
        self.source.get(from..close)
    }

    /// The place after the last `)` between two nodes, or where they begin.
    pub(super) fn after_last_close(&self, from: usize, to: usize) -> usize {
        let (mut at, mut found) = (from, from);
        while at < to {
            match self.source.get(at) {
                Some(b'[') => at = lex::value_end(&self.source, at + 1, self.source_charset.wide()),
                Some(b')') => found = at + 1,
                _ => {}
            }
            at += 1;
        }
        found
    }
}
