//! Files handed from one page to another. They wait in the document until the other page is loaded and takes them.

use api::files::OpenedFile;
use flashcards::Decision;
use leptos::prelude::window;
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::{Array, JsString, Uint8Array};

use crate::js::member;
use crate::page_events::{self, PageEvent};

/// Marks a record whose review is wanted.
const REVIEW: &str = "review";

/// What a page receives.
#[derive(Clone, Debug, PartialEq)]
pub enum Handed {
    /// A record and the name to save it under.
    Record { name: String, bytes: Vec<u8> },
    /// A file on the studio's disk.
    File(OpenedFile),
    /// A backgammon match whose review is to be shown.
    Review { name: String, bytes: Vec<u8> },
}

/// What Cards receives.
#[derive(Debug)]
pub enum ForCards {
    File { name: String, bytes: Vec<u8> },
    Decisions(HandedDecisions),
}

/// Decisions of a review, and where they are from.
#[derive(Debug, Serialize, Deserialize)]
pub struct HandedDecisions {
    pub source: String,
    pub decisions: Vec<Decision>,
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

/// Goes to Cards and adds decisions that were chosen elsewhere.
pub fn make_cards(handed: &HandedDecisions) {
    let text = serde_json::to_string(handed).unwrap_or_default();
    waiting(PageEvent::CardsWaiting).push(&text.into());
    page_events::dispatch(&window(), PageEvent::CardsWaiting);
}

/// Goes to Study and shows the review of a match there.
pub fn review_in_study(name: &str, bytes: &[u8]) {
    let entry = Array::of3(&name.into(), &Uint8Array::from(bytes), &REVIEW.into());
    waiting(PageEvent::RecordWaiting).push(&entry);
    page_events::dispatch(&window(), PageEvent::RecordWaiting);
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

/// The same for Cards.
pub fn take_for_cards() -> Vec<ForCards> {
    let for_cards = |one: JsValue| match one.as_string() {
        Some(text) => serde_json::from_str(&text).ok().map(ForCards::Decisions),
        None => match handed(one)? {
            Handed::Record { name, bytes } => Some(ForCards::File { name, bytes }),
            Handed::File(_) | Handed::Review { .. } => None,
        },
    };
    take_all(PageEvent::CardsWaiting, for_cards)
}

/// The same for Train.
pub fn take_for_train() -> Vec<(String, Vec<u8>)> {
    take_records(PageEvent::PuzzlesWaiting)
}

fn take_records(event: PageEvent) -> Vec<(String, Vec<u8>)> {
    let record = |handed| match handed {
        Handed::Record { name, bytes } => Some((name, bytes)),
        Handed::File(_) | Handed::Review { .. } => None,
    };
    take_from(event).into_iter().filter_map(record).collect()
}

fn take_from(event: PageEvent) -> Vec<Handed> {
    take_all(event, handed)
}

fn take_all<T>(event: PageEvent, read: impl Fn(JsValue) -> Option<T>) -> Vec<T> {
    let all = waiting(event);
    let taken = all.iter().filter_map(read).collect();
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
    let (name, bytes) = (name.into(), bytes.to_vec());
    Some(match pair.get(2).as_string().as_deref() {
        Some(REVIEW) => Handed::Review { name, bytes },
        _ => Handed::Record { name, bytes },
    })
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
