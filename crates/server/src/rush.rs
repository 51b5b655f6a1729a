//! A host in a rush: where messages come by the thousand, falling asleep and being woken for each costs more than
//! answering it. A thread that has nothing left to do then waits a moment before it listens again, and hears many at once.

use std::cell::Cell;
use std::thread;
use std::time::{Duration, Instant};

/// Long enough for several messages, too short for a player to notice.
const MOMENT: Duration = Duration::from_millis(3);
const LOOK_BACK: Duration = Duration::from_millis(100);
/// Who falls asleep more often than this within that time is in a rush. A thread that waits for moments can do so 33 times.
const RUSH: u32 = 20;

#[derive(Clone, Copy)]
struct Sleeps {
    since: Instant,
    times: u32,
    rush: bool,
}

thread_local! {
    static SLEEPS: Cell<Sleeps> = Cell::new(Sleeps { since: Instant::now(), times: 0, rush: false });
}

/// For a runtime to call when one of its threads has nothing to do.
pub fn gather_in_a_rush() {
    let sleeps = SLEEPS.get().after(Instant::now());
    SLEEPS.set(sleeps);
    if sleeps.rush {
        thread::sleep(MOMENT);
    }
}

impl Sleeps {
    fn after(self, now: Instant) -> Sleeps {
        let times = self.times + 1;
        if now.duration_since(self.since) < LOOK_BACK {
            return Sleeps { times, ..self };
        }
        // A thread that slept long was woken by little.
        let rush = now.duration_since(self.since) < 2 * LOOK_BACK && times > RUSH;
        Sleeps { since: now, times: 0, rush }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a thread that is woken so often is in a rush after a second.
    fn rush(every: Duration, mut rush: bool) -> bool {
        let begin = Instant::now();
        let mut sleeps = Sleeps { since: begin, times: 0, rush };
        let mut now = begin;
        while now < begin + Duration::from_secs(1) {
            now += if rush { every.max(MOMENT) } else { every };
            sleeps = sleeps.after(now);
            rush = sleeps.rush;
        }
        rush
    }

    #[test]
    fn only_who_is_woken_without_end_is_in_a_rush_and_it_ends() {
        for before in [false, true] {
            for (micros, expected) in
                [(50, true), (1000, true), (3000, true), (8000, false), (500_000, false)]
            {
                assert_eq!(rush(Duration::from_micros(micros), before), expected, "{micros} µs, {before}");
            }
        }
    }
}
