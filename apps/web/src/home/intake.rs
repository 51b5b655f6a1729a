//! A field and a whole page that take anything: pasted, dropped or chosen.

use catalogue::What;
use leptos::ev::{self, ClipboardEvent, DragEvent};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::FileList;
use words::fill;

use super::telling;
use crate::bridge::script::{call, member};
use crate::bridge::{Failure, bytes_of};
use crate::icons;
use crate::language;
use crate::opening;
use crate::room::Shown;
use crate::sheet;

#[component]
pub fn Intake() -> impl IntoView {
    let words = language::home();
    let said = RwSignal::new(String::new());
    let text = NodeRef::<html::Textarea>::new();
    let file = NodeRef::<html::Input>::new();
    take_drops(said);
    take_pastes(said);
    let open = move |_| {
        let Some(area) = text.get_untracked() else { return };
        if area.value().trim().is_empty() {
            said.set(words.open_empty.to_owned());
        } else if take_text(said, &area.value()) {
            area.set_value("");
        }
    };
    let picked = move |_| {
        let Some(input) = file.get_untracked() else { return };
        if let Some(files) = input.files() {
            spawn_local(async move {
                take_files(said, files).await;
                input.set_value("");
            });
        }
    };
    let pick = move |_| {
        if let Some(file) = file.get_untracked() {
            file.click();
        }
    };
    view! {
        <section class="panel intake" aria-label=words.open_title>
            <label class="caption" for="open-anything">{words.open_title}</label>
            <textarea id="open-anything" rows="4" spellcheck="false" placeholder=words.open_hint node_ref=text></textarea>
            <div class="intake-row">
                <button class="button main" on:click=open>{words.open}</button>
                <button class="button" on:click=pick>{icons::OPEN.draw()}{words.pick}</button>
                <input class="unseen" type="file" multiple tabindex="-1" aria-label=words.pick node_ref=file on:change=picked />
            </div>
            <p class="trouble" role="alert">{said}</p>
        </section>
    }
}

/// True if a room has it now.
fn take(said: RwSignal<String>, name: &str, opened: Result<(), What>) -> bool {
    said.set(opened.err().map(|what| telling::refusal(name, what)).unwrap_or_default());
    opened.is_ok()
}

fn take_text(said: RwSignal<String>, text: &str) -> bool {
    take(said, "", opening::open_text(text, telling::pasted))
}

async fn take_files(said: RwSignal<String>, files: FileList) {
    for n in 0..files.length() {
        let Some(file) = files.get(n) else { continue };
        match bytes_of(&file).await {
            Ok(bytes) => {
                take(said, &file.name(), opening::open(&file.name(), &bytes));
            }
            Err(why) => {
                let why = Failure::from(why).to_string();
                said.set(fill(language::home().cannot_be_read, &[("name", &file.name()), ("why", &why)]));
            }
        }
    }
}

fn take_drops(said: RwSignal<String>) {
    let shown = Shown::here();
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
            Some(files) => spawn_local(take_files(said, files)),
            None if !text.trim().is_empty() => drop(take_text(said, &text)),
            None => {}
        }
    });
    on_cleanup(move || {
        over.remove();
        dropped.remove();
    });
}

/// Outside the field; in it, one may want to look first.
fn take_pastes(said: RwSignal<String>) {
    let shown = Shown::here();
    let pasted = window_event_listener(ev::paste, move |event: ClipboardEvent| {
        let target = event.target().map(|target| member(&target, "tagName").as_string().unwrap_or_default());
        let in_field = target.is_some_and(|tag| matches!(tag.as_str(), "TEXTAREA" | "INPUT"));
        if !shown.now() || in_field || sheet::is_open() {
            return;
        }
        let text = call(&member(&event, "clipboardData"), "getData", &[&"text".into()]);
        let text = text.ok().and_then(|text| text.as_string()).unwrap_or_default();
        if !text.trim().is_empty() {
            event.prevent_default();
            take_text(said, &text);
        }
    });
    on_cleanup(move || pasted.remove());
}
