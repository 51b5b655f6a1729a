//! What lies on the table of this room: the tray, the chosen card, the settings, and the work under way.

use flashcards::{Added, Decision, Format, Item, Quiz, Schedule, Selection, Settings, Tray};
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::js_sys::Date;
use web_sys::{AbortController, AbortSignal};
use words::fill;

use super::keeping::{self, Keeping};
use super::studio;
use crate::language;

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

/// Narrow screens show one thing at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pane {
    #[default]
    List,
    Card,
    Deck,
}

impl Pane {
    pub const ALL: [Pane; 3] = [Pane::List, Pane::Card, Pane::Deck];

    pub fn name(self) -> &'static str {
        match self {
            Pane::List => "list",
            Pane::Card => "card",
            Pane::Deck => "deck",
        }
    }

    pub fn label(self) -> &'static str {
        let words = language::cards();
        match self {
            Pane::List => words.decisions,
            Pane::Card => words.card,
            Pane::Deck => words.deck,
        }
    }
}

#[derive(Clone, Copy)]
pub struct Table {
    pub pane: RwSignal<Pane>,
    /// False until what was kept the last time lies on the tray again.
    pub is_laid: RwSignal<bool>,
    pub tray: RwSignal<Tray>,
    /// Which of it is to be seen, exported and drilled.
    pub selection: RwSignal<Selection>,
    pub chosen: RwSignal<Option<u32>>,
    pub settings: RwSignal<Settings>,
    /// What is wrong with the file of settings.
    pub broken: RwSignal<Option<String>>,
    pub work: RwSignal<Option<Work>>,
    pub said: RwSignal<Said>,
    /// What was taken away last: it can be put back.
    pub gone: RwSignal<Vec<Item>>,
    pub schedule: RwSignal<Schedule>,
    pub quiz: RwSignal<Option<Quiz>>,
    keeping: StoredValue<Keeping, LocalStorage>,
    stopper: StoredValue<Option<AbortController>, LocalStorage>,
    /// What came before the table was laid.
    early: StoredValue<Vec<(String, Vec<u8>)>>,
}

impl Table {
    pub fn provide() {
        let table = Table {
            pane: RwSignal::new(Pane::default()),
            is_laid: RwSignal::new(false),
            tray: RwSignal::new(Tray::default()),
            selection: RwSignal::new(keeping::selection()),
            chosen: RwSignal::new(None),
            settings: RwSignal::new(in_our_language(Settings::default())),
            broken: RwSignal::new(None),
            work: RwSignal::new(None),
            said: RwSignal::new(Said::default()),
            gone: RwSignal::new(Vec::new()),
            schedule: RwSignal::new(keeping::schedule()),
            quiz: RwSignal::new(None),
            keeping: StoredValue::new_local(Keeping::default()),
            stopper: StoredValue::new_local(None),
            early: StoredValue::new(Vec::new()),
        };
        provide_context(table);
        table.ask_before_loss();
        spawn_local(async move {
            match studio::read_settings().await {
                Ok((text, broken)) => {
                    table.settings.set(in_our_language(Settings::read(&text).unwrap_or_default()));
                    table.broken.set(broken);
                }
                Err(refusal) => table.complain(refusal.to_string()),
            }
        });
        spawn_local(table.lay());
    }

    pub fn here() -> Table {
        expect_context()
    }

    /// Puts on the tray what was kept the last time.
    async fn lay(self) {
        let keeping = self.keeping.get_value();
        match keeping.tray().await {
            Ok((tray, unreadable)) => {
                self.tray.set(tray);
                self.choose_first();
                if unreadable > 0 {
                    self.complain(language::here().count(language::cards().kept_unreadable, unreadable));
                }
            }
            Err(words) => self.complain(words.to_owned()),
        }
        self.is_laid.set(true);
        let early = self.early.try_update_value(std::mem::take).unwrap_or_default();
        if !early.is_empty() {
            self.add_all(early);
        }
    }

    fn choose_first(self) {
        self.chosen.set(self.shown().first().copied());
    }

    /// To the card that many places further on among those that are to be seen.
    pub fn step(self, by: isize) {
        let shown = self.shown();
        let place = shown.iter().position(|id| Some(*id) == self.chosen.get_untracked());
        let next = place.and_then(|place| shown.get(place.checked_add_signed(by)?));
        if let Some(next) = next {
            self.chosen.set(Some(*next));
        }
    }

    /// The ids of what is to be seen.
    fn shown(self) -> Vec<u32> {
        self.tray.with_untracked(|tray| {
            self.selection.with_untracked(|selection| tray.selected(selection).map(|item| item.id).collect())
        })
    }

    pub fn hush(self) {
        self.gone.set(Vec::new());
        self.say(String::new());
    }

    pub fn say(self, text: String) {
        self.said.set(Said { text, is_wrong: false });
    }

    pub fn complain(self, text: String) {
        self.said.set(Said { text, is_wrong: true });
    }

    pub fn add(self, source: &str, bytes: &[u8]) {
        self.add_all(vec![(source.to_owned(), bytes.to_owned())]);
    }

    /// Texts with their names, all at once: a program may have written a file for every position.
    pub fn add_all(self, texts: Vec<(String, Vec<u8>)>) {
        if !self.is_laid.get_untracked() {
            self.early.update_value(|early| early.extend(texts));
            return;
        }
        let before = self.tray.with_untracked(|tray| tray.items().last().map(|item| item.id));
        let mut added = Vec::new();
        self.tray.update(|tray| added = texts.iter().map(|(name, bytes)| tray.add(name, bytes)).collect());
        let fresh = self.tray.with_untracked(|tray| {
            tray.items().iter().map(|item| item.id).find(|id| before.is_none_or(|before| *id > before))
        });
        if fresh.is_some() {
            self.chosen.set(fresh);
        }
        self.gone.set(Vec::new());
        match (texts.as_slice(), added.as_slice()) {
            ([(name, _)], [added]) => self.said.set(words(name, *added)),
            _ => self.said.set(words_for_many(&added)),
        }
        self.keep();
    }

    pub fn change(self, act: impl FnOnce(&mut Tray)) {
        self.tray.update(act);
        self.keep();
    }

    pub fn remove(self, id: u32) {
        if self.chosen.get_untracked() == Some(id) {
            let shown = self.shown();
            let place = shown.iter().position(|other| *other == id).unwrap_or_default();
            let next = shown.get(place + 1).or_else(|| shown.get(place.checked_sub(1)?));
            self.chosen.set(next.copied());
        }
        let mut gone = None;
        self.change(|tray| gone = tray.remove(id));
        self.took_away(gone.into_iter().collect());
    }

    /// Everything that is to be seen.
    pub fn clear(self) {
        let mut gone = Vec::new();
        self.change(|tray| gone = self.selection.with_untracked(|selection| tray.clear(selection)));
        self.choose_first();
        self.took_away(gone);
    }

    fn took_away(self, gone: Vec<Item>) {
        self.say(match gone.len() {
            1 => language::cards().taken_away.to_owned(),
            count => language::here().count(language::cards().many_taken_away, count),
        });
        self.gone.set(gone);
    }

    pub fn put_back(self) {
        let gone = self.gone.try_update(std::mem::take).unwrap_or_default();
        let first = gone.first().map(|item| item.id);
        self.change(|tray| tray.put_back(gone));
        self.chosen.set(first);
        self.say(language::cards().was_put_back.to_owned());
    }

    /// Settings work at once and are written where the command line finds them.
    pub fn prefer(self, act: impl FnOnce(&mut Settings)) {
        self.settings.update(act);
        let text = self.settings.with_untracked(Settings::write);
        spawn_local(async move {
            match studio::write_settings(text).await {
                Ok(()) => {}
                // Said already, and for as long as it is so.
                Err(studio::Refusal::Said { status: 409, .. }) => {}
                Err(refusal) => self.complain(refusal.to_string()),
            }
        });
    }

    pub fn select(self, act: impl FnOnce(&mut Selection)) {
        self.selection.update(act);
        self.selection.with_untracked(keeping::keep_selection);
        if self.chosen.get_untracked().is_none_or(|id| !self.shown().contains(&id)) {
            self.choose_first();
        }
    }

    /// Those that are to be seen.
    pub fn decisions(self) -> Vec<Decision> {
        self.selection.with_untracked(|selection| {
            self.tray.with_untracked(|tray| {
                tray.decisions().filter(|each| selection.takes(each)).cloned().collect()
            })
        })
    }

    pub fn keep_schedule(self) {
        let kept = self.schedule.try_update(keeping::keep_schedule);
        if kept.is_none_or(|kept| kept.is_err()) {
            self.complain(language::cards().schedule_not_kept.into());
        }
    }

    /// At once, and only what has changed.
    fn keep(self) {
        let Some(changes) = self.tray.try_update_untracked(Tray::changes) else { return };
        let keeping = self.keeping.get_value();
        spawn_local(async move {
            if keeping.write(&changes).await.is_err() {
                self.tray.update_untracked(|tray| tray.unkept(&changes));
                self.complain(language::cards().keeps_no_more.into());
            }
        });
    }

    /// The browser asks whether the page may go while something is not kept.
    fn ask_before_loss(self) {
        let handle = window_event_listener(ev::beforeunload, move |event| {
            if self.tray.with_untracked(Tray::has_changes) {
                event.prevent_default();
            }
        });
        on_cleanup(move || handle.remove());
    }

    /// Work begins that the player may stop; the signal says when he does.
    pub fn begin(self, doing: &'static str, of: usize) -> Option<AbortSignal> {
        let stopper = AbortController::new().ok();
        let signal = stopper.as_ref().map(AbortController::signal);
        self.stopper.set_value(stopper);
        self.work.set(Some(Work { doing, done: 0, of }));
        signal
    }

    pub fn stop(self) {
        self.stopper.with_value(|stopper| stopper.as_ref().map(AbortController::abort));
    }

    pub fn end(self) {
        self.stopper.set_value(None);
        self.work.set(None);
    }
}

/// `export.txt, read as a match file: 2 decisions, 1 without analysis, 1 mistake.`
fn words(source: &str, added: Added) -> Said {
    let words = language::cards();
    let format = match added.format {
        Format::Positions => words.as_positions,
        Format::GnubgText => words.as_gnubg_text,
        Format::GnubgSgf => words.as_gnubg_match,
        Format::Mat => words.as_match,
    };
    let text = match counts(added).as_str() {
        "" => fill(words.empty, &[("source", source)]),
        counts => fill(words.read_as, &[("source", source), ("format", format), ("counts", counts)]),
    };
    Said { text, is_wrong: added.mistakes > 0 }
}

/// `12 files: 30 decisions, 1 mistake.`
fn words_for_many(all: &[Added]) -> Said {
    let sum = |count: fn(&Added) -> usize| all.iter().map(count).sum();
    let total = Added {
        format: Format::Positions,
        decisions: sum(|added| added.decisions),
        questions: sum(|added| added.questions),
        mistakes: sum(|added| added.mistakes),
        again: sum(|added| added.again),
    };
    let (language, words) = (language::here(), language::cards());
    let text = match counts(total).as_str() {
        "" => language.count(words.files_empty, all.len()),
        counts => language.count_with(words.files_read, all.len(), &[("counts", counts)]),
    };
    Said { text, is_wrong: total.mistakes > 0 }
}

/// Cards are made for whoever reads this page.
fn in_our_language(settings: Settings) -> Settings {
    Settings { language: language::here(), ..settings }
}

fn counts(added: Added) -> String {
    let words = language::cards();
    let counted = [
        (added.decisions, words.decision_count),
        (added.questions, words.without_analysis),
        (added.again, words.known_already),
        (added.mistakes, words.mistake_count),
    ];
    let some = counted.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = some.map(|(count, text)| language::here().count(text, count)).collect();
    counts.join(language::frame().comma)
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
        let one = Added { format: Format::Positions, decisions: 3, questions: 0, mistakes: 0, again: 1 };
        assert_eq!(
            words_for_many(&[one, added, one]).text,
            "3 files: 6 decisions, 2 without analysis, 2 known already, 1 mistake."
        );
    }
}
