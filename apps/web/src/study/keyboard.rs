//! Keys pressed anywhere on the Study page, handled by the table of commands.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use study::{Chord, Command, Focus};
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::page_state::PageState;
use super::paste::PasteKey;
use crate::keys_help::is_writing;
use crate::page_events::{self, PageEvent};
use crate::page_mount::PageVisibility;
use crate::{custom_keys, dialog};

pub fn listen(page_state: PageState) {
    let platform = page_state.peek(study::Workspace::platform);
    let shown = PageVisibility::here();
    let own = StoredValue::new(custom_keys::read());
    page_events::on(&window(), PageEvent::SettingsChanged, move || own.set_value(custom_keys::read()));
    let paste = PasteKey::listen(page_state);
    let handle = window_event_listener(ev::keydown, move |press: KeyboardEvent| {
        // Skips keys that the frame has handled and keys of an unfinished composition.
        if !shown.now() || press.default_prevented() || press.is_composing() {
            return;
        }
        let key = key_of(&press);
        let ctrl = press.ctrl_key() || press.meta_key();
        let chord = Chord { ctrl, shift: press.shift_key(), alt: press.alt_key(), key: &key };
        if has_selected_text(chord) {
            return;
        }
        let Some(command) = own.with_value(|own| own.command_for(chord, focus(&press), platform)) else {
            return;
        };
        // Keys of other games are left to the browser: Ctrl+P passes in Go and prints in chess.
        let game = page_state.peek(|workspace| workspace.current().record().game_type());
        if !command.is_for(game) {
            return;
        }
        // The browser only hands over the clipboard in its own event.
        if command == Command::Paste && chord.is(Chord::parse("Ctrl+V")) {
            return paste.expect(page_state);
        }
        press.prevent_default();
        page_state.command(command);
    });
    on_cleanup(move || handle.remove());
}

/// With Alt some keyboards type other characters: then the physical key counts.
fn key_of(press: &KeyboardEvent) -> String {
    let (key, code) = (press.key(), press.code());
    let plain = code.strip_prefix("Key").or_else(|| code.strip_prefix("Digit"));
    plain.filter(|_| press.alt_key() && !key.is_ascii() || key == "Dead").map_or(key, str::to_owned)
}

fn focus(press: &KeyboardEvent) -> Focus {
    let target = press.target().and_then(|target| target.dyn_into::<Element>().ok());
    let within = |what: &str| {
        target.as_ref().is_some_and(|target| target.closest(what).is_ok_and(|found| found.is_some()))
    };
    match () {
        () if dialog::is_open() || within("[role=menu]") => Focus::Dialog,
        () if is_writing(press) => Focus::Text,
        () if within("button, a, summary, input") => Focus::Control,
        () => Focus::Board,
    }
}

/// Ctrl+C copies text that is selected on the page.
fn has_selected_text(chord: Chord<'_>) -> bool {
    chord.is(Chord::parse("Ctrl+C"))
        && window().get_selection().ok().flatten().is_some_and(|selection| !selection.is_collapsed())
}
