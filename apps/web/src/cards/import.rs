//! Imports text and files: pasted, dropped on the page, or opened.

use i18n::fill;
use leptos::ev::{self, ClipboardEvent, DragEvent};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{AbortSignal, File, FileList};

use super::state::{CardsState, TaskProgress};
use crate::bridge::bytes_of;
use crate::controls::FilesButton;
use crate::js::{call, member};
use crate::language;
use crate::page_mount::PageVisibility;

const EXAMPLE: &str = include_str!("example.txt");

#[component]
pub fn Import() -> impl IntoView {
    let words = language::cards();
    let state = CardsState::here();
    let text = NodeRef::<html::Textarea>::new();
    let is_empty = Memo::new(move |_| state.collection.with(|collection| collection.items().is_empty()));
    let add = move |_| {
        let Some(area) = text.get_untracked() else { return };
        if !area.value().trim().is_empty() {
            state.add(language::cards().pasted, area.value().as_bytes());
            area.set_value("");
        }
    };
    view! {
        <div class="open-panel panel">
            <label class="caption" for="cards-text">{words.paste_label}</label>
            <textarea
                id="cards-text"
                rows="3"
                spellcheck="false"
                placeholder=words.paste_hint
                node_ref=text
            ></textarea>
            <div class="open-panel-row">
                <button class="button" class:main=move || is_empty.get() on:click=add>{words.add}</button>
                <FilesButton words=words.open_files label=words.files take=move |files| read(state, files) />
                <button class="button" on:click=move |_| state.begin_set_up()>{language::set_up().title}</button>
                <Show when=move || is_empty.get()>
                    <button class="button" on:click=move |_| state.add(words.example, EXAMPLE.as_bytes())>{words.show_example}</button>
                </Show>
            </div>
        </div>
    }
}

/// Progress is updated after this many files.
const AT_ONCE: usize = 100;

async fn read(state: CardsState, files: FileList) {
    let words = language::cards();
    let files: Vec<File> = (0..files.length()).filter_map(|n| files.get(n)).collect();
    // If other work is running, leave its progress bar alone.
    let alone = state.work.with_untracked(Option::is_none);
    let signal = alone.then(|| state.begin(words.reading, files.len())).flatten();
    let (mut texts, mut unreadable) = (Vec::new(), Vec::new());
    for (done, file) in files.iter().enumerate() {
        if signal.as_ref().is_some_and(AbortSignal::aborted) {
            break;
        }
        if alone && done % AT_ONCE == 0 {
            state.work.set(Some(TaskProgress { doing: words.reading, done, of: files.len() }));
        }
        match bytes_of(file).await {
            Ok(bytes) => texts.push((file.name(), bytes)),
            Err(_) => unreadable.push(file.name()),
        }
    }
    if alone {
        state.end();
    }
    if !texts.is_empty() {
        state.add_all(texts);
    }
    if !unreadable.is_empty() {
        let names = unreadable.join(language::frame().comma);
        state.show_error(fill(words.unreadable, &[("names", &names)]));
    }
}

/// Accepts files and text dropped anywhere on the page.
pub fn take_drops(state: CardsState) {
    let shown = PageVisibility::here();
    let over = window_event_listener(ev::dragover, move |event: DragEvent| {
        if shown.now() {
            event.prevent_default();
        }
    });
    let dropped = window_event_listener(ev::drop, move |event: DragEvent| {
        let Some(transfer) = event.data_transfer().filter(|_| shown.now()) else { return };
        event.prevent_default();
        match transfer.files().filter(|files| files.length() > 0) {
            Some(files) => spawn_local(read(state, files)),
            None => {
                let text = transfer.get_data("text").unwrap_or_default();
                if !text.trim().is_empty() {
                    state.add(language::cards().pasted, text.as_bytes());
                }
            }
        }
    });
    on_cleanup(move || {
        over.remove();
        dropped.remove();
    });
}

/// A paste outside text fields, or into the empty import field, is added at once.
pub fn take_pastes(state: CardsState) {
    let shown = PageVisibility::here();
    let pasted = window_event_listener(ev::paste, move |event: ClipboardEvent| {
        let field = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let elsewhere = field.is_some_and(|field| {
            field.matches("input, textarea:not(#cards-text), select").unwrap_or(false)
                || member(&field, "value").as_string().is_some_and(|value| !value.is_empty())
        });
        if !shown.now()
            || elsewhere
            || state.quiz.with_untracked(Option::is_some)
            || state.sets_up.get_untracked()
        {
            return;
        }
        let text = call(&member(&event, "clipboardData"), "getData", &[&"text".into()]);
        let text = text.ok().and_then(|text| text.as_string()).unwrap_or_default();
        if !text.trim().is_empty() {
            event.prevent_default();
            state.add(language::cards().pasted, text.as_bytes());
        }
    });
    on_cleanup(move || pasted.remove());
}
