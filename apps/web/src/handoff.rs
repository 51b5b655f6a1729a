//! Files handed from one page to another. They wait in the document until the other page is loaded and takes them.

use api::files::OpenedFile;
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::{Array, JsString, Uint8Array};

use crate::js::member;
use crate::page_events::{self, PageEvent};

/// What a page receives.
#[derive(Clone, Debug, PartialEq)]
pub enum Handed {
    /// A record and the name to save it under.
    Record { name: String, bytes: Vec<u8> },
    /// A file on the studio's disk.
    File(OpenedFile),
}

/// Goes to Study and opens the record there, beside what is open already. Works from every page.
pub fn open_in_study(name: &str, bytes: &[u8]) {
    hand_over(PageEvent::RecordWaiting, name, bytes);
}

/// The same for a file on the studio's disk: saving writes back to it.
pub fn open_file_in_study(file: &OpenedFile) {
    // Bundles have separate memories, so it is handed over as JSON.
    let entry = serde_json::to_string(file).unwrap_or_default();
    waiting(PageEvent::RecordWaiting).push(&entry.into());
    page_events::dispatch(&window(), PageEvent::RecordWaiting);
}

/// The same for files that Cards reads.
pub fn open_in_cards(name: &str, bytes: &[u8]) {
    hand_over(PageEvent::CardsWaiting, name, bytes);
}

/// The same for puzzles to solve in Train.
pub fn open_in_train(name: &str, bytes: &[u8]) {
    hand_over(PageEvent::PuzzlesWaiting, name, bytes);
}

fn hand_over(to: PageEvent, name: &str, bytes: &[u8]) {
    waiting(to).push(&Array::of2(&name.into(), &Uint8Array::from(bytes)));
    page_events::dispatch(&window(), to);
}

/// Takes all that waits for Study, in the order in which it was handed over.
pub fn take() -> Vec<Handed> {
    take_from(PageEvent::RecordWaiting)
}

/// Takes all that waits for Cards, by name: records only.
pub fn take_for_cards() -> Vec<(String, Vec<u8>)> {
    take_records(PageEvent::CardsWaiting)
}

/// The same for Train.
pub fn take_for_train() -> Vec<(String, Vec<u8>)> {
    take_records(PageEvent::PuzzlesWaiting)
}

fn take_records(event: PageEvent) -> Vec<(String, Vec<u8>)> {
    let record = |handed| match handed {
        Handed::Record { name, bytes } => Some((name, bytes)),
        Handed::File(_) => None,
    };
    take_from(event).into_iter().filter_map(record).collect()
}

fn take_from(event: PageEvent) -> Vec<Handed> {
    let all = waiting(event);
    let taken = all.iter().filter_map(handed).collect();
    all.set_length(0);
    taken
}

fn handed(one: JsValue) -> Option<Handed> {
    if let Some(entry) = one.as_string() {
        return serde_json::from_str(&entry).ok().map(Handed::File);
    }
    let pair: Array = one.dyn_into().ok()?;
    let name: JsString = pair.get(0).dyn_into().ok()?;
    let bytes: Uint8Array = pair.get(1).dyn_into().ok()?;
    Some(Handed::Record { name: name.into(), bytes: bytes.to_vec() })
}

/// `assets/start.js` creates these arrays, so that all bundles share them.
fn waiting(event: PageEvent) -> Array {
    let name = match event {
        PageEvent::CardsWaiting => "cards",
        PageEvent::PuzzlesWaiting => "puzzles",
        _ => "records",
    };
    member(&member(&window(), "tabiya"), name).dyn_into().unwrap_or_default()
}
