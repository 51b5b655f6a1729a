//! A move that the record does not have: an engine says whether it is as good as the solution's.

use std::time::Duration;

use moment::Moment;

use super::automatic::REPLY_TO_PLAYER;
use super::{Attempt, AttemptOutput, By, Mode, Outputs};
use crate::puzzle::Board;
use crate::status::Status;

/// How long the player waits for an engine at most.
const JUDGING: Duration = Duration::from_secs(4);
/// How long the player sees that the move was good, before the solution's is played.
const AS_GOOD: Duration = Duration::from_millis(1600);

/// Which of two moves is better?
#[derive(Clone, Debug, PartialEq)]
pub struct Question<B: Board> {
    pub number: u32,
    /// The position before the moves.
    pub board: B,
    pub played: B::Move,
    pub solution: B::Move,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    AsGood,
    Worse,
    /// There was no answer. The record is trusted.
    Unknown,
}

impl<B: Board> Attempt<B> {
    /// The move stays on the board while the engine thinks, and the clock stands still.
    pub(super) fn ask_engine(&mut self, now: Moment, mv: B::Move, after: B) -> Outputs<B> {
        let solution = self.first_child().and_then(|child| self.puzzle.mv(child)).cloned();
        let Some(solution) = solution else { return self.wrong() };
        self.end_turn(now);
        self.questions += 1;
        let question =
            Question { number: self.questions, board: self.board.clone(), played: mv.clone(), solution };
        self.mode = Mode::Judging { until: now + JUDGING };
        vec![
            AttemptOutput::Played { mv, board: after, by: By::Player, node: None },
            AttemptOutput::Feedback(Status::Judging),
            AttemptOutput::Judge(question),
        ]
    }

    pub(super) fn judged(&mut self, now: Moment, verdict: Verdict) -> Outputs<B> {
        if verdict == Verdict::AsGood {
            self.mode = Mode::AsGood { until: now + AS_GOOD };
            return vec![AttemptOutput::Feedback(Status::AsGood)];
        }
        let back = self.go_to(self.at);
        (self.mode, self.turn_since) = (Mode::YourTurn, Some(now));
        std::iter::once(back).chain(self.wrong()).collect()
    }

    /// The line continues as the record has it.
    pub(super) fn play_solution_move(&mut self, now: Moment) -> Outputs<B> {
        let back = self.go_to(self.at);
        let played = self.first_child().and_then(|child| self.step_to(child, By::Trainer));
        let out = std::iter::once(back).chain(played);
        out.chain(self.advance(now, REPLY_TO_PLAYER)).collect()
    }
}
