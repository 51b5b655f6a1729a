//! State of the Cards page: the collection, the selected card, the settings, and running work.

use std::rc::Rc;

use flashcards::{CardCollection, Decision, Item, Quiz, Schedule, Selection, Settings};
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::js_sys::Date;
use web_sys::{AbortController, AbortSignal};

use super::storage::{self, CardStorage};
use super::studio;
use crate::bridge::job_queue::JobQueue;
use crate::handoff::HandedDecisions;
use crate::language;
use crate::route;

/// A long-running operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskProgress {
    pub doing: &'static str,
    pub done: usize,
    /// 0 if unknown.
    pub of: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    pub text: String,
    pub is_error: bool,
}

/// Narrow screens show one pane at a time.
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
pub struct CardsState {
    pub pane: RwSignal<Pane>,
    /// False until the saved collection has been loaded.
    pub is_loaded: RwSignal<bool>,
    pub collection: RwSignal<CardCollection>,
    /// Which items are listed, exported and drilled.
    pub selection: RwSignal<Selection>,
    /// Lists the worst first.
    pub by_cost: RwSignal<bool>,
    pub chosen: RwSignal<Option<u32>>,
    pub settings: RwSignal<Settings>,
    /// The error in the settings file, if any.
    pub broken: RwSignal<Option<String>>,
    pub work: RwSignal<Option<TaskProgress>>,
    pub status: RwSignal<Status>,
    /// The match that was added last, by name, as long as the message about it is shown.
    pub added_match: RwSignal<Option<(String, Vec<u8>)>>,
    /// The items removed last, for undo.
    pub removed: RwSignal<Vec<Item>>,
    pub schedule: RwSignal<Schedule>,
    pub quiz: RwSignal<Option<Quiz>>,
    /// A position is being set up.
    pub sets_up: RwSignal<bool>,
    storage: StoredValue<CardStorage, LocalStorage>,
    stopper: StoredValue<Option<AbortController>, LocalStorage>,
    /// Settings are written one after another, so that the last ones stay.
    settings_writes: StoredValue<Rc<JobQueue>, LocalStorage>,
    /// Files that arrived before the collection was loaded.
    pub(super) early: StoredValue<Vec<(String, Vec<u8>)>>,
    pub(super) early_decisions: StoredValue<Vec<HandedDecisions>, LocalStorage>,
}

impl CardsState {
    pub fn provide() {
        let state = CardsState {
            pane: RwSignal::new(Pane::default()),
            is_loaded: RwSignal::new(false),
            collection: RwSignal::new(CardCollection::default()),
            selection: RwSignal::new(Selection::default()),
            by_cost: RwSignal::new(false),
            chosen: RwSignal::new(None),
            settings: RwSignal::new(in_page_language(Settings::default())),
            broken: RwSignal::new(None),
            work: RwSignal::new(None),
            status: RwSignal::new(Status::default()),
            added_match: RwSignal::new(None),
            removed: RwSignal::new(Vec::new()),
            schedule: RwSignal::new(storage::schedule()),
            quiz: RwSignal::new(None),
            sets_up: RwSignal::new(false),
            storage: StoredValue::new_local(CardStorage::default()),
            stopper: StoredValue::new_local(None),
            settings_writes: StoredValue::new_local(Rc::default()),
            early: StoredValue::new(Vec::new()),
            early_decisions: StoredValue::new_local(Vec::new()),
        };
        provide_context(state);
        state.ask_before_loss();
        state.begin_address();
        route::on_navigation(move || state.follow_address());
        spawn_local(async move {
            match studio::read_settings().await {
                Ok((text, broken)) => {
                    state.settings.set(in_page_language(Settings::read(&text).unwrap_or_default()));
                    state.broken.set(broken);
                }
                Err(refusal) => state.show_error(studio::message(&refusal)),
            }
        });
        spawn_local(state.load());
    }

    pub fn here() -> CardsState {
        expect_context()
    }

    /// Loads the saved collection.
    async fn load(self) {
        let storage = self.storage.get_value();
        match storage.collection().await {
            Ok((collection, unreadable)) => {
                self.collection.set(collection);
                self.choose_first();
                if unreadable > 0 {
                    self.show_error(language::here().count(language::cards().stored_unreadable, unreadable));
                }
            }
            Err(words) => self.show_error(words.to_owned()),
        }
        self.is_loaded.set(true);
        self.follow_address();
        let early = self.early.try_update_value(std::mem::take).unwrap_or_default();
        if !early.is_empty() {
            self.add_all(early);
        }
        let early = self.early_decisions.try_update_value(std::mem::take).unwrap_or_default();
        early.into_iter().for_each(|handed| self.add_decisions(handed));
    }

    pub(super) fn choose_first(self) {
        self.chosen.set(self.shown().first().copied());
    }

    /// Moves the selection by this many visible cards.
    pub fn step(self, by: isize) {
        let shown = self.shown();
        let place = shown.iter().position(|id| Some(*id) == self.chosen.get_untracked());
        let next = place.and_then(|place| shown.get(place.checked_add_signed(by)?));
        if let Some(next) = next {
            self.chosen.set(Some(*next));
        }
    }

    /// The ids of the visible items.
    pub(super) fn shown(self) -> Vec<u32> {
        self.collection.with_untracked(|collection| {
            self.selection.with_untracked(|selection| {
                let listed = collection.listed(selection, self.by_cost.get_untracked());
                listed.into_iter().map(|item| item.id).collect()
            })
        })
    }

    pub fn clear_status(self) {
        self.removed.set(Vec::new());
        self.added_match.set(None);
        self.show_status(String::new());
    }

    pub fn show_status(self, text: String) {
        self.added_match.set(None);
        self.status.set(Status { text, is_error: false });
    }

    pub fn show_error(self, text: String) {
        self.status.set(Status { text, is_error: true });
    }

    pub fn change(self, act: impl FnOnce(&mut CardCollection)) {
        self.collection.update(act);
        self.save();
    }

    pub fn remove(self, id: u32) {
        if self.chosen.get_untracked() == Some(id) {
            let shown = self.shown();
            let place = shown.iter().position(|other| *other == id).unwrap_or_default();
            let next = shown.get(place + 1).or_else(|| shown.get(place.checked_sub(1)?));
            self.chosen.set(next.copied());
        }
        let mut removed = None;
        self.change(|collection| removed = collection.remove(id));
        self.set_removed(removed.into_iter().collect());
    }

    /// Removes all visible items.
    pub fn clear(self) {
        let mut removed = Vec::new();
        self.change(|collection| {
            removed = self.selection.with_untracked(|selection| collection.clear(selection));
        });
        self.choose_first();
        self.set_removed(removed);
    }

    fn set_removed(self, removed: Vec<Item>) {
        self.show_status(match removed.len() {
            1 => language::cards().card_removed.to_owned(),
            count => language::here().count(language::cards().cards_removed, count),
        });
        self.removed.set(removed);
    }

    pub fn put_back(self) {
        let removed = self.removed.try_update(std::mem::take).unwrap_or_default();
        let first = removed.first().map(|item| item.id);
        self.change(|collection| collection.put_back(removed));
        self.chosen.set(first);
        self.show_status(language::cards().cards_restored.to_owned());
    }

    /// Applies a change of settings and saves it in the file that the command line reads.
    pub fn change_settings(self, act: impl FnOnce(&mut Settings)) {
        self.settings.update(act);
        let text = self.settings.with_untracked(Settings::write);
        let write = async move {
            match studio::write_settings(text).await {
                Ok(()) => {}
                // The page already shows that the file is broken.
                Err(studio::CallError::Refused { status: 409, .. }) => {}
                Err(refusal) => self.show_error(studio::message(&refusal)),
            }
        };
        drop(self.settings_writes.get_value().push(write));
    }

    /// Returns once the studio has the settings as they are here.
    pub async fn settings_written(self) {
        let written = self.settings_writes.get_value().push(async {});
        written.await;
    }

    /// The visible decisions, in the order of the list.
    pub fn decisions(self) -> Vec<Decision> {
        self.selection.with_untracked(|selection| {
            self.collection.with_untracked(|collection| {
                let listed = collection.listed(selection, self.by_cost.get_untracked());
                listed.into_iter().filter_map(|item| item.content.decision()).cloned().collect()
            })
        })
    }

    pub fn save_schedule(self) {
        let kept = self.schedule.try_update(storage::save_schedule);
        if kept.is_none_or(|kept| kept.is_err()) {
            self.show_error(language::cards().schedule_not_stored.into());
        }
    }

    /// Saves what has changed.
    pub(super) fn save(self) {
        let Some(changes) = self.collection.try_update_untracked(CardCollection::changes) else { return };
        let storage = self.storage.get_value();
        spawn_local(async move {
            if storage.write(&changes).await.is_err() {
                self.collection.update_untracked(|collection| collection.mark_unsaved(&changes));
                self.show_error(language::cards().storage_full.into());
            }
        });
    }

    /// Lets the browser ask before the page closes with unsaved changes.
    fn ask_before_loss(self) {
        let handle = window_event_listener(ev::beforeunload, move |event| {
            if self.collection.with_untracked(CardCollection::has_changes) {
                event.prevent_default();
            }
        });
        on_cleanup(move || handle.remove());
    }

    /// Starts work that the player can stop; the signal is aborted then.
    pub fn begin(self, doing: &'static str, of: usize) -> Option<AbortSignal> {
        let stopper = AbortController::new().ok();
        let signal = stopper.as_ref().map(AbortController::signal);
        self.stopper.set_value(stopper);
        self.work.set(Some(TaskProgress { doing, done: 0, of }));
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

/// Cards use the language of the page.
fn in_page_language(settings: Settings) -> Settings {
    Settings { language: language::here(), ..settings }
}

/// Days by the player's own calendar.
pub fn today() -> i64 {
    let minutes = Date::new_0().get_timezone_offset();
    ((Date::now() - minutes * 60_000.0) / 86_400_000.0).floor() as i64
}
