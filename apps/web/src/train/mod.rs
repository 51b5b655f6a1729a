//! Train: puzzles of a file solved against the clock or in cycles. `drill` decides; this turns events into its inputs and
//! shows what it holds.

mod board;
mod chart;
mod class;
mod go_board;
mod help;
mod keyboard;
mod sample_sets;
mod says;
mod set_page;
mod sets;
mod shelf;
mod solve;
mod sound;
mod trainer;
mod verdict;

use leptos::ev::{self, ClipboardEvent, DragEvent};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::HtmlElement;
use words::fill;

use crate::between::{self, Word};
use crate::bridge::{BrowserFiles, Failure, FileBridge, Found};
use crate::language;
use crate::pages::Page;
use crate::room::{self, Room, Shown};
use help::TrainKeys;
use set_page::SetPage;
use sets::Sets;
use solve::Solve;
use trainer::{Place, Trainer};

/// The sets in cycles, by id and name, with how many puzzles each asks for today: Home tells of them.
pub fn due_today() -> Vec<(String, String, usize)> {
    let due = |(id, progress): (String, shelf::Progress)| {
        let count = progress.woodpecker.as_ref()?.today(shelf::today()).len();
        Some((id, progress.name, count))
    };
    shelf::known().into_iter().filter_map(due).collect()
}

pub use shelf::today;

/// Opens the room in the element that the frame has for it.
pub fn open(host: HtmlElement) {
    let view = || {
        let trainer = trainer::provide();
        trainer.follow_address();
        between::listen(&window(), "popstate", move || trainer.follow_address());
        between::hear(&window(), Word::Went, move || trainer.follow_address());
        view! { <Train /> }.into_any()
    };
    room::open(host, Room { page: Page::Train, view, keys: || view! { <TrainKeys /> }.into_any() });
}

#[component]
fn Train() -> impl IntoView {
    let trainer = Trainer::here();
    take_drops(trainer);
    take_pastes(trainer);
    keyboard::listen(trainer);
    let name = move || {
        let open = trainer.read_set(|set| set.progress.name.clone());
        open.unwrap_or_else(|| language::train().puzzles.to_owned())
    };
    room::keep_title(Page::Train, name);
    view! {
        {move || match trainer.place.get() {
            Place::Sets => view! { <Sets /> }.into_any(),
            Place::Set => view! { <SetPage /> }.into_any(),
            Place::Solve => view! { <Solve /> }.into_any(),
        }}
    }
}

/// Asks for a file of puzzles.
fn pick(trainer: Trainer) {
    spawn_local(async move {
        if let Some(found) = BrowserFiles::default().pick().await.transpose() {
            take(trainer, found);
        }
    });
}

fn take(trainer: Trainer, found: Result<Found, Failure>) {
    match found {
        Ok(Found { file, bytes, .. }) => trainer.open(&file.name, &file.identity, bytes),
        Err(why) => {
            let words = fill(language::train().cannot_open, &[("why", &why.to_string())]);
            trainer.trouble.set(Some(words));
        }
    }
}

/// A file may be dropped anywhere on the page.
fn take_drops(trainer: Trainer) {
    let shown = Shown::here();
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

/// Puzzles that were copied elsewhere are opened when they are pasted, unless into a field.
fn take_pastes(trainer: Trainer) {
    let shown = Shown::here();
    let handle = window_event_listener(ev::paste, move |event: ClipboardEvent| {
        let is_solving = trainer.place.get_untracked() == Place::Solve;
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
