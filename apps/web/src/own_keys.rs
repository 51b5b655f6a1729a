//! The keys that the player has chosen, as this browser keeps them.

use leptos::prelude::window;
use study::Bindings;

use crate::between::{self, Word};
use crate::storage;

const KEYS: &str = "tabiya.keys";

pub fn read() -> Bindings {
    Bindings::read(&written())
}

/// As they are kept, for whoever only passes them on.
pub fn written() -> String {
    storage::find(KEYS).unwrap_or_default()
}

pub fn keep(bindings: &Bindings) {
    // A browser that keeps nothing has the usual keys the next time.
    let _ = storage::keep(KEYS, &bindings.write());
    between::tell(&window(), Word::Settings);
}
