//! Finding nodes in a game: forks, comments, moves by number or point, text, and repeated positions.

use std::collections::HashMap;

use rules::go::{Color, Move, Point, Size};

use super::file::{GoFile, NodeKind, State};
use super::record::GoRecord;
use crate::editor::Game;
use crate::tree::NodeId;
use crate::{GameRecord, Refusal};

/// What a search looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Query {
    /// In comments, node names and labels, in either case.
    Text(String),
    /// A move at this point.
    Point(Point),
}

impl Query {
    /// `Q16` is a point, anything else is text.
    pub(super) fn read(text: &str, size: Size) -> Query {
        match Point::from_name(text.trim(), size) {
            Some(at) => Query::Point(at),
            None => Query::Text(text.to_lowercase()),
        }
    }
}

impl GoRecord {
    pub(super) fn go_to_numbered_move(&mut self, number: u32) -> Result<(), Refusal> {
        if number == 0 {
            self.to_start();
            return Ok(());
        }
        let is_it = |state: &State| state.kind == NodeKind::Move && state.number == number;
        let behind = self.editor.line().rev().find(|(_, state)| is_it(state)).map(|(node, _)| node);
        let mut state = self.state().clone();
        let ahead = self.tree().preferred_line(self.here()).skip(1).find(|node| {
            state = self.editor.game().replay(*node, &state);
            is_it(&state)
        });
        self.visit(behind.or(ahead))
    }

    /// Goes to the move that placed the stone there.
    pub fn to_stone(&mut self, at: Point) -> Result<(), Refusal> {
        let played = |state: &State| {
            state.kind == NodeKind::Move && matches!(state.last_move, Some((_, Move::Place(p))) if p == at)
        };
        let found = self.editor.line().rev().find(|(_, state)| played(state)).map(|(node, _)| node);
        self.visit(found)
    }

    pub(super) fn matches(&self, node: NodeId, query: &Query) -> bool {
        match query {
            Query::Point(at) => {
                self.node(node).moves(self.size()).any(|(_, mv)| mv == Some(Move::Place(*at)))
            }
            Query::Text(text) => {
                let values = ["C", "N", "LB"].iter().flat_map(|name| self.node(node).values(name));
                values.into_iter().any(|value| value.text().to_lowercase().contains(text))
            }
        }
    }
}

/// A search for transpositions, run in slices: in a large game it takes longer than a page may block.
#[derive(Clone, Debug)]
pub struct TranspositionSearch {
    replay: Replay,
    found: Transpositions,
}

impl TranspositionSearch {
    pub fn new(record: &GoRecord) -> TranspositionSearch {
        let found = Transpositions { revision: record.revision(), ..Transpositions::default() };
        TranspositionSearch { replay: Replay::new(record.editor.game(), record.root()), found }
    }

    /// Searches this many more nodes of the record, which must not have changed since. True when all are done.
    pub fn step(&mut self, record: &GoRecord, nodes: usize) -> bool {
        for _ in 0..nodes {
            let Some((node, state)) = self.replay.step(record.editor.game()) else { return true };
            if state.kind != NodeKind::Plain {
                let key = (state.position.hash(), state.position.to_play());
                self.found.keys.insert(node, key);
                self.found.nodes.entry(key).or_default().push(node);
            }
        }
        false
    }

    /// The result so far.
    pub fn found(self) -> Transpositions {
        self.found
    }
}

/// Groups of nodes with the same stones and side to move.
#[derive(Clone, Debug, Default)]
pub struct Transpositions {
    revision: u64,
    keys: HashMap<NodeId, (u64, Color)>,
    nodes: HashMap<(u64, Color), Vec<NodeId>>,
}

impl Transpositions {
    /// The record's revision for which this was computed.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The other nodes with the same position, in file order.
    pub fn of(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let same = self.keys.get(&node).and_then(|key| self.nodes.get(key));
        same.into_iter().flatten().copied().filter(move |other| *other != node)
    }
}

/// Calls back for every node of a game with its state.
pub(super) fn each_state(game: &GoFile, root: NodeId, mut each: impl FnMut(NodeId, &State)) {
    let mut replay = Replay::new(game, root);
    while let Some((node, state)) = replay.step(game) {
        each(node, state);
    }
}

/// Replays a whole game in file order. Keeps states only at forks with branches still to visit.
#[derive(Clone, Debug)]
struct Replay {
    root: NodeId,
    next: Option<NodeId>,
    pending: Vec<(NodeId, State)>,
    last: (NodeId, State),
}

impl Replay {
    fn new(game: &GoFile, root: NodeId) -> Replay {
        Replay { root, next: Some(root), pending: Vec::new(), last: (root, game.start(root)) }
    }

    fn step(&mut self, game: &GoFile) -> Option<(NodeId, &State)> {
        let (node, tree) = (self.next?, game.tree());
        let parent = tree.parent(node).filter(|_| node != self.root);
        if parent.is_some_and(|parent| parent != self.last.0) {
            while self.pending.last().is_some_and(|(fork, _)| Some(*fork) != parent) {
                self.pending.pop();
            }
        }
        let before = match self.pending.last() {
            Some((fork, state)) if Some(*fork) == parent => state,
            _ => &self.last.1,
        };
        let state = game.replay(node, before);
        if tree.children(node).nth(1).is_some() {
            self.pending.push((node, state.clone()));
        }
        self.last = (node, state);
        self.next = tree.first_child(node).or_else(|| tree.after(node, self.root));
        Some((node, &self.last.1))
    }
}
