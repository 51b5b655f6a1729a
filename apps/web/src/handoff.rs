//! A record handed from one room to another. It waits in the page until Study is there to take it.

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
    waiting().push(&Array::of2(&name.into(), &Uint8Array::from(bytes)));
    between::tell(&window(), Word::Record);
}

/// What waits for Study, in the order in which it was handed over; it waits no longer.
pub fn take() -> Vec<Handed> {
    let all = waiting();
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
fn waiting() -> Array {
    member(&member(&window(), "tabiya"), "records").dyn_into().unwrap_or_default()
}
