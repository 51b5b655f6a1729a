//! What of the analysis is turned on. Kept in the browser, except for the search itself: no engine runs unasked.

use leptos::prelude::*;
use study::AnalysisPart;

use crate::storage;

const HINTS: &str = "tabiya.analysis.hints";
const OWNERSHIP: &str = "tabiya.analysis.ownership";

#[derive(Clone, Copy)]
pub struct AnalysisSwitches {
    /// An engine looks at the position on the board.
    pub is_on: RwSignal<bool>,
    /// Its moves and values are shown. Without them, only the graph of the game.
    pub hints: RwSignal<bool>,
    /// Who will own which points.
    pub ownership: RwSignal<bool>,
}

impl AnalysisSwitches {
    pub fn read() -> AnalysisSwitches {
        AnalysisSwitches {
            is_on: RwSignal::new(false),
            hints: RwSignal::new(storage::get(HINTS).as_deref() != Some("off")),
            ownership: RwSignal::new(storage::get(OWNERSHIP).as_deref() == Some("on")),
        }
    }

    pub fn toggle(self, part: AnalysisPart) {
        let toggle = |switch: RwSignal<bool>, key: Option<&str>| {
            let is_on = !switch.get_untracked();
            switch.set(is_on);
            if let Some(key) = key {
                // Without storage it holds until the page is closed.
                let _ = storage::set(key, if is_on { "on" } else { "off" });
            }
        };
        match part {
            AnalysisPart::Search => toggle(self.is_on, None),
            AnalysisPart::Hints => toggle(self.hints, Some(HINTS)),
            AnalysisPart::Ownership => toggle(self.ownership, Some(OWNERSHIP)),
        }
    }
}
