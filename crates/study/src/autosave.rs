//! When a changed game is autosaved: while changes go on, at intervals, so that a crash costs no more than one. Where one
//! is in it is stored at the same intervals, without the game if only that has changed. Time is an argument.

use std::time::Duration;

use moment::Moment;

/// A crash costs no more work than this.
const INTERVAL: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Autosave {
    pending: Option<Pending>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pending {
    since: Moment,
    what: Unsaved,
}

/// What is not autosaved yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unsaved {
    /// Only where one is in the game.
    Place,
    Changes,
}

impl Autosave {
    pub fn changed(&mut self, now: Moment) {
        self.add(now, Unsaved::Changes);
    }

    /// Another move is shown.
    pub fn moved(&mut self, now: Moment) {
        self.add(now, Unsaved::Place);
    }

    fn add(&mut self, now: Moment, what: Unsaved) {
        let pending = self.pending.get_or_insert(Pending { since: now, what });
        pending.what = pending.what.max(what);
    }

    /// Saved, or undone to the saved state: nothing to autosave.
    pub fn cancel(&mut self) {
        self.pending = None;
    }

    pub fn deadline(&self) -> Option<Moment> {
        self.pending.map(|pending| pending.since + INTERVAL)
    }

    /// What to store if it is time; the next change then starts a new wait.
    pub fn due(&mut self, now: Moment) -> Option<Unsaved> {
        self.deadline().filter(|deadline| *deadline <= now).and_then(|_| self.take())
    }

    /// What is not autosaved yet, whether it is time or not.
    pub fn take(&mut self) -> Option<Unsaved> {
        self.pending.take().map(|pending| pending.what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Moment {
        Moment::ORIGIN + Duration::from_secs(seconds)
    }

    #[test]
    fn a_change_is_autosaved_five_seconds_later() {
        let mut autosave = Autosave::default();
        assert_eq!(autosave.deadline(), None);
        autosave.changed(at(10));
        assert_eq!(autosave.due(at(14)), None);
        assert_eq!(autosave.due(at(15)), Some(Unsaved::Changes));
        assert_eq!(autosave.due(at(18)), None, "once is enough");
    }

    #[test]
    fn steady_typing_is_autosaved_every_five_seconds() {
        let mut autosave = Autosave::default();
        let mut autosaved = Vec::new();
        for second in 0..20 {
            autosave.changed(at(second));
            if autosave.due(at(second)).is_some() {
                autosaved.push(second);
            }
        }
        assert_eq!(autosaved, [5, 11, 17]);
    }

    #[test]
    fn the_place_is_stored_without_the_game_unless_that_has_changed_too() {
        let mut autosave = Autosave::default();
        autosave.moved(at(0));
        assert_eq!(autosave.due(at(5)), Some(Unsaved::Place));
        autosave.moved(at(10));
        autosave.changed(at(12));
        autosave.moved(at(13));
        assert_eq!(autosave.due(at(15)), Some(Unsaved::Changes));
    }
}
