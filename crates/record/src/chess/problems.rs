//! What is wrong with the open game: where in the file, and at which move.

use super::record::ChessRecord;
use crate::GameRecord;
use crate::pgn::{FindingKind, Start};
use crate::tree::NodeId;

/// A finding of the file, and the move that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Line and column from 1, in the file that was read.
    pub line: usize,
    pub column: usize,
    pub kind: FindingKind,
    /// The move that cannot be played; the moves after it are kept as text.
    pub node: Option<NodeId>,
    /// As it is written in the file.
    pub written: String,
}

impl ChessRecord {
    /// Whether the node is a move that cannot be played, or comes after one.
    pub fn is_broken(&self, node: NodeId) -> bool {
        node != self.root() && self.game().mv(node).is_none()
    }

    /// Errors only: what was read as it was meant is no problem.
    pub fn problems(&self) -> Vec<Problem> {
        let mut broken = self.first_broken().into_iter();
        let errors = self.game().findings().iter().filter(|finding| finding.kind.is_error());
        let problem = errors.map(|finding| {
            let node = matches!(finding.kind, FindingKind::Move(_)).then(|| broken.next()).flatten();
            let written = node.map(|node| self.game().written_move(node).into_owned()).unwrap_or_default();
            Problem { line: finding.line, column: finding.column, kind: finding.kind.clone(), node, written }
        });
        let problems: Vec<Problem> = problem.collect();
        // A cut move is no problem any more.
        let is_there = |problem: &Problem| problem.node.is_none_or(|node| self.is_in_game(node));
        problems.into_iter().filter(is_there).collect()
    }

    /// The unplayable moves that follow a playable position, in the order of the file, in which nodes are numbered.
    fn first_broken(&self) -> Vec<NodeId> {
        let (game, tree) = (self.game(), self.tree());
        if !matches!(game.start(), Start::Position(_)) {
            return Vec::new();
        }
        let has_text = |node: &NodeId| game.mv(*node).is_none() && !game.written_move(*node).is_empty();
        let is_first = |node: &NodeId| tree.parent(*node).is_none_or(|parent| !self.is_broken(parent));
        let nodes = (0..tree.len()).filter_map(|index| tree.node(index));
        nodes.filter(|node| *node != self.root()).filter(has_text).filter(is_first).collect()
    }

    fn is_in_game(&self, node: NodeId) -> bool {
        self.tree().ancestors(node).any(|above| above == self.root())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Pgn;

    fn record(text: &str) -> ChessRecord {
        ChessRecord::open(Pgn::read(text.as_bytes().to_vec()), 0)
    }

    #[test]
    fn a_broken_move_is_a_problem_with_its_place_and_its_node() {
        let game =
            record("[White \"Ann\"]\n\n1. e4 e5 (1... Ke4 2. d4) 2. Nf3\nQh8 3. d4 (3. Zz9 3. h8) *\n");
        let problems = game.problems();
        let places: Vec<_> =
            problems.iter().map(|one| (one.line, one.column, one.written.as_str())).collect();
        assert_eq!(places, [(3, 16, "Ke4"), (4, 1, "Qh8")]);
        for problem in &problems {
            let node = problem.node.unwrap();
            assert!(game.is_broken(node) && !game.is_broken(game.tree().parent(node).unwrap()));
            assert_eq!(game.game().written_move(node), problem.written);
        }
    }

    #[test]
    fn a_cut_move_is_no_problem_any_more() {
        let mut game = record("1. e4 e5 2. Qh8 *\n");
        game.go_to(game.problems()[0].node.unwrap());
        game.cut().unwrap();
        assert!(game.problems().is_empty());
        game.undo();
        assert_eq!(game.problems().len(), 1);
    }

    #[test]
    fn a_game_without_a_position_has_one_problem() {
        let problems = record("[FEN \"8/8/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. Ka2 *\n").problems();
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(matches!(problems[0].kind, FindingKind::FenUnusable(_)));
        assert!(record("1. e4 e5 *").problems().is_empty());
    }
}
