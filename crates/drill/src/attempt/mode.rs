//! What is happening in an attempt. A wait is part of the mode it belongs to.

use std::time::Duration;

use moment::Moment;

use crate::puzzle::PuzzleNodeId;

#[derive(Clone, Debug, PartialEq)]
pub enum Mode<M> {
    Ready,
    /// The opponent moves first, after a short wait.
    LeadIn {
        until: Moment,
    },
    /// The opponent's move follows.
    Reply {
        until: Moment,
        plays: PuzzleNodeId,
    },
    /// The opponent had other moves: variation `number` of `of` begins.
    EnterVariation {
        until: Moment,
        number: usize,
        of: usize,
    },
    LeaveVariation {
        until: Moment,
    },
    YourTurn,
    /// A drop means several moves, and the player chooses.
    Promotion {
        choices: Vec<M>,
    },
    /// The trainer shows why a move is wrong.
    Refute {
        until: Moment,
        back_to: PuzzleNodeId,
    },
    GoodAlternative {
        until: Moment,
        back_to: PuzzleNodeId,
    },
    /// An engine compares the move, which is on the board, with the solution's.
    Judging {
        until: Moment,
    },
    /// The move was as good as the solution's, which is played next.
    AsGood {
        until: Moment,
    },
    Return {
        until: Moment,
        back_to: PuzzleNodeId,
    },
    Solution {
        until: Moment,
    },
    Done,
    Paused {
        rest: Option<Duration>,
        mode: Box<Mode<M>>,
    },
}

impl<M> Mode<M> {
    pub(super) fn until(&self) -> Option<Moment> {
        match self {
            Mode::LeadIn { until }
            | Mode::Reply { until, .. }
            | Mode::EnterVariation { until, .. }
            | Mode::LeaveVariation { until }
            | Mode::Refute { until, .. }
            | Mode::GoodAlternative { until, .. }
            | Mode::Judging { until }
            | Mode::AsGood { until }
            | Mode::Return { until, .. }
            | Mode::Solution { until } => Some(*until),
            Mode::Ready | Mode::YourTurn | Mode::Promotion { .. } | Mode::Done | Mode::Paused { .. } => None,
        }
    }

    /// The same mode with another end of its wait.
    pub(super) fn waiting_until(mut self, moment: Moment) -> Mode<M> {
        match &mut self {
            Mode::LeadIn { until }
            | Mode::Reply { until, .. }
            | Mode::EnterVariation { until, .. }
            | Mode::LeaveVariation { until }
            | Mode::Refute { until, .. }
            | Mode::GoodAlternative { until, .. }
            | Mode::Judging { until }
            | Mode::AsGood { until }
            | Mode::Return { until, .. }
            | Mode::Solution { until } => *until = moment,
            Mode::Ready | Mode::YourTurn | Mode::Promotion { .. } | Mode::Done | Mode::Paused { .. } => {}
        }
        self
    }
}
