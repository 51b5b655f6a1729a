//! The event loop's time: milliseconds since it was started, without those in which it was frozen because its process was
//! stopped or its machine paused. Clocks, absences and timeouts stand still meanwhile.
//!
//! The loop waits until a moment that it knows beforehand, and handles what there is in much less than a second. If it is
//! far too late, it was frozen.

/// Later than this is no delay of a busy machine.
const MAX_DELAY: u64 = 500;

#[derive(Default)]
pub(super) struct LoopTime {
    /// Milliseconds that do not count.
    frozen: u64,
    /// When the current phase began.
    began: u64,
    /// When it should end: at once when handling, at the next timer when waiting.
    expected: u64,
}

impl LoopTime {
    /// The time after this many milliseconds of real time. It does not run on while the loop is frozen.
    pub(super) fn at(&self, elapsed: u64) -> u64 {
        elapsed.saturating_sub(self.frozen).min(self.expected.saturating_add(MAX_DELAY))
    }

    /// Everything was handled. Returns whether the loop was frozen meanwhile.
    pub(super) fn handled(&mut self, elapsed: u64) -> bool {
        let late = self.late(elapsed);
        // Up to the limit the time was seen by those who were handled last.
        self.frozen += late.saturating_sub(MAX_DELAY);
        late > MAX_DELAY
    }

    /// The loop is about to wait, at the latest until then.
    pub(super) fn waits(&mut self, now: u64, until: Option<u64>) {
        (self.began, self.expected) = (now, until.unwrap_or(u64::MAX));
    }

    /// The wait is over. Returns whether the loop was frozen meanwhile. Then none of the wait counts: a player may have
    /// moved in time.
    pub(super) fn woke(&mut self, elapsed: u64) -> bool {
        let was_frozen = self.late(elapsed) > MAX_DELAY;
        if was_frozen {
            self.frozen = elapsed.saturating_sub(self.began);
        }
        self.began = elapsed.saturating_sub(self.frozen);
        self.expected = self.began;
        was_frozen
    }

    fn late(&self, elapsed: u64) -> u64 {
        elapsed.saturating_sub(self.frozen).saturating_sub(self.expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_passes_as_usual_while_the_loop_is_on_time_or_a_little_late() {
        let mut time = LoopTime::default();
        let mut now = 0;
        for (until, woke, handled) in [(1000, 1008, 1010), (2010, 1500, 1501), (2000, 2400, 2899)] {
            time.waits(now, Some(until));
            now = handled;
            assert!(!time.woke(woke));
            assert_eq!(time.at(handled), handled);
            assert!(!time.handled(handled));
        }
    }

    #[test]
    fn a_freeze_while_waiting_takes_no_time() {
        let mut time = LoopTime::default();
        time.waits(200, Some(1000));
        assert!(time.woke(61_000));
        assert_eq!(time.at(61_000), 200);
        assert_eq!(time.at(61_030), 230);
        assert!(!time.handled(61_030));
        time.waits(230, Some(1000));
        assert!(!time.woke(61_800), "and then everything is as before");
        assert_eq!(time.at(61_800), 1000);
    }

    #[test]
    fn a_freeze_while_handling_is_not_seen_by_what_is_handled_next() {
        let mut time = LoopTime::default();
        time.waits(0, Some(1000));
        assert!(!time.woke(1000));
        assert_eq!(time.at(1002), 1002);
        // Frozen between two messages.
        assert_eq!(time.at(90_000), 1000 + MAX_DELAY);
        assert!(time.handled(90_001));
        assert_eq!(time.at(90_001), 1000 + MAX_DELAY, "and time does not go backwards");
        time.waits(1500, Some(2000));
        assert_eq!(time.at(90_401), 1000 + MAX_DELAY + 400);
    }

    #[test]
    fn a_loop_without_timers_may_wait_for_days() {
        let mut time = LoopTime::default();
        time.waits(0, None);
        assert!(!time.woke(200_000_000));
        assert_eq!(time.at(200_000_001), 200_000_001);
    }
}
