//! What the player does: moves, hints, giving up.

use i18n::Language;
use moment::Moment;

use super::automatic::{GOOD, REFUTE, REPLY_TO_PLAYER, SOLUTION};
use super::{Attempt, AttemptOutput, By, Help, Hint, Mode, Outputs};
use crate::puzzle::{Board, PuzzleNodeId};
use crate::status::Status;

impl<B: Board> Attempt<B> {
    pub(super) fn drop(&mut self, now: Moment, drop: &B::Drop) -> Outputs<B> {
        let mut candidate_moves = self.board.candidate_moves(drop);
        match candidate_moves.len() {
            0 => vec![AttemptOutput::Refused],
            1 => self.attempt_move(now, candidate_moves.remove(0)),
            _ => {
                self.stop_thinking(now);
                self.mode = Mode::Promotion { choices: candidate_moves.clone() };
                vec![AttemptOutput::Feedback(Status::ChoosePiece), AttemptOutput::Choose(candidate_moves)]
            }
        }
    }

    pub(super) fn choose(&mut self, now: Moment, n: usize) -> Outputs<B> {
        let Mode::Promotion { choices } = &self.mode else { return Vec::new() };
        let Some(mv) = choices.get(n).cloned() else { return Vec::new() };
        // The clock stood still while the piece was chosen; after a wrong piece it runs again.
        (self.mode, self.turn_since) = (Mode::YourTurn, Some(now));
        self.attempt_move(now, mv)
    }

    pub(super) fn attempt_move(&mut self, now: Moment, mv: B::Move) -> Outputs<B> {
        let Some(board) = self.board.play(&mv) else { return vec![AttemptOutput::Refused] };
        let children = self.puzzle.children(self.at);
        let known = children.iter().position(|child| self.puzzle.mv(*child) == Some(&mv));
        let child = known.and_then(|n| children.get(n)).copied();
        match (known, child) {
            (Some(0), Some(child)) => self.right(now, child),
            _ if self.settings.any_mate && board.is_won() => self.mated(now, mv, board),
            (Some(_), Some(child)) if self.puzzle.is_bad(child) => self.mistaken(now, child),
            (Some(_), Some(child)) => self.also_good(now, child),
            _ => match self.transposition(&board) {
                Some(node) => self.transposed(now, mv, node),
                None if self.settings.ask_engine => self.ask_engine(now, mv, board),
                None => self.wrong(),
            },
        }
    }

    fn right(&mut self, now: Moment, child: PuzzleNodeId) -> Outputs<B> {
        self.end_turn(now);
        let played = self.step_to(child, By::Player);
        let out = played.into_iter().chain([AttemptOutput::Feedback(Status::Correct)]);
        out.chain(self.advance(now, REPLY_TO_PLAYER)).collect()
    }

    fn mated(&mut self, now: Moment, mv: B::Move, board: B) -> Outputs<B> {
        self.end_turn(now);
        self.board = board.clone();
        let played = AttemptOutput::Played { mv, board, by: By::Player, node: None };
        let out = [played, AttemptOutput::Feedback(Status::Correct)].into_iter();
        out.chain(self.line_ends(now)).collect()
    }

    fn mistaken(&mut self, now: Moment, child: PuzzleNodeId) -> Outputs<B> {
        self.end_turn(now);
        self.mistakes += 1;
        self.mode = Mode::Refute { until: now + REFUTE, back_to: self.at };
        let played = self.step_to(child, By::Player);
        played.into_iter().chain([AttemptOutput::Feedback(Status::Mistake)]).collect()
    }

    fn also_good(&mut self, now: Moment, child: PuzzleNodeId) -> Outputs<B> {
        self.end_turn(now);
        self.mode = Mode::GoodAlternative { until: now + GOOD, back_to: self.at };
        let played = self.step_to(child, By::Player);
        played.into_iter().chain([AttemptOutput::Feedback(Status::AlsoGood)]).collect()
    }

    pub(super) fn wrong(&mut self) -> Outputs<B> {
        self.mistakes += 1;
        vec![AttemptOutput::Refused, AttemptOutput::Feedback(Status::Incorrect)]
    }

    /// The first hint shows where to look, the second the move; the third plays it.
    pub(super) fn hint(&mut self, now: Moment) -> Outputs<B> {
        let Some(child) = self.first_child() else { return Vec::new() };
        let Some(mv) = self.puzzle.mv(child).cloned() else { return Vec::new() };
        self.hints += 1;
        let has_area = self.board.hint_area(&mv, Language::default()).is_some();
        self.hints_here += if self.hints_here == 0 && !has_area { 2 } else { 1 };
        if self.hints_here > 1 {
            self.help = self.help.max(Help::Move);
        }
        match self.hints_here {
            1 => vec![
                AttemptOutput::Hint { hint: Hint::Square, mv },
                AttemptOutput::Feedback(Status::HintSquare),
            ],
            2 => vec![
                AttemptOutput::Hint { hint: Hint::Arrow, mv },
                AttemptOutput::Feedback(Status::HintArrow),
            ],
            _ => {
                self.end_turn(now);
                let played = self.step_to(child, By::Trainer);
                let out = played.into_iter().chain([AttemptOutput::Feedback(Status::HintPlayed)]);
                out.chain(self.advance(now, REPLY_TO_PLAYER)).collect()
            }
        }
    }

    pub(super) fn skip(&mut self, now: Moment) -> Outputs<B> {
        self.help = Help::Skipped;
        self.finish(now)
    }

    pub(super) fn show_solution(&mut self, now: Moment) -> Outputs<B> {
        self.end_turn(now);
        self.help = Help::Solution;
        self.mode = Mode::Solution { until: now + SOLUTION };
        vec![AttemptOutput::Feedback(Status::Solution)]
    }
}
