//! What is happening in an attempt. A wait is part of the mode it belongs to.

use std::time::Duration;

use crate::puzzle::PuzzleNodeId;

/// Times are relative to any fixed start: the host's clock, or a test's.
#[derive(Clone, Debug, PartialEq)]
pub enum Mode<M> {
    Ready,
    /// The opponent moves first, after a short wait.
    LeadIn {
        until: Duration,
    },
    /// The opponent's move follows.
    Reply {
        until: Duration,
        plays: PuzzleNodeId,
    },
    /// The opponent had other moves: side line `number` of `of` begins.
    EnterVariation {
        until: Duration,
        number: usize,
        of: usize,
    },
    LeaveVariation {
        until: Duration,
    },
    YourTurn,
    /// A drop means several moves, and the player chooses.
    Promotion {
        choices: Vec<M>,
    },
    /// The trainer shows why a move is wrong.
    Refute {
        until: Duration,
        back_to: PuzzleNodeId,
    },
    GoodAlternative {
        until: Duration,
        back_to: PuzzleNodeId,
    },
    Return {
        until: Duration,
        back_to: PuzzleNodeId,
    },
    Solution {
        until: Duration,
    },
    Done,
    Paused {
        rest: Option<Duration>,
        mode: Box<Mode<M>>,
    },
}

impl<M> Mode<M> {
    pub(super) fn until(&self) -> Option<Duration> {
        match self {
            Mode::LeadIn { until }
            | Mode::Reply { until, .. }
            | Mode::EnterVariation { until, .. }
            | Mode::LeaveVariation { until }
            | Mode::Refute { until, .. }
            | Mode::GoodAlternative { until, .. }
            | Mode::Return { until, .. }
            | Mode::Solution { until } => Some(*until),
            Mode::Ready | Mode::YourTurn | Mode::Promotion { .. } | Mode::Done | Mode::Paused { .. } => None,
        }
    }

    /// The same mode with another end of its wait.
    pub(super) fn waiting_until(mut self, moment: Duration) -> Mode<M> {
        match &mut self {
            Mode::LeadIn { until }
            | Mode::Reply { until, .. }
            | Mode::EnterVariation { until, .. }
            | Mode::LeaveVariation { until }
            | Mode::Refute { until, .. }
            | Mode::GoodAlternative { until, .. }
            | Mode::Return { until, .. }
            | Mode::Solution { until } => *until = moment,
            Mode::Ready | Mode::YourTurn | Mode::Promotion { .. } | Mode::Done | Mode::Paused { .. } => {}
        }
        self
    }
}
