//! When a changed game is autosaved: after a pause, and at intervals while changes continue. Time is an argument.

use std::time::Duration;

use moment::Moment;

const PAUSE: Duration = Duration::from_secs(5);
const AT_LEAST_EVERY: Duration = Duration::from_secs(45);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Autosave {
    pending: Option<Pending>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pending {
    first_change: Moment,
    last_change: Moment,
}

impl Autosave {
    pub fn changed(&mut self, now: Moment) {
        let first_change = self.pending.map_or(now, |pending| pending.first_change);
        self.pending = Some(Pending { first_change, last_change: now });
    }

    /// Saved, or undone to the saved state: nothing to autosave.
    pub fn cancel(&mut self) {
        self.pending = None;
    }

    pub fn deadline(&self) -> Option<Moment> {
        self.pending.map(|pending| (pending.last_change + PAUSE).min(pending.first_change + AT_LEAST_EVERY))
    }

    /// Whether it is time; if so, the next change starts a new wait.
    pub fn is_due(&mut self, now: Moment) -> bool {
        let due = self.deadline().is_some_and(|deadline| deadline <= now);
        if due {
            self.pending = None;
        }
        due
    }

    /// Whether there are changes that were not autosaved yet.
    pub fn is_pending(&self) -> bool {
        self.pending.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Moment {
        Moment::ORIGIN + Duration::from_secs(seconds)
    }

    #[test]
    fn a_pause_of_five_seconds_triggers_an_autosave() {
        let mut autosave = Autosave::default();
        assert_eq!(autosave.deadline(), None);
        autosave.changed(at(10));
        autosave.changed(at(12));
        assert!(!autosave.is_due(at(16)));
        assert!(autosave.is_due(at(17)));
        assert!(!autosave.is_due(at(18)), "once is enough");
    }

    #[test]
    fn steady_typing_is_autosaved_every_forty_five_seconds() {
        let mut autosave = Autosave::default();
        let mut autosaved = Vec::new();
        for second in 0..120 {
            autosave.changed(at(second));
            if autosave.is_due(at(second)) {
                autosaved.push(second);
            }
        }
        assert_eq!(autosaved, [45, 91]);
    }
}
