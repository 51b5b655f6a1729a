//! A hall in a rush: where things happen by the hundred, falling asleep and being woken for each costs more than the
//! thing itself. Then everything is heard on the next beat of the alarms, too soon for a player to notice.

const LOOK_BACK: u64 = 100;
/// More than this within that many milliseconds is a rush.
const MOST: usize = 60;

#[derive(Default)]
pub(super) struct Rush {
    since: u64,
    times: usize,
    on: bool,
}

impl Rush {
    /// So many things at once.
    pub(super) fn happened(&mut self, times: usize) {
        self.times += times;
    }

    pub(super) fn is_on(&mut self, now: u64) -> bool {
        let passed = now.saturating_sub(self.since);
        if passed >= LOOK_BACK {
            // Who slept long was woken by little.
            self.on = self.times > MOST && passed < 2 * LOOK_BACK;
            (self.since, self.times) = (now, 0);
        }
        self.on
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a hall in which something happens so often is in a rush after a second.
    fn rush(every: u64, at_once: usize) -> bool {
        let mut rush = Rush::default();
        for now in (0..1000).step_by(usize::try_from(every).unwrap()) {
            rush.is_on(now);
            rush.happened(at_once);
        }
        rush.is_on(1000)
    }

    #[test]
    fn only_where_much_happens_without_end_is_a_rush_and_it_ends() {
        assert!(rush(1, 1) && rush(8, 8) && rush(50, 40));
        assert!(!rush(8, 4) && !rush(100, 50) && !rush(500, 1000));
        let mut quiet = Rush { since: 0, times: 100, on: true };
        assert!(!quiet.is_on(5000));
    }
}
