//! Another order of moves: a move that the record does not have here, but that leads to a position of the solution.

use moment::Moment;

use super::automatic::REPLY_TO_PLAYER;
use super::{Attempt, AttemptOutput, By, Outputs, Variation};
use crate::puzzle::{Board, PuzzleNodeId};
use crate::status::Status;

impl<B: Board> Attempt<B> {
    /// The node of the solution with this position. Positions that were on the board in this line do not count: going
    /// back to them is no progress.
    pub(super) fn transposition(&self, board: &B) -> Option<PuzzleNodeId> {
        let line = self.puzzle.line(self.at);
        if line.iter().any(|id| self.puzzle.board(*id).is_same(board)) {
            return None;
        }
        let mut same = self.puzzle.ids().filter(|id| self.puzzle.board(*id).is_same(board));
        same.find(|id| self.is_in_solution(*id, &line))
    }

    /// On a right line whose moves are the best ones, or alternatives that the player has chosen already.
    fn is_in_solution(&self, id: PuzzleNodeId, played: &[PuzzleNodeId]) -> bool {
        let is_best = |id: &PuzzleNodeId| {
            self.puzzle.parent(*id).is_none_or(|parent| {
                !self.puzzle.is_solvers_turn(parent) || self.puzzle.children(parent).first() == Some(id)
            })
        };
        let line = self.puzzle.line(id);
        self.puzzle.is_on_right_line(id) && line.iter().all(|id| is_best(id) || played.contains(id))
    }

    /// Plays the move and continues from the node with the same position.
    pub(super) fn transposed(&mut self, now: Moment, mv: B::Move, node: PuzzleNodeId) -> Outputs<B> {
        self.end_turn(now);
        // The step goes to the node's own move; what was played is shown.
        let _ = self.step_to(node, By::Player);
        while let Some(Variation::Good { back_to }) = self.variations.last()
            && self.is_in_best_line(*back_to, node)
        {
            self.variations.pop();
        }
        let record_node = Some(self.puzzle.node(node));
        let played =
            AttemptOutput::Played { mv, board: self.board.clone(), by: By::Player, node: record_node };
        let out = [played, AttemptOutput::Feedback(Status::Transposed)].into_iter();
        out.chain(self.advance(now, REPLY_TO_PLAYER)).collect()
    }

    /// The node is reached from `from` by the best move there: there is no better one left to ask for.
    fn is_in_best_line(&self, from: PuzzleNodeId, node: PuzzleNodeId) -> bool {
        let best = self.puzzle.children(from).first();
        best.is_some_and(|best| self.puzzle.line(node).contains(best))
    }
}
