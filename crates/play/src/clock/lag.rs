//! Lag compensation: network delay is not charged to the player, up to an allowance that grows with every move.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::millis;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lag {
    #[serde(with = "millis::duration")]
    allowance: Duration,
}

impl Default for Lag {
    fn default() -> Lag {
        Lag { allowance: Lag::PER_MOVE }
    }
}

impl Lag {
    /// Enough for a local network with a weak signal.
    pub const PER_MOVE: Duration = Duration::from_millis(100);
    pub const MAX: Duration = Duration::from_millis(500);

    /// The compensation for a move that arrives now.
    pub fn compensation(&self, round_trip: Duration) -> Duration {
        round_trip.min(self.allowance)
    }

    /// Spends the compensation and adds the next move's allowance.
    pub fn compensate(&mut self, round_trip: Duration) -> Duration {
        let compensated = self.compensation(round_trip);
        self.allowance = (self.allowance - compensated).saturating_add(Lag::PER_MOVE).min(Lag::MAX);
        compensated
    }
}
