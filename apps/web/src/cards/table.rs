//! What lies on the table of this room: the tray, the chosen card, the settings, and the work under way.

use std::time::Duration;

use flashcards::{Added, Decision, Format, Quiz, Schedule, Settings, Tray};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::js_sys::Date;

use super::studio;
use crate::storage;

const TRAY: &str = "tabiya.cards.tray";
const SCHEDULE: &str = "tabiya.cards.schedule";
/// Whoever writes a note pauses now and then.
const PAUSE: Duration = Duration::from_millis(500);

/// Something that takes its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    pub doing: &'static str,
    pub done: usize,
    /// 0: nobody knows.
    pub of: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    pub text: String,
    pub is_wrong: bool,
}

#[derive(Clone, Copy)]
pub struct Table {
    pub tray: RwSignal<Tray>,
    pub chosen: RwSignal<Option<u32>>,
    pub settings: RwSignal<Settings>,
    /// What is wrong with the file of settings.
    pub broken: RwSignal<Option<String>>,
    pub work: RwSignal<Option<Work>>,
    /// The player wants the work to end.
    pub stop: RwSignal<bool>,
    pub said: RwSignal<Said>,
    pub schedule: RwSignal<Schedule>,
    pub quiz: RwSignal<Option<Quiz>>,
    changes: RwSignal<u32>,
}

impl Table {
    pub fn provide() {
        let tray = storage::find(TRAY).and_then(|text| Tray::kept(&text)).unwrap_or_default();
        let schedule = storage::find(SCHEDULE).and_then(|text| Schedule::kept(&text)).unwrap_or_default();
        let first = tray.items().first().map(|item| item.id);
        let table = Table {
            tray: RwSignal::new(tray),
            chosen: RwSignal::new(first),
            settings: RwSignal::new(Settings::default()),
            broken: RwSignal::new(None),
            work: RwSignal::new(None),
            stop: RwSignal::new(false),
            said: RwSignal::new(Said::default()),
            schedule: RwSignal::new(schedule),
            quiz: RwSignal::new(None),
            changes: RwSignal::new(0),
        };
        provide_context(table);
        spawn_local(async move {
            match studio::read_settings().await {
                Ok((text, broken)) => {
                    table.settings.set(Settings::read(&text).unwrap_or_default());
                    table.broken.set(broken);
                }
                Err(refusal) => table.complain(refusal.text),
            }
        });
    }

    pub fn here() -> Table {
        expect_context()
    }

    pub fn say(self, text: String) {
        self.said.set(Said { text, is_wrong: false });
    }

    pub fn complain(self, text: String) {
        self.said.set(Said { text, is_wrong: true });
    }

    pub fn add(self, source: &str, bytes: &[u8]) {
        let mut added = None;
        let before = self.tray.with_untracked(|tray| tray.items().last().map(|item| item.id));
        self.tray.update(|tray| added = Some(tray.add(source, bytes)));
        let fresh = self.tray.with_untracked(|tray| {
            tray.items().iter().map(|item| item.id).find(|id| before.is_none_or(|before| *id > before))
        });
        if fresh.is_some() {
            self.chosen.set(fresh);
        }
        if let Some(added) = added {
            self.said.set(words(source, added));
        }
        self.keep_soon();
    }

    pub fn change(self, act: impl FnOnce(&mut Tray)) {
        self.tray.update(act);
        self.keep_soon();
    }

    pub fn remove(self, id: u32) {
        let next = self.tray.with_untracked(|tray| {
            let place = tray.items().iter().position(|item| item.id == id)?;
            let other = tray.items().get(place + 1).or_else(|| tray.items().get(place.checked_sub(1)?));
            other.map(|item| item.id)
        });
        if self.chosen.get_untracked() == Some(id) {
            self.chosen.set(next);
        }
        self.change(|tray| tray.remove(id));
    }

    /// Settings work at once and are written where the command line finds them.
    pub fn prefer(self, act: impl FnOnce(&mut Settings)) {
        self.settings.update(act);
        let text = self.settings.with_untracked(Settings::write);
        spawn_local(async move {
            match studio::write_settings(text).await {
                Ok(()) => {}
                // Said already, and for as long as it is so.
                Err(refusal) if refusal.status == 409 => {}
                Err(refusal) => self.complain(refusal.text),
            }
        });
    }

    pub fn decisions(self) -> Vec<Decision> {
        self.tray.with_untracked(|tray| tray.decisions().cloned().collect())
    }

    pub fn keep_schedule(self) {
        let kept = self.schedule.with_untracked(Schedule::keep);
        if storage::keep(SCHEDULE, &kept).is_err() {
            self.complain("This browser keeps nothing: the schedule holds until the page is closed.".into());
        }
    }

    fn keep_soon(self) {
        let turn = self.changes.get_untracked().wrapping_add(1);
        self.changes.set(turn);
        set_timeout(
            move || {
                if self.changes.get_untracked() == turn {
                    self.keep();
                }
            },
            PAUSE,
        );
    }

    fn keep(self) {
        let kept = self.tray.with_untracked(Tray::keep);
        if storage::keep(TRAY, &kept).is_err() {
            self.complain("This browser keeps no more: export the deck before you close the page.".into());
        }
    }
}

/// `export.txt: eXtreme Gammon or position ids. 2 decisions, 1 without analysis, 1 mistake.`
fn words(source: &str, added: Added) -> Said {
    let format = match added.format {
        Format::Positions => "positions or eXtreme Gammon's text",
        Format::GnubgText => "GNU Backgammon's text",
        Format::GnubgSgf => "a match of GNU Backgammon",
        Format::Mat => "a match file",
    };
    let counted = [
        (added.decisions, "decision", "decisions"),
        (added.questions, "without analysis", "without analysis"),
        (added.again, "known already", "known already"),
        (added.mistakes, "mistake", "mistakes"),
    ];
    let counts: Vec<String> = counted
        .iter()
        .filter(|(count, _, _)| *count > 0)
        .map(|(count, one, many)| format!("{count} {}", if *count == 1 { one } else { many }))
        .collect();
    let text = match counts.is_empty() {
        true => format!("{source} is empty."),
        false => format!("{source}, read as {format}: {}.", counts.join(", ")),
    };
    Said { text, is_wrong: added.mistakes > 0 }
}

/// Days by the player's own calendar.
pub fn today() -> i64 {
    let minutes = Date::new_0().get_timezone_offset();
    ((Date::now() - minutes * 60_000.0) / 86_400_000.0).floor() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_is_told_in_a_sentence() {
        let added = Added { format: Format::Mat, decisions: 0, questions: 2, mistakes: 1, again: 0 };
        let said = words("match.mat", added);
        assert_eq!(said.text, "match.mat, read as a match file: 2 without analysis, 1 mistake.");
        assert!(said.is_wrong);
    }
}
