//! Text pasted on the Study page, outside of text fields: a branch, games, a position or a link.

use leptos::ev::{self, ClipboardEvent};
use leptos::prelude::*;
use study::{Command, Input};
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::page_state::PageState;
use crate::dialog;
use crate::page_mount::PageVisibility;

/// Without a paste event within this time, a branch that was cut or copied here is pasted.
const MAX_WAIT_MS: u64 = 200;

/// Whether the key for pasting was pressed and the browser's event is still to come.
#[derive(Clone, Copy)]
pub struct PasteKey(StoredValue<u32>);

impl PasteKey {
    pub fn listen(page_state: PageState) -> PasteKey {
        let key = PasteKey(StoredValue::new(0));
        let shown = PageVisibility::here();
        let handle = window_event_listener(ev::paste, move |event: ClipboardEvent| {
            if !shown.now() || dialog::is_open() || is_in_field(&event) {
                return;
            }
            event.prevent_default();
            key.0.set_value(0);
            let text = event.clipboard_data().and_then(|data| data.get_data("text").ok()).unwrap_or_default();
            match text.trim().is_empty() {
                true => page_state.command(Command::Paste),
                false => page_state.act(Input::PasteText(text)),
            }
        });
        on_cleanup(move || handle.remove());
        key
    }

    /// Some browsers fire no event if the clipboard is empty or nothing editable has the focus.
    pub fn expect(self, page_state: PageState) {
        self.0.update_value(|expected| *expected += 1);
        let expected = self.0.get_value();
        let paste = move || {
            if self.0.try_get_value() == Some(expected) {
                self.0.set_value(0);
                page_state.command(Command::Paste);
            }
        };
        set_timeout(paste, std::time::Duration::from_millis(MAX_WAIT_MS));
    }
}

fn is_in_field(event: &ClipboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|target| target.closest("input, textarea").is_ok_and(|field| field.is_some()))
}
