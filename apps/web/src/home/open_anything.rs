//! Opens anything that is pasted, dropped or chosen.

use catalogue::{FileKind, game_link};
use i18n::fill;
use leptos::ev::{self, ClipboardEvent, DragEvent};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use study::how_to_download;
use web_sys::FileList;

use super::messages;
use super::recognised::RecognisedText;
use crate::bridge::{Failure, bytes_of};
use crate::controls::FilesButton;
use crate::dialog;
use crate::js::{call, member};
use crate::language;
use crate::opening;
use crate::page_mount::PageVisibility;

#[component]
pub fn OpenAnything() -> impl IntoView {
    let words = language::home();
    let error_text = RwSignal::new(String::new());
    let text = NodeRef::<html::Textarea>::new();
    let typed = RwSignal::new(String::new());
    take_drops(error_text);
    take_pastes(error_text);
    let open = move |_| {
        let Some(area) = text.get_untracked() else { return };
        if area.value().trim().is_empty() {
            error_text.set(words.open_empty.to_owned());
        } else if take_text(error_text, &area.value()) {
            area.set_value("");
            typed.set(String::new());
        }
    };
    view! {
        <section class="panel open-panel" aria-label=words.open_title>
            <label class="caption" for="open-anything">{words.open_title}</label>
            <textarea id="open-anything" rows="4" spellcheck="false" placeholder=words.open_hint node_ref=text on:input=move |input| typed.set(event_target_value(&input))></textarea>
            <div class="open-panel-row">
                <button class="button main" on:click=open>{words.open}</button>
                <FilesButton words=words.pick label=words.pick take=move |files| take_files(error_text, files) />
                <RecognisedText text=typed />
            </div>
            <p class="error-text" role="alert">{error_text}</p>
        </section>
    }
}

/// Shows the error, if any; true if it was opened.
fn take(error_text: RwSignal<String>, name: &str, opened: Result<(), FileKind>) -> bool {
    error_text.set(opened.err().map(|what| messages::refusal(name, what)).unwrap_or_default());
    opened.is_ok()
}

fn take_text(error_text: RwSignal<String>, text: &str) -> bool {
    if let Some(site) = game_link(text) {
        error_text.set(how_to_download(site, language::here()).to_owned());
        return false;
    }
    take(error_text, "", opening::open_text(text, messages::pasted))
}

async fn take_files(error_text: RwSignal<String>, files: FileList) {
    for n in 0..files.length() {
        let Some(file) = files.get(n) else { continue };
        match bytes_of(&file).await {
            Ok(bytes) => {
                take(error_text, &file.name(), opening::open(&file.name(), &bytes));
            }
            Err(why) => {
                let why = Failure::from(why).to_string();
                error_text
                    .set(fill(language::home().cannot_be_read, &[("name", &file.name()), ("why", &why)]));
            }
        }
    }
}

fn take_drops(error_text: RwSignal<String>) {
    let shown = PageVisibility::here();
    let over = window_event_listener(ev::dragover, move |event: DragEvent| {
        if shown.now() {
            event.prevent_default();
        }
    });
    let dropped = window_event_listener(ev::drop, move |event: DragEvent| {
        if !shown.now() {
            return;
        }
        event.prevent_default();
        let Some(transfer) = event.data_transfer() else { return };
        let text = transfer.get_data("text").unwrap_or_default();
        match transfer.files().filter(|files| files.length() > 0) {
            Some(files) => spawn_local(take_files(error_text, files)),
            None if !text.trim().is_empty() => drop(take_text(error_text, &text)),
            None => {}
        }
    });
    on_cleanup(move || {
        over.remove();
        dropped.remove();
    });
}

/// Opens pasted text, unless it is pasted into a field.
fn take_pastes(error_text: RwSignal<String>) {
    let shown = PageVisibility::here();
    let pasted = window_event_listener(ev::paste, move |event: ClipboardEvent| {
        let target = event.target().map(|target| member(&target, "tagName").as_string().unwrap_or_default());
        let in_field = target.is_some_and(|tag| matches!(tag.as_str(), "TEXTAREA" | "INPUT"));
        if !shown.now() || in_field || dialog::is_open() {
            return;
        }
        let text = call(&member(&event, "clipboardData"), "getData", &[&"text".into()]);
        let text = text.ok().and_then(|text| text.as_string()).unwrap_or_default();
        if !text.trim().is_empty() {
            event.prevent_default();
            take_text(error_text, &text);
        }
    });
    on_cleanup(move || pasted.remove());
}
