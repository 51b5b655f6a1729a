//! What is happening in an attempt. A wait is part of the mode it belongs to.

use std::time::Duration;

use crate::puzzle::Place;

/// Moments are counted from any fixed start: the host's clock, or a test's.
#[derive(Clone, Debug, PartialEq)]
pub enum Mode<M> {
    Ready,
    /// The opponent moves first.
    LeadIn {
        until: Duration,
    },
    /// The opponent's move comes.
    Reply {
        until: Duration,
        plays: Place,
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
    /// Several moves look the same on the board.
    Promotion {
        choices: Vec<M>,
    },
    /// A wrong move shows by itself why it is wrong.
    Refute {
        until: Duration,
        back_to: Place,
    },
    GoodAlternative {
        until: Duration,
        back_to: Place,
    },
    Return {
        until: Duration,
        back_to: Place,
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

    /// The same mode with its wait ending at another moment.
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
