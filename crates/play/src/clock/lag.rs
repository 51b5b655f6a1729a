//! What the wire took is not charged to the player: as much as was measured, out of a purse that fills with every move.

use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lag {
    purse: Duration,
}

impl Default for Lag {
    fn default() -> Lag {
        Lag { purse: Lag::PER_MOVE }
    }
}

impl Lag {
    /// Enough for a local network with a weak signal.
    pub const PER_MOVE: Duration = Duration::from_millis(100);
    pub const MOST: Duration = Duration::from_millis(500);

    /// What a move that arrives now would be forgiven.
    pub fn would_forgive(&self, round_trip: Duration) -> Duration {
        round_trip.min(self.purse)
    }

    /// Forgives it, and fills the purse for the next move.
    pub fn forgive(&mut self, round_trip: Duration) -> Duration {
        let forgiven = self.would_forgive(round_trip);
        self.purse = (self.purse - forgiven).saturating_add(Lag::PER_MOVE).min(Lag::MOST);
        forgiven
    }
}
