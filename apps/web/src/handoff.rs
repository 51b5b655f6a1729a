//! A record handed from one room to another. It waits in the page until the room is there to take it.

use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::{Array, JSON, JsString, Uint8Array};

use crate::between::{self, Word};
use crate::bridge::script::member;

/// What a room gets.
#[derive(Clone, Debug, PartialEq)]
pub enum Handed {
    /// A record with the name that it is to be saved under.
    Record { name: String, bytes: Vec<u8> },
    /// A file that the studio lends: its entry.
    File(JsValue),
}

/// Goes to Study and opens the record there, beside what is open already. Works from every room.
pub fn open_in_study(name: &str, bytes: &[u8]) {
    hand_over(Word::Record, name, bytes);
}

/// The same for a file that the studio lends, from its entry as JSON: what is saved goes back to it.
pub fn open_file_in_study(entry: &str) {
    if let Ok(entry) = JSON::parse(entry) {
        waiting(Word::Record).push(&entry);
        between::tell(&window(), Word::Record);
    }
}

/// The same for what belongs into Cards.
pub fn open_in_cards(name: &str, bytes: &[u8]) {
    hand_over(Word::Cards, name, bytes);
}

fn hand_over(to: Word, name: &str, bytes: &[u8]) {
    waiting(to).push(&Array::of2(&name.into(), &Uint8Array::from(bytes)));
    between::tell(&window(), to);
}

/// What waits for Study, in the order in which it was handed over; it waits no longer.
pub fn take() -> Vec<Handed> {
    take_from(Word::Record)
}

/// What waits for Cards, by name: records only.
pub fn take_for_cards() -> Vec<(String, Vec<u8>)> {
    let record = |handed| match handed {
        Handed::Record { name, bytes } => Some((name, bytes)),
        Handed::File(_) => None,
    };
    take_from(Word::Cards).into_iter().filter_map(record).collect()
}

fn take_from(word: Word) -> Vec<Handed> {
    let all = waiting(word);
    let taken = all.iter().filter_map(handed).collect();
    all.set_length(0);
    taken
}

fn handed(one: JsValue) -> Option<Handed> {
    if !Array::is_array(&one) {
        return Some(Handed::File(one));
    }
    let pair: Array = one.dyn_into().ok()?;
    let name: JsString = pair.get(0).dyn_into().ok()?;
    let bytes: Uint8Array = pair.get(1).dyn_into().ok()?;
    Some(Handed::Record { name: name.into(), bytes: bytes.to_vec() })
}

/// The start script lays it out, so that it is the same for everybody.
fn waiting(word: Word) -> Array {
    let name = if word == Word::Cards { "cards" } else { "records" };
    member(&member(&window(), "tabiya"), name).dyn_into().unwrap_or_default()
}
