//! Turns of simultaneous Go in a record: two nodes each, Black's and White's (see `simultaneous`).

use rules::go::simultaneous::Variant;
use rules::go::{Move, Point, Size};

use super::GoRecord;
use crate::game_record::GameRecord as _;
use crate::sgf::Node;
use crate::simultaneous::variant_of;

impl GoRecord {
    /// The variant of simultaneous Go; `None` for other games.
    pub fn variant(&self) -> Option<Variant> {
        variant_of(self.node(self.root()))
    }

    /// The cursor is between the two moves of a turn, which were made at once.
    pub fn is_within_turn(&self) -> bool {
        let node = self.node(self.here());
        self.variant().is_some()
            && [node.has("B"), node.has("SGB")].contains(&true)
            && ![node.has("W"), node.has("SGW")].contains(&true)
            && !self.tree().is_leaf(self.here())
    }

    /// The points of the turn that ends at the cursor, Black's first.
    pub fn points_of_turn(&self) -> Vec<Point> {
        let size = self.size();
        let black =
            self.tree().parent(self.here()).and_then(|node| choice(self.node(node), ["SGB", "B"], size));
        let white = choice(self.node(self.here()), ["SGW", "W"], size);
        white.map_or_else(Vec::new, |white| black.into_iter().chain([white]).filter_map(placed).collect())
    }

    /// One turn forward, or one node in other games. False at the end.
    pub fn next_turn(&mut self) -> bool {
        let moved = self.forward();
        if moved && self.is_within_turn() {
            self.forward();
        }
        moved
    }

    /// One turn back, or one node in other games. False at the start.
    pub fn previous_turn(&mut self) -> bool {
        let moved = self.back();
        if moved && self.is_within_turn() {
            self.back();
        }
        moved
    }
}

fn choice(node: Node<'_>, names: [&str; 2], size: Size) -> Option<Move> {
    names.into_iter().find_map(|name| node.value(name))?.move_on(size)
}

fn placed(mv: Move) -> Option<Point> {
    match mv {
        Move::Place(at) => Some(at),
        Move::Pass => None,
    }
}
