//! A record handed from one room to another. It waits in the page until the room is there to take it.

use leptos::prelude::window;
use wasm_bindgen::JsCast;
use web_sys::js_sys::{Array, JsString, Uint8Array};

use crate::between::{self, Word};
use crate::bridge::script::member;

/// A record with the name that it is to be saved under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handed {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Goes to Study and opens the record there, beside what is open already. Works from every room.
pub fn open_in_study(name: &str, bytes: &[u8]) {
    hand_over(Word::Record, name, bytes);
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

/// What waits for Cards.
pub fn take_for_cards() -> Vec<Handed> {
    take_from(Word::Cards)
}

fn take_from(word: Word) -> Vec<Handed> {
    let all = waiting(word);
    let taken = all.iter().filter_map(|one| handed(one.unchecked_ref())).collect();
    all.set_length(0);
    taken
}

fn handed(pair: &Array) -> Option<Handed> {
    let name: JsString = pair.get(0).dyn_into().ok()?;
    let bytes: Uint8Array = pair.get(1).dyn_into().ok()?;
    Some(Handed { name: name.into(), bytes: bytes.to_vec() })
}

/// The start script lays it out, so that it is the same for everybody.
fn waiting(word: Word) -> Array {
    let name = if word == Word::Cards { "cards" } else { "records" };
    member(&member(&window(), "tabiya"), name).dyn_into().unwrap_or_default()
}
