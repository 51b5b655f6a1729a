//! What the trainer plays: replies, variations, refutations, the solution.

use std::time::Duration;

use moment::Moment;

use super::{Attempt, AttemptOutput, By, Help, Mode, Outputs, Variation, Verdict};
use crate::puzzle::{Board, PuzzleNodeId};
use crate::status::Status;

pub(super) const LEAD_IN: Duration = Duration::from_millis(500);
pub(super) const REPLY: Duration = Duration::from_millis(300);
pub(super) const REPLY_TO_PLAYER: Duration = Duration::from_millis(600);
const ENTER_FIRST: Duration = Duration::from_millis(800);
const ENTER_LATER: Duration = Duration::from_millis(1000);
const LEAVE: Duration = Duration::from_millis(1000);
pub(super) const REFUTE: Duration = Duration::from_millis(2000);
pub(super) const GOOD: Duration = Duration::from_millis(800);
const RETURN: Duration = Duration::from_millis(2000);
pub(super) const SOLUTION: Duration = Duration::from_millis(1000);

impl<B: Board> Attempt<B> {
    pub(super) fn wake(&mut self, now: Moment) -> Outputs<B> {
        if self.mode.until().is_none_or(|until| now < until) {
            return Vec::new();
        }
        match self.mode.clone() {
            Mode::LeadIn { .. } => self.lead_in(now),
            Mode::Reply { plays, .. } => {
                let played = self.step_to(plays, By::Trainer);
                played.into_iter().chain(self.advance(now, REPLY)).collect()
            }
            Mode::EnterVariation { .. } => self.enter_line(now),
            Mode::LeaveVariation { .. } => self.leave_variation(now),
            Mode::Refute { back_to, .. } => self.refute(now, back_to),
            Mode::GoodAlternative { back_to, .. } => {
                self.variations.push(Variation::Good { back_to });
                self.advance(now, REPLY)
            }
            Mode::Return { back_to, .. } => {
                let shown = self.go_to(back_to);
                std::iter::once(shown).chain(self.your_turn(now)).collect()
            }
            Mode::Solution { .. } => self.solution(now),
            Mode::Judging { .. } => self.judged(now, Verdict::Unknown),
            Mode::AsGood { .. } => self.play_solution_move(now),
            _ => Vec::new(),
        }
    }

    /// After the lead-in the opponent's first move is played at once, unless there are alternatives to show first.
    fn lead_in(&mut self, now: Moment) -> Outputs<B> {
        let out = self.advance(now, Duration::ZERO);
        if let Mode::Reply { .. } = self.mode {
            return out.into_iter().chain(self.wake(now)).collect();
        }
        out
    }

    /// The next step of the current line.
    pub(super) fn advance(&mut self, now: Moment, delay: Duration) -> Outputs<B> {
        let Some(plays) = self.first_child() else { return self.line_ends(now) };
        if self.puzzle.is_solvers_turn(self.at) {
            self.hints_here = 0;
            return self.your_turn(now);
        }
        if self.puzzle.children(self.at).len() > 1 {
            self.variations.push(Variation::Alternatives { branch: self.at, child: 1 });
            return self.enter_variation(now, ENTER_FIRST);
        }
        self.mode = Mode::Reply { until: now + delay, plays };
        Vec::new()
    }

    fn enter_variation(&mut self, now: Moment, delay: Duration) -> Outputs<B> {
        let Some(Variation::Alternatives { branch, child }) = self.variations.last().copied() else {
            return Vec::new();
        };
        let of = self.puzzle.children(branch).len() - 1;
        self.mode = Mode::EnterVariation { until: now + delay, number: child, of };
        vec![self.go_to(branch), AttemptOutput::Feedback(Status::Variation { number: child, of })]
    }

    fn enter_line(&mut self, now: Moment) -> Outputs<B> {
        if let Some(Variation::Alternatives { branch, child }) = self.variations.last()
            && let Some(plays) = self.puzzle.children(*branch).get(*child)
        {
            self.mode = Mode::Reply { until: now + REPLY, plays: *plays };
        }
        Vec::new()
    }

    pub(super) fn line_ends(&mut self, now: Moment) -> Outputs<B> {
        match self.variations.last().copied() {
            None => self.finish(now),
            Some(Variation::Alternatives { branch, child }) => {
                let is_last = child + 1 >= self.puzzle.children(branch).len();
                self.mode = Mode::LeaveVariation { until: now + LEAVE };
                vec![AttemptOutput::Feedback(if is_last {
                    Status::ReturnToMainLine
                } else {
                    Status::LeaveVariation
                })]
            }
            Some(Variation::Good { back_to }) => {
                self.variations.pop();
                self.turn_back(now, back_to)
            }
        }
    }

    fn leave_variation(&mut self, now: Moment) -> Outputs<B> {
        let Some(Variation::Alternatives { branch, child }) = self.variations.pop() else {
            return Vec::new();
        };
        if child + 1 < self.puzzle.children(branch).len() {
            self.variations.push(Variation::Alternatives { branch, child: child + 1 });
            return self.enter_variation(now, ENTER_LATER);
        }
        let shown = self.go_to(branch);
        if let Some(plays) = self.first_child() {
            self.mode = Mode::Reply { until: now + REPLY, plays };
        }
        vec![shown]
    }

    fn turn_back(&mut self, now: Moment, back_to: PuzzleNodeId) -> Outputs<B> {
        let back = self.puzzle.line(back_to);
        self.taken_back = self.puzzle.line(self.at).into_iter().filter(|id| !back.contains(id)).collect();
        self.mode = Mode::Return { until: now + RETURN, back_to };
        vec![AttemptOutput::Feedback(Status::FindBetter)]
    }

    fn refute(&mut self, now: Moment, back_to: PuzzleNodeId) -> Outputs<B> {
        match self.first_child() {
            Some(next) => {
                self.mode = Mode::Refute { until: now + REFUTE, back_to };
                self.step_to(next, By::Trainer).into_iter().collect()
            }
            None => self.turn_back(now, back_to),
        }
    }

    fn solution(&mut self, now: Moment) -> Outputs<B> {
        match self.first_child() {
            Some(next) => {
                self.mode = Mode::Solution { until: now + SOLUTION };
                self.step_to(next, By::Trainer).into_iter().collect()
            }
            None => self.after_variation(now).unwrap_or_else(|| self.finish(now)),
        }
    }

    /// A solution requested in a variation shows the rest of that line first, then the main line.
    fn after_variation(&mut self, now: Moment) -> Option<Outputs<B>> {
        let base = match self.variations.first()? {
            Variation::Alternatives { branch, .. } => *branch,
            Variation::Good { back_to } => *back_to,
        };
        self.variations.clear();
        self.mode = Mode::Solution { until: now + SOLUTION };
        Some(vec![self.go_to(base), AttemptOutput::Feedback(Status::ReturnToMainLine)])
    }

    pub(super) fn jump(&mut self, now: Moment) -> Outputs<B> {
        let mut out = Vec::new();
        while let Some(next) = self.first_child() {
            out.extend(self.step_to(next, By::Trainer));
        }
        match self.mode {
            Mode::Refute { back_to, .. } => out.extend(self.turn_back(now, back_to)),
            _ => out.extend(self.after_variation(now).unwrap_or_else(|| self.finish(now))),
        }
        out
    }

    pub(super) fn finish(&mut self, now: Moment) -> Outputs<B> {
        self.stop_thinking(now);
        self.mode = Mode::Done;
        let outcome = self.outcome(now);
        let status = match (outcome.help, outcome.mistakes, outcome.hints) {
            (Help::Skipped, ..) => Status::Skipped,
            (_, 1.., _) => Status::Failed,
            (Help::Solution, ..) => Status::Shown,
            (Help::Move, ..) => Status::MoveShown,
            (Help::None, _, 1..) => Status::SolvedWithHint,
            (Help::None, ..) => Status::Solved,
        };
        vec![AttemptOutput::Feedback(status), AttemptOutput::Done(outcome)]
    }
}
