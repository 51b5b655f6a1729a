//! A field and a whole page that take anything: pasted, dropped or chosen.

use leptos::ev::{self, ClipboardEvent, DragEvent};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::FileList;

use super::words;
use crate::bridge::script::{call, member};
use crate::bridge::{Failure, bytes_of};
use crate::icons;
use crate::opening;
use crate::room::Shown;
use crate::sheet;

#[component]
pub fn Intake() -> impl IntoView {
    let said = RwSignal::new(String::new());
    let text = NodeRef::<html::Textarea>::new();
    let file = NodeRef::<html::Input>::new();
    take_drops(said);
    take_pastes(said);
    let open = move |_| {
        let Some(area) = text.get_untracked() else { return };
        if area.value().trim().is_empty() {
            said.set(words::OPEN_EMPTY.to_owned());
        } else if take(said, "", area.value().as_bytes()) {
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
        <section class="panel intake" aria-label=words::OPEN_TITLE>
            <label class="caption" for="open-anything">{words::OPEN_TITLE}</label>
            <textarea id="open-anything" rows="4" spellcheck="false" placeholder=words::OPEN_HINT node_ref=text></textarea>
            <div class="intake-row">
                <button class="button main" on:click=open>{words::OPEN}</button>
                <button class="button" on:click=pick>{icons::OPEN.draw()}{words::PICK}</button>
                <input class="unseen" type="file" multiple tabindex="-1" aria-label=words::PICK node_ref=file on:change=picked />
            </div>
            <p class="trouble" role="alert">{said}</p>
        </section>
    }
}

/// True if a room has it now.
fn take(said: RwSignal<String>, name: &str, bytes: &[u8]) -> bool {
    match opening::open(name, bytes) {
        Ok(()) => {
            said.set(String::new());
            true
        }
        Err(why) => {
            said.set(why);
            false
        }
    }
}

async fn take_files(said: RwSignal<String>, files: FileList) {
    for n in 0..files.length() {
        let Some(file) = files.get(n) else { continue };
        match bytes_of(&file).await {
            Ok(bytes) => drop(take(said, &file.name(), &bytes)),
            Err(why) => said.set(format!("{} cannot be read: {}.", file.name(), Failure::from(why))),
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
            None if !text.trim().is_empty() => drop(take(said, "", text.as_bytes())),
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
            take(said, "", text.as_bytes());
        }
    });
    on_cleanup(move || pasted.remove());
}
