//! What is wrong with the open game: where in the file, and at which move.

use super::record::ChessRecord;
use crate::GameRecord;
use crate::pgn::{Finding, FindingKind};
use crate::tree::NodeId;

/// A finding of the file, and the move that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Line and column from 1, in the file that was read.
    pub line: usize,
    pub column: usize,
    pub kind: FindingKind,
    /// The move that cannot be played, or the one before text that cannot be read. The moves after an unplayable one are
    /// kept as text.
    pub node: Option<NodeId>,
    /// As it is written in the file.
    pub written: String,
    /// The position in which the move cannot be played.
    pub fen: Option<String>,
}

impl Problem {
    fn new(finding: &Finding) -> Problem {
        let Finding { line, column, node, .. } = *finding;
        let (written, fen) = (finding.written.clone(), finding.fen.clone());
        Problem { line, column, kind: finding.kind.clone(), node, written, fen }
    }

    /// Takes over the next word of the same unreadable text.
    fn join(&mut self, next: &Finding) -> bool {
        let end = self.column + self.written.chars().count();
        let follows = self.line == next.line && next.column.saturating_sub(end) <= 1;
        let is_text = |kind: &FindingKind| *kind == FindingKind::NotUnderstood;
        let joins = is_text(&self.kind) && is_text(&next.kind) && self.node == next.node && follows;
        if joins {
            self.written += " ".get(..next.column.saturating_sub(end)).unwrap_or_default();
            self.written += &next.written;
        }
        joins
    }
}

impl ChessRecord {
    /// Whether the node is a move that cannot be played, or comes after one.
    pub fn is_broken(&self, node: NodeId) -> bool {
        node != self.root() && self.game().mv(node).is_none()
    }

    /// Errors, and text among the moves that cannot be read. What was read as it was meant is no problem, nor is prose
    /// after the result.
    pub fn problems(&self) -> Vec<Problem> {
        let is_unread =
            |finding: &Finding| finding.kind == FindingKind::NotUnderstood && finding.node.is_some();
        // A cut move is no problem any more.
        let is_there = |finding: &&Finding| finding.node.is_none_or(|node| self.is_in_game(node));
        let findings = self.game().findings().iter();
        let shown = findings.filter(|finding| finding.kind.is_error() || is_unread(finding)).filter(is_there);
        let mut problems: Vec<Problem> = Vec::new();
        for finding in shown {
            if !problems.last_mut().is_some_and(|last| last.join(finding)) {
                problems.push(Problem::new(finding));
            }
        }
        problems
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
        assert_eq!(places, [(3, 16, "Ke4"), (4, 1, "Qh8"), (4, 15, "Zz9")]);
        for problem in &problems[..2] {
            let node = problem.node.unwrap();
            assert!(game.is_broken(node) && !game.is_broken(game.tree().parent(node).unwrap()));
            assert_eq!(game.game().written_move(node), problem.written);
            assert!(problem.fen.as_ref().is_some_and(|fen| fen.contains(" b ")), "{problem:?}");
        }
    }

    #[test]
    fn unreadable_text_in_a_variation_is_one_problem_at_the_move_before_it() {
        let game = record("1. e4 e5 (1... c5 what a move 2. Nf3 ?x9 (2. Kx9 d6)) 2. d4 * Thanks for reading");
        let problems = game.problems();
        let found: Vec<_> = problems.iter().map(|one| (one.column, one.written.as_str())).collect();
        assert_eq!(found, [(19, "what a move"), (39, "x9"), (46, "Kx9"), (50, "d6")]);
        assert_eq!(game.numbered_san(problems[0].node.unwrap()).unwrap(), "1... c5");
        assert_eq!(game.numbered_san(problems[1].node.unwrap()).unwrap(), "2. Nf3");
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
