//! How fast a person could mean what comes: a burst of messages is fine, a flood is not.

use crate::Moment;

/// A bucket of tokens.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    holds: f32,
    tokens: f32,
    since: Moment,
}

impl Bucket {
    const HOLDS: f32 = 40.0;
    const A_SECOND: f32 = 10.0;

    /// For one person.
    pub fn full(now: Moment) -> Bucket {
        Bucket::for_many(now, 1)
    }

    /// For somebody who speaks for so many.
    pub fn for_many(now: Moment, people: u16) -> Bucket {
        let holds = Bucket::HOLDS * f32::from(people);
        Bucket { holds, tokens: holds, since: now }
    }

    pub fn takes_one(&mut self, now: Moment) -> bool {
        let share = self.holds / Bucket::HOLDS;
        let dripped = now.since(self.since).as_secs_f32() * Bucket::A_SECOND * share;
        self.tokens = (self.tokens + dripped).min(self.holds) - 1.0;
        self.since = now;
        self.tokens >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_fine_a_flood_is_not_and_patience_fills_the_bucket() {
        let now = Moment::from_millis(7);
        let mut bucket = Bucket::full(now);
        assert!((0..40).all(|_| bucket.takes_one(now)));
        assert!(!bucket.takes_one(now));
        assert!(bucket.takes_one(Moment::from_millis(1007)));
    }
}
