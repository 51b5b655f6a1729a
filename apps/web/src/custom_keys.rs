//! Custom keys for Study's commands, stored in this browser.

use leptos::prelude::window;
use study::Bindings;

use crate::page_events::{self, PageEvent};
use crate::storage;

const KEYS: &str = "tabiya.keys";

pub fn read() -> Bindings {
    Bindings::read(&stored())
}

/// As they are stored, for passing on unparsed.
pub fn stored() -> String {
    storage::get(KEYS).unwrap_or_default()
}

pub fn save(bindings: &Bindings) {
    // Without storage the default keys are back after a reload.
    let _ = storage::set(KEYS, &bindings.write());
    page_events::dispatch(&window(), PageEvent::SettingsChanged);
}
