//! Showing one move after another. Anything else that is done stops it.

use std::time::Duration;

use moment::Moment;

use crate::effect::Effect;
use crate::workspace::Workspace;

const INTERVAL: Duration = Duration::from_millis(1200);

impl Workspace {
    /// Whether moves are shown automatically.
    pub fn is_playing_automatically(&self) -> bool {
        self.next_step.is_some()
    }

    pub(super) fn play_automatically(&mut self, now: Moment) -> Vec<Effect> {
        self.next_step = match self.next_step {
            Some(_) => None,
            None => Some(now + INTERVAL),
        };
        Vec::new()
    }

    /// The next move, if it is time.
    pub(crate) fn show_next(&mut self, now: Moment) -> Vec<Effect> {
        if self.next_step.is_none_or(|due| due > now) {
            return Vec::new();
        }
        let effects = self.navigate(|record| record.forward());
        let is_last = self.record().tree().is_leaf(self.record().here());
        // A pasted line may stop before its end.
        self.next_step = (!is_last && effects.is_empty()).then_some(now + INTERVAL);
        effects
    }
}
