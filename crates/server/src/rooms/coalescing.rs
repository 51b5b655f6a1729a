//! Detects load. Under load the event loop polls once per timer tick: falling asleep and waking for every message costs
//! more than handling it, and a tick is too short for players to notice.

const WINDOW_MS: u64 = 100;
/// More events than this within a window is load.
const MAX_EVENTS: usize = 60;

#[derive(Default)]
pub(super) struct Coalescing {
    window_start: u64,
    events: usize,
    on: bool,
}

impl Coalescing {
    pub(super) fn count(&mut self, events: usize) {
        self.events += events;
    }

    pub(super) fn is_on(&mut self, now: u64) -> bool {
        let passed = now.saturating_sub(self.window_start);
        if passed >= WINDOW_MS {
            // A window that took twice as long was mostly idle.
            self.on = self.events > MAX_EVENTS && passed < 2 * WINDOW_MS;
            (self.window_start, self.events) = (now, 0);
        }
        self.on
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether it is on after a second of this many events every `interval` milliseconds.
    fn after_a_second(interval: u64, events: usize) -> bool {
        let mut coalescing = Coalescing::default();
        for now in (0..1000).step_by(usize::try_from(interval).unwrap()) {
            coalescing.is_on(now);
            coalescing.count(events);
        }
        coalescing.is_on(1000)
    }

    #[test]
    fn sustained_load_turns_it_on_and_idling_turns_it_off() {
        assert!(after_a_second(1, 1) && after_a_second(8, 8) && after_a_second(50, 40));
        assert!(!after_a_second(8, 4) && !after_a_second(100, 50) && !after_a_second(500, 1000));
        let mut idle = Coalescing { window_start: 0, events: 100, on: true };
        assert!(!idle.is_on(5000));
    }
}
