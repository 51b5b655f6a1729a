//! The time that a program passes to a timed state machine: `handle(now, input)` takes a [`Moment`] and `deadline()`
//! returns one. It is counted from an origin that the program chooses, so only differences mean anything.
//!
//!     let due = now + Duration::from_secs(5);
//!     due.since(now)          // 5 s
//!     now.since(due)          // nothing: it is still to come

use std::ops::{Add, AddAssign};
use std::time::Duration;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Moment(Duration);

impl Moment {
    pub const ORIGIN: Moment = Moment(Duration::ZERO);

    pub fn from_millis(millis: u64) -> Moment {
        Moment(Duration::from_millis(millis))
    }

    pub fn since_origin(self) -> Duration {
        self.0
    }

    /// Zero if `earlier` is in fact later.
    pub fn since(self, earlier: Moment) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Moment {
    type Output = Moment;

    /// A wait longer than time can count never ends.
    fn add(self, wait: Duration) -> Moment {
        Moment(self.0.saturating_add(wait))
    }
}

impl AddAssign<Duration> for Moment {
    fn add_assign(&mut self, wait: Duration) {
        *self = *self + wait;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_goes_backwards_measures_no_time() {
        let (earlier, later) = (Moment::from_millis(250), Moment::from_millis(1000));
        assert_eq!(later.since(earlier), Duration::from_millis(750));
        assert_eq!(earlier.since(later), Duration::ZERO);
    }

    #[test]
    fn the_longest_wait_does_not_overflow() {
        assert_eq!((Moment::from_millis(1) + Duration::MAX).since_origin(), Duration::MAX);
    }
}
