//! Opening a set: from a file, from the list, or by its address. The history recognises it by its puzzles.

use std::cell::Cell;

use drill::{Progress, SetId};
use i18n::fill;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::puzzle_file::{Puzzles, Reading};
use super::set_files;
use super::set_store::{self, now_millis};
use super::trainer::{OpenSet, Screen, Trainer};
use crate::bridge::next_task;
use crate::language;
use crate::page_mount::PageVisibility;
use crate::timer::now;

/// Games of a file that are looked at before the page gets a chance to draw.
const GAMES_PER_STEP: usize = 50;
/// For how long the page may be busy without drawing.
const STEP_MILLIS: u128 = 30;

/// After which the first puzzles of a large file are shown.
const SHOWN_AFTER_MILLIS: u128 = 400;
/// Earlier versions used only the first games of a file.
const OLD_MAX_GAMES: usize = 5_000;

impl Trainer {
    /// Opens the puzzles of a file. `source` is what the page calls it.
    pub fn open(self, name: &str, source: &str, bytes: Vec<u8>) {
        let (name, source) = (name.to_owned(), source.to_owned());
        spawn_local(async move {
            let copy = (bytes.len() <= set_files::MAX_BYTES).then(|| bytes.clone());
            let set = self.open_file(&name, &source, bytes).await;
            if let (Some(set), Some(copy)) = (set, copy) {
                set_files::store(set, copy, self.store.has_studio()).await;
            }
        });
    }

    async fn open_file(self, name: &str, source: &str, bytes: Vec<u8>) -> Option<SetId> {
        self.store.loaded().await;
        let shown = Cell::new(None);
        let show = |part| shown.set(self.show_part(name, source, part));
        let puzzles = self.find_puzzles(name, bytes, show).await;
        let Some(puzzles) = puzzles else {
            self.error_text.set(Some(fill(language::train().no_puzzles, &[("name", name)])));
            return None;
        };
        let set = self.recognise(name, source, &puzzles)?;
        match self.is_open(set) && shown.get() == Some(set) {
            true => self.extend_set(puzzles),
            false => self.show_set(set, name, puzzles),
        }
        Some(set)
    }

    /// None if there are none. The page keeps drawing while a large file is read, and is given what there is after a moment.
    async fn find_puzzles(self, name: &str, bytes: Vec<u8>, show: impl Fn(Puzzles)) -> Option<Puzzles> {
        let mut reading = Reading::new(name, bytes)?;
        let (begun, mut drawn, mut is_shown) = (now(), now(), false);
        while !reading.is_done() {
            reading.step(GAMES_PER_STEP);
            if now().since(drawn).as_millis() > STEP_MILLIS {
                if !is_shown && now().since(begun).as_millis() > SHOWN_AFTER_MILLIS {
                    show(reading.so_far());
                    is_shown = true;
                }
                self.reading.set(Some(reading.progress()));
                next_task().await;
                drawn = now();
            }
        }
        self.reading.set(None);
        Some(reading.so_far()).filter(|puzzles| puzzles.len() > 0)
    }

    /// Shows the first puzzles of a large file, which can be trained while the rest is read.
    fn show_part(self, name: &str, source: &str, part: Puzzles) -> Option<SetId> {
        if part.len() == 0 {
            return None;
        }
        let known = self.store.peek(|history| history.recognise(name, source, part.ids()));
        let set = known.or_else(|| self.recognise(name, source, &part))?;
        self.show_set(set, name, part);
        Some(set)
    }

    /// The open set has more puzzles than are known so far. They come after those, so that a session is not disturbed.
    fn extend_set(self, puzzles: Puzzles) {
        self.set.update_value(|set| {
            if let Some(set) = set
                && let Some(progress) = self.store.peek(|history| history.progress(set.id))
            {
                (set.puzzles, set.progress) = (puzzles, progress);
            }
        });
        self.touch();
    }

    /// The set of these puzzles, with what an earlier version has stored of it.
    fn recognise(self, name: &str, source: &str, puzzles: &Puzzles) -> Option<SetId> {
        let stored = set_store::progress(source);
        let set = self.store.change(|history| {
            let opened = history.open_set(now_millis(), name, source, puzzles.ids());
            let mut added = opened.added;
            let old_puzzles = puzzles.ids_in_first_games(OLD_MAX_GAMES);
            let adopted = stored.as_ref().and_then(|old| history.adopt(opened.set, old_puzzles, old));
            let is_known = adopted.as_ref().is_some_and(Vec::is_empty);
            added.extend(adopted.unwrap_or_default());
            ((opened.set, is_known), added)
        });
        let (set, is_known) = set?;
        if is_known {
            // All of it was in the history when the page was loaded.
            set_store::remove(source);
        }
        Some(set)
    }

    fn show_set(self, id: SetId, file_name: &str, puzzles: Puzzles) {
        let progress = self.store.peek(|history| history.progress_of(id, puzzles.ids()));
        let Some(progress) = progress else { return };
        if self.screen.get_untracked() == Screen::Solve {
            self.leave();
        }
        self.error_text.set(None);
        self.set.set_value(Some(OpenSet { id, file_name: file_name.to_owned(), puzzles, progress }));
        self.screen.set(Screen::Set);
        self.touch();
    }

    /// Opens a set of the list.
    pub fn open_known(self, id: SetId) {
        spawn_local(self.show_known(id));
    }

    async fn show_known(self, id: SetId) {
        if self.is_open(id) {
            self.screen.set(Screen::Set);
            return;
        }
        let names = self.store.peek(|history| {
            let (file, source) = history.file_of(id)?;
            Some((file.to_owned(), source.to_owned(), history.name(id)?))
        });
        let Some((file, source, name)) = names else { return };
        match set_files::load(id, self.store.has_studio()).await {
            Some(bytes) => drop(self.open_file(&file, &source, bytes).await),
            None => {
                self.error_text.set(Some(fill(language::train_history().file_missing, &[("name", &name)])));
            }
        }
    }

    fn is_open(self, id: SetId) -> bool {
        self.set.with_value(|set| set.as_ref().is_some_and(|set| set.id == id))
    }

    /// Opens a set that an earlier version stored without the text of its puzzles, which were too many.
    pub fn open_old(self, name: &str) {
        self.error_text.set(Some(fill(language::train_history().file_missing, &[("name", name)])));
    }

    /// Opens the set in the address, which may still be what an earlier version called it, and asks the puzzle with this
    /// index.
    pub fn open_asked(self, asked: String, puzzle: Option<usize>) {
        spawn_local(async move {
            self.store.loaded().await;
            self.adopt_old_sets().await;
            let known = self.store.peek(|history| {
                let id = asked.parse().ok().filter(|id| history.name(*id).is_some());
                id.or_else(|| history.set_from(&asked))
            });
            let Some(id) = known else { return };
            self.show_known(id).await;
            // The player may have begun something else while the file was read.
            let is_shown = self.is_open(id) && self.screen.get_untracked() == Screen::Set;
            if let Some(puzzle) = puzzle.filter(|_| is_shown) {
                self.start_one(puzzle);
            }
        });
    }

    /// Makes the sets that earlier versions stored part of the history. Those without a text wait for their file.
    pub async fn adopt_old_sets(self) {
        for (id, Progress { name, .. }) in set_store::known() {
            let Some(text) = set_store::text(&id) else { continue };
            let bytes = text.into_bytes();
            if let Some(puzzles) = self.find_puzzles(&name, bytes.clone(), |_| ()).await
                && let Some(set) = self.recognise(&name, &id, &puzzles)
            {
                set_files::store(set, bytes, self.store.has_studio()).await;
            }
        }
    }

    /// What other programs and pages have added is shown when the page is shown again, but not in the middle of a puzzle.
    pub(super) fn follow_store(self) {
        let (store, shown) = (self.store, PageVisibility::here());
        spawn_local(async move {
            store.loaded().await;
            self.adopt_old_sets().await;
        });
        Effect::new(move |before: Option<()>| {
            // The first time it is being loaded anyway.
            if shown.get() && before.is_some() {
                spawn_local(async move {
                    store.loaded().await;
                    store.sync().await;
                    self.refresh();
                });
            }
        });
        Effect::new(move |_| self.is_stored.set(store.stored.get().is_anywhere()));
    }

    /// A set that was forgotten is not open any more: opening it again starts again.
    pub fn close_set(self, id: SetId) {
        self.set.update_value(|set| *set = set.take().filter(|set| set.id != id));
        self.touch();
    }

    pub fn rename_open_set(self, id: SetId) {
        let name = self.store.peek(|history| history.name(id));
        self.set.update_value(|set| {
            if let (Some(set), Some(name)) = (set.as_mut().filter(|set| set.id == id), name) {
                set.progress.name = name;
            }
        });
        self.touch();
    }

    /// Shows the progress of the open set as the history has it.
    fn refresh(self) {
        if self.screen.get_untracked() == Screen::Solve {
            return;
        }
        self.set.update_value(|set| {
            if let Some(set) = set
                && let Some(progress) =
                    self.store.peek(|history| history.progress_of(set.id, set.puzzles.ids()))
            {
                set.progress = progress;
            }
        });
        self.touch();
    }
}
