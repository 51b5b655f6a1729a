//! Clocks as arithmetic on moments: the time left now, and when it runs out. Nothing ticks.
//! Independent of players and of turns, except that turns begin and end.
//!
//!     clock.start(at(0));  clock.reading(at(601))   // ten minutes of base time: one second into byo-yomi

mod lag;
mod notation;

use std::time::Duration;

use moment::Moment;

pub use lag::Lag;
use serde::{Deserialize, Serialize};

use crate::millis;

/// Base time, then byo-yomi periods: a period is kept if the move is made within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TimeControl {
    #[serde(with = "millis::duration")]
    pub base: Duration,
    pub periods: u8,
    #[serde(with = "millis::duration")]
    pub period: Duration,
    /// Added to the base time after each move that was made in it.
    #[serde(default, with = "millis::duration", skip_serializing_if = "Duration::is_zero")]
    pub increment: Duration,
}

impl TimeControl {
    /// The offered base times, in minutes.
    pub const BASES: [u32; 10] = [10, 15, 20, 30, 45, 60, 90, 120, 180, 300];

    /// Three periods of 30 seconds after this many minutes.
    pub fn minutes(base: u32) -> TimeControl {
        let base = Duration::from_secs(u64::from(base) * 60);
        TimeControl { base, periods: 3, period: Duration::from_secs(30), increment: Duration::ZERO }
    }
}

/// What a clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    Untimed,
    Base {
        left: Duration,
    },
    /// `periods` includes the running one.
    ByoYomi {
        periods: u8,
        left: Duration,
    },
    Out,
}

impl Reading {
    /// What it shows after the clock has run for this long within the same turn.
    #[must_use]
    pub fn after(self, time: Duration, control: TimeControl) -> Reading {
        let (base, periods, turn) = match self {
            Reading::Untimed | Reading::Out => return self,
            Reading::Base { left } => (left, control.periods, Duration::ZERO),
            Reading::ByoYomi { periods, left } => {
                (Duration::ZERO, periods, control.period.saturating_sub(left))
            }
        };
        let turn = turn.saturating_add(time);
        let control = Some(control);
        Clock { control, base, periods, turn, since: None, thought: Duration::ZERO }.reading(Moment::ORIGIN)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    control: Option<TimeControl>,
    /// At the start of this turn.
    #[serde(with = "millis::duration")]
    base: Duration,
    periods: u8,
    /// Used in this turn before the clock last started.
    #[serde(with = "millis::duration")]
    turn: Duration,
    #[serde(with = "millis::optional_moment")]
    since: Option<Moment>,
    #[serde(with = "millis::duration")]
    thought: Duration,
}

impl Clock {
    pub fn new(control: Option<TimeControl>) -> Clock {
        Clock {
            control,
            base: control.map_or(Duration::ZERO, |control| control.base),
            periods: control.map_or(0, |control| control.periods),
            turn: Duration::ZERO,
            since: None,
            thought: Duration::ZERO,
        }
    }

    /// One that shows this at the start of a turn.
    pub fn showing(control: TimeControl, reading: Reading) -> Clock {
        let (base, periods) = match reading {
            Reading::Base { left } => (left, control.periods),
            Reading::ByoYomi { periods, .. } => (Duration::ZERO, periods),
            Reading::Out => (Duration::ZERO, 0),
            Reading::Untimed => return Clock::new(Some(control)),
        };
        Clock { base, periods, ..Clock::new(Some(control)) }
    }

    /// Starts it, if it is not running.
    pub fn start(&mut self, now: Moment) {
        self.since.get_or_insert(now);
    }

    /// Pauses within the turn; a running period continues where it was.
    pub fn pause(&mut self, now: Moment) {
        self.turn = self.this_turn(now);
        self.since = None;
    }

    /// Ends the turn and returns how long it took. Deducts the network delay, but no more than has elapsed.
    pub fn stop(&mut self, now: Moment, compensated: Duration) -> Duration {
        let running = self.since.map_or(Duration::ZERO, |since| now.since(since));
        let took = self.turn.saturating_add(running.saturating_sub(compensated));
        (self.base, self.periods) = self.left_after(took);
        self.turn = Duration::ZERO;
        self.since = None;
        self.thought = self.thought.saturating_add(took);
        took
    }

    /// Uses up all time: the player may place no more stones.
    pub fn run_down(&mut self, now: Moment) {
        self.stop(now, Duration::ZERO);
        (self.base, self.periods) = (Duration::ZERO, 0);
    }

    pub fn reading(&self, now: Moment) -> Reading {
        let Some(control) = self.control else { return Reading::Untimed };
        let used = self.this_turn(now);
        if used < self.base {
            return Reading::Base { left: self.base - used };
        }
        let over = used - self.base;
        match self.periods.saturating_sub(periods_in(over, control.period)) {
            0 => Reading::Out,
            periods => Reading::ByoYomi { periods, left: rest_of_period(over, control.period) },
        }
    }

    pub fn is_out(&self, now: Moment) -> bool {
        self.reading(now) == Reading::Out
    }

    pub fn is_running(&self) -> bool {
        self.since.is_some()
    }

    /// When the time runs out; none while paused.
    pub fn runs_out(&self) -> Option<Moment> {
        let control = self.control?;
        let all = self.base.saturating_add(control.period.saturating_mul(u32::from(self.periods)));
        Some(self.since? + all.saturating_sub(self.turn))
    }

    /// Thinking time of the completed turns.
    pub fn thought(&self) -> Duration {
        self.thought
    }

    fn this_turn(&self, now: Moment) -> Duration {
        let running = self.since.map_or(Duration::ZERO, |since| now.since(since));
        self.turn.saturating_add(running)
    }

    fn left_after(&self, took: Duration) -> (Duration, u8) {
        let Some(control) = self.control else { return (self.base, self.periods) };
        if took < self.base {
            return ((self.base - took).saturating_add(control.increment), self.periods);
        }
        (Duration::ZERO, self.periods.saturating_sub(periods_in(took - self.base, control.period)))
    }
}

/// What is left of the current period after this much overtime.
fn rest_of_period(over: Duration, period: Duration) -> Duration {
    let into = over.as_nanos().checked_rem(period.as_nanos()).unwrap_or(0);
    period.saturating_sub(Duration::from_nanos(u64::try_from(into).unwrap_or(u64::MAX)))
}

/// Whole periods in a time. Periods of zero length are all used up.
fn periods_in(over: Duration, period: Duration) -> u8 {
    over.as_nanos()
        .checked_div(period.as_nanos())
        .map_or(u8::MAX, |periods| u8::try_from(periods).unwrap_or(u8::MAX))
}
