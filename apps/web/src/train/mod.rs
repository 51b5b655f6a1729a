//! The Train page: puzzles of a file, solved against the clock or in cycles. `drill` decides; the page turns events into
//! inputs and shows the result.

mod board;
mod chart;
mod cycle_card;
mod feedback;
mod file_shapes;
mod go_board;
mod help;
mod history_store;
mod judge;
mod keyboard;
mod opening;
mod progress_text;
mod puzzle_file;
mod puzzle_links;
mod sample_sets;
mod session_card;
mod session_host;
mod session_options;
mod set_files;
mod set_list;
mod set_page;
mod set_store;
mod sets;
mod solve;
mod sound;
mod study_link;
mod trainer;
mod words;

use drill::Progress;
use i18n::fill;
use leptos::ev::{self, ClipboardEvent, DragEvent};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::HtmlElement;

use crate::bridge::{BrowserFiles, Failure, FileAccess, LoadedFile};
use crate::handoff;
use crate::language;
use crate::page_events::{self, PageEvent};
use crate::page_mount::{self, PageContent, PageVisibility};
use crate::pages::Page;
use crate::route;
use help::TrainKeys;
use set_page::SetPage;
use sets::Sets;
use solve::Solve;
use trainer::{Screen, Trainer};

/// Sets in cycles and sets with due puzzles, by id and name, with the number of puzzles for today. Home lists them.
pub async fn due_today() -> Vec<(String, String, usize)> {
    let history = history_store::read().await;
    let known =
        history.sets().into_iter().map(|set| (set.id.to_string(), set_list::title(&set), set.progress));
    let old = set_store::known().into_iter().map(|(id, progress)| (id, progress.name.clone(), progress));
    let due = |(id, name, progress): (String, String, Progress)| {
        let count = progress.due_today(today());
        (progress.has_cycles() || count > 0).then_some((id, name, count))
    };
    known.chain(old).filter_map(due).collect()
}

pub use set_store::today;

/// Opens the page in its element of the frame.
pub fn open(host: HtmlElement) {
    let view = || {
        let trainer = trainer::provide();
        trainer.follow_address();
        route::on_navigation(move || trainer.follow_address());
        view! { <Train /> }.into_any()
    };
    page_mount::open(
        host,
        PageContent { page: Page::Train, view, keys: || view! { <TrainKeys /> }.into_any() },
    );
}

#[component]
fn Train() -> impl IntoView {
    let trainer = Trainer::here();
    take_drops(trainer);
    take_pastes(trainer);
    take_handed(trainer);
    keyboard::listen(trainer);
    let name = move || {
        let open = trainer.read_set(|set| set.progress.name.clone());
        open.unwrap_or_else(|| language::train().puzzles.to_owned())
    };
    page_mount::set_title(Page::Train, name);
    view! {
        {move || match trainer.screen.get() {
            Screen::Sets => view! { <Sets /> }.into_any(),
            Screen::Set => view! { <SetPage /> }.into_any(),
            Screen::Solve => view! { <Solve /> }.into_any(),
        }}
    }
}

/// Opens files that other pages hand over, now and later.
fn take_handed(trainer: Trainer) {
    let take = move || {
        for (name, bytes) in handoff::take_for_train() {
            let id = crate::bridge::named(&name, &bytes).identity;
            trainer.open(&name, &id, bytes);
        }
    };
    take();
    page_events::on(&window(), PageEvent::PuzzlesWaiting, take);
}

/// Lets the player pick a file of puzzles.
fn pick(trainer: Trainer) {
    spawn_local(async move {
        if let Some(found) = BrowserFiles::default().pick().await.transpose() {
            take(trainer, found);
        }
    });
}

fn take(trainer: Trainer, found: Result<LoadedFile, Failure>) {
    match found {
        Ok(LoadedFile { file, bytes, .. }) => trainer.open(&file.name, &file.identity, bytes),
        Err(why) => {
            let words = fill(language::train().cannot_open, &[("why", &why.to_string())]);
            trainer.error_text.set(Some(words));
        }
    }
}

/// A file may be dropped anywhere on the page.
fn take_drops(trainer: Trainer) {
    let shown = PageVisibility::here();
    let over = window_event_listener(ev::dragover, |event: DragEvent| event.prevent_default());
    let dropped = window_event_listener(ev::drop, move |event: DragEvent| {
        let Some(transfer) = event.data_transfer().filter(|_| shown.now()) else { return };
        event.prevent_default();
        let files = BrowserFiles::default().dropped(&transfer);
        spawn_local(async move {
            if let Some(found) = files.await.into_iter().next() {
                take(trainer, found);
            }
        });
    });
    on_cleanup(move || {
        over.remove();
        dropped.remove();
    });
}

/// Opens pasted puzzles, unless they are pasted into a field.
fn take_pastes(trainer: Trainer) {
    let shown = PageVisibility::here();
    let handle = window_event_listener(ev::paste, move |event: ClipboardEvent| {
        let is_solving = trainer.screen.get_untracked() == Screen::Solve;
        let text = event.clipboard_data().and_then(|data| data.get_data("text").ok());
        if let Some(text) = text.filter(|text| shown.now() && !is_solving && !text.trim().is_empty()) {
            event.prevent_default();
            open_text(trainer, &text);
        }
    });
    on_cleanup(move || handle.remove());
}

fn open_text(trainer: Trainer, text: &str) {
    let name = language::train().pasted;
    let id = crate::bridge::named(name, text.as_bytes()).identity;
    trainer.open(name, &id, text.as_bytes().to_vec());
}
