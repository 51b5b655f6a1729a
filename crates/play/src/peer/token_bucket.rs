//! A token bucket that limits incoming messages: a burst passes, a flood does not.

use moment::Moment;

#[derive(Clone, Copy, Debug)]
pub struct TokenBucket {
    capacity: f32,
    tokens: f32,
    /// Milliseconds: a host has thousands of buckets, and a `Moment` is twice as large.
    since: u64,
}

impl TokenBucket {
    const CAPACITY: f32 = 40.0;
    const PER_SECOND: f32 = 10.0;

    /// For one person.
    pub fn full(now: Moment) -> TokenBucket {
        TokenBucket::for_many(now, 1)
    }

    /// For a connection that carries the messages of this many people.
    pub fn for_many(now: Moment, people: u16) -> TokenBucket {
        let capacity = TokenBucket::CAPACITY * f32::from(people);
        TokenBucket { capacity, tokens: capacity, since: millis(now) }
    }

    /// When it was last used, or created.
    pub fn last_used(&self) -> Moment {
        Moment::from_millis(self.since)
    }

    /// Takes this many tokens; false if there are fewer.
    pub fn try_take(&mut self, now: Moment, tokens: f32) -> bool {
        let share = self.capacity / TokenBucket::CAPACITY;
        let now = millis(now);
        let seconds = now.saturating_sub(self.since) as f32 / 1000.0;
        let refilled = seconds * TokenBucket::PER_SECOND * share;
        self.tokens = (self.tokens + refilled).min(self.capacity);
        self.since = now;
        let is_enough = self.tokens >= tokens;
        if is_enough {
            self.tokens -= tokens;
        }
        is_enough
    }

    /// Takes this many tokens in any case. What is missing is owed, up to what the bucket holds.
    pub fn charge(&mut self, tokens: f32) {
        self.tokens = (self.tokens - tokens).max(-self.capacity);
    }
}

fn millis(moment: Moment) -> u64 {
    u64::try_from(moment.since_origin().as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_debt_is_paid_off_in_time_and_has_a_limit() {
        let at = |seconds: u64| Moment::from_millis(1000 * seconds);
        let mut bucket = TokenBucket::full(at(0));
        bucket.charge(60.0);
        assert!(!bucket.try_take(at(2), 1.0) && bucket.try_take(at(3), 1.0));
        bucket.charge(1e9);
        assert!(!bucket.try_take(at(7), 1.0) && bucket.try_take(at(8), 1.0));
    }

    #[test]
    fn a_burst_passes_a_flood_does_not_and_waiting_refills_the_bucket() {
        let now = Moment::from_millis(7);
        let mut bucket = TokenBucket::full(now);
        assert!((0..40).all(|_| bucket.try_take(now, 1.0)));
        assert!(!bucket.try_take(now, 1.0));
        assert!(bucket.try_take(Moment::from_millis(1007), 1.0));
    }
}
