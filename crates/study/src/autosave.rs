//! When a changed game is put aside: a while after the last change, and every so often while changes go on.
//! Never asks for the time.

use std::time::Duration;

/// Since some beginning that the host chose.
pub type Moment = Duration;

const PAUSE: Duration = Duration::from_secs(5);
const AT_LEAST_EVERY: Duration = Duration::from_secs(45);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Autosave {
    waiting: Option<Waiting>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Waiting {
    first_change: Moment,
    last_change: Moment,
}

impl Autosave {
    pub fn changed(&mut self, now: Moment) {
        let first_change = self.waiting.map_or(now, |waiting| waiting.first_change);
        self.waiting = Some(Waiting { first_change, last_change: now });
    }

    /// Saved for good, or back to what is saved: nothing to put aside.
    pub fn settled(&mut self) {
        self.waiting = None;
    }

    pub fn deadline(&self) -> Option<Moment> {
        self.waiting.map(|waiting| (waiting.last_change + PAUSE).min(waiting.first_change + AT_LEAST_EVERY))
    }

    /// Whether it is time; if so, the next change starts the waiting anew.
    pub fn is_due(&mut self, now: Moment) -> bool {
        let due = self.deadline().is_some_and(|deadline| deadline <= now);
        if due {
            self.waiting = None;
        }
        due
    }

    /// The page is going away: whatever waits is due.
    pub fn is_waiting(&self) -> bool {
        self.waiting.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Moment {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_pause_of_five_seconds_puts_the_work_aside() {
        let mut autosave = Autosave::default();
        assert_eq!(autosave.deadline(), None);
        autosave.changed(at(10));
        autosave.changed(at(12));
        assert!(!autosave.is_due(at(16)));
        assert!(autosave.is_due(at(17)));
        assert!(!autosave.is_due(at(18)), "once is enough");
    }

    #[test]
    fn steady_typing_is_put_aside_every_forty_five_seconds() {
        let mut autosave = Autosave::default();
        let mut aside = Vec::new();
        for second in 0..120 {
            autosave.changed(at(second));
            if autosave.is_due(at(second)) {
                aside.push(second);
            }
        }
        assert_eq!(aside, [45, 91]);
    }
}
