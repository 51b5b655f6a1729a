//! A moment, as time passed since an origin of the host's choosing. Only differences mean anything.

use std::ops::Add;
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

    /// Nothing, if `earlier` is in fact later.
    pub fn since(self, earlier: Moment) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Moment {
    type Output = Moment;

    /// Saturates: a wait too long to represent never ends.
    fn add(self, wait: Duration) -> Moment {
        Moment(self.0.saturating_add(wait))
    }
}
