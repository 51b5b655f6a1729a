//! What the clocks show between two messages of the table.

use moment::Moment;
use rules::go::Color;

use crate::clock::{Reading, TimeControl};
use crate::protocol::Timers;

#[derive(Clone, Debug, Default)]
pub(super) struct Clocks {
    timers: Timers,
    received_at: Moment,
}

impl Clocks {
    pub(super) fn receive(&mut self, now: Moment, timers: Timers) {
        *self = Clocks { timers, received_at: now };
    }

    pub(super) fn is_running(&self, color: Color) -> bool {
        self.timers.running[color as usize]
    }

    /// Counted on from the last report. Without a time control, or after the game, no clock runs.
    pub(super) fn reading(&self, color: Color, now: Moment, control: Option<TimeControl>) -> Reading {
        let reported = self.timers.reading(color);
        match control {
            Some(control) if self.is_running(color) => reported.after(now.since(self.received_at), control),
            _ => reported,
        }
    }
}
