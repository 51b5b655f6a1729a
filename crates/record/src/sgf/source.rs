//! The location of each node in the source, with the bytes before it and what closes it.

use super::read::{SourceBranch, SourceGame};
use super::{Collection, lex};
use crate::tree::NodeId;

impl Collection {
    pub(super) fn is_read(&self, node: NodeId) -> bool {
        node.index() < self.read.starts.len()
    }

    /// The game that a node was read in.
    pub(super) fn source_game_index(&self, node: NodeId) -> Option<usize> {
        let after = self.read.source_games.partition_point(|source_game| source_game.root <= node);
        after.checked_sub(1).filter(|_| self.is_read(node))
    }

    pub(super) fn source_game(&self, node: NodeId) -> Option<&SourceGame> {
        self.source_game_index(node).and_then(|at| self.read.source_games.get(at))
    }

    /// For each game as read, whether its brackets must be rewritten. Games without a first bracket are found only if
    /// no other game follows, and by their first property, so all of them get one as soon as one changes there.
    pub(super) fn rearranged(&self) -> Vec<bool> {
        let source_games = &self.read.source_games;
        let list_changed = !self.games.iter().eq(source_games.iter().map(|source_game| &source_game.root));
        let begins_well = |source_game: &SourceGame| {
            let text = self.node(source_game.root).raw();
            lex::named_value(text, lex::skip_space(text, 1)).is_some()
        };
        let untouched = |source_game: &SourceGame| {
            !self.edited_texts.contains_key(&source_game.root) || begins_well(source_game)
        };
        let bare_changed = source_games.iter().any(|source_game| {
            source_game.bare && (self.is_rearranged(source_game) || !untouched(source_game))
        });
        let all_bare = list_changed || bare_changed;
        // Brackets hidden inside characters may appear in another charset.
        let recoded = self.charset != self.source_charset;
        let must_rewrite = |source_game: &SourceGame| {
            source_game.bare && all_bare || source_game.irregular.is_some() && recoded
        };
        source_games
            .iter()
            .map(|source_game| must_rewrite(source_game) || self.is_rearranged(source_game))
            .collect()
    }

    pub(super) fn is_rearranged(&self, source_game: &SourceGame) -> bool {
        let first = source_game.root.index();
        source_game
            .irregular
            .as_ref()
            .is_some_and(|shape| **shape != *self.tree().shape(first..first + shape.len()))
    }

    pub(super) fn start(&self, node: NodeId) -> usize {
        self.read.starts.get(node.index()).map_or(self.source.len(), |at| *at as usize)
    }

    /// The end of the node's text, and whether its last value is closed.
    pub(super) fn text_end(&self, node: usize) -> (usize, bool) {
        let start = self.read.starts.get(node).map_or(self.source.len(), |at| *at as usize);
        lex::node_end(&self.source, start, self.source_charset.wide())
    }

    /// Whether the end of the file may have truncated this node's text, or its text before an edit.
    pub(super) fn may_be_cut_short(&self, node: NodeId) -> bool {
        node.index() + 1 == self.read.starts.len()
    }

    pub(super) fn branch(&self, node: NodeId) -> Option<&SourceBranch> {
        let at = self.read.branches.binary_search_by_key(&node, |branch| branch.head).ok()?;
        self.read.branches.get(at)
    }

    /// The bytes before a node, after the previous text or `)`.
    pub(super) fn lead(&self, node: NodeId) -> &[u8] {
        let start = self.start(node);
        let from = match self.read.source_games.binary_search_by_key(&node, |source_game| source_game.root) {
            Ok(0) => 0,
            Ok(game) => {
                self.read.source_games.get(game - 1).map_or(0, |source_game| source_game.end as usize)
            }
            Err(_) => {
                let before = node.index().saturating_sub(1);
                self.after_last_close(self.text_end(before).0, start)
            }
        };
        self.source.get(from..start).unwrap_or_default()
    }

    /// All bytes between a node and the text of the node before it.
    pub(super) fn irregular_lead(&self, node: NodeId) -> &[u8] {
        match self.source_game(node) {
            Some(source_game) if source_game.root != node => {
                let from = self.text_end(node.index().saturating_sub(1)).0;
                self.source.get(from..self.start(node)).unwrap_or_default()
            }
            _ => self.lead(node),
        }
    }

    /// The bytes from the end of a branch to its `)`, inclusive.
    pub(super) fn closing(&self, head: NodeId) -> Option<&[u8]> {
        let close = self.branch(head)?.close?.get() as usize;
        let last = self.read.starts.partition_point(|at| (*at as usize) < close).checked_sub(1)?;
        let from = self.after_last_close(self.text_end(last).0, close - 1);
        self.source.get(from..close)
    }

    /// The offset after the last `)` between two nodes, or `from`.
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
