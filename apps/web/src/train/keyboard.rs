//! Keyboard shortcuts while a puzzle is on the board.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};

use super::session_host::SessionCommand;
use super::trainer::{Screen, Trainer};
use crate::dialog;
use crate::keys_help::is_writing;
use crate::page_mount::PageVisibility;

pub fn listen(trainer: Trainer) {
    let shown = PageVisibility::here();
    let handle = window_event_listener(ev::keydown, move |press: KeyboardEvent| {
        let held = press.ctrl_key() || press.meta_key() || press.alt_key() || press.repeat();
        let elsewhere = !shown.now() || trainer.screen.get_untracked() != Screen::Solve;
        if held || elsewhere || press.default_prevented() || dialog::is_open() || is_writing(&press) {
            return;
        }
        if run_key(trainer, &press) {
            press.prevent_default();
        }
    });
    on_cleanup(move || handle.remove());
}

/// Focuses the field for moves, unless the player moves by keyboard on the board or a touch keyboard would open.
pub fn focus_when_puzzle_begins(entry: &HtmlElement) {
    let is_touch =
        window().match_media("(pointer: coarse)").ok().flatten().is_some_and(|query| query.matches());
    let elsewhere = document().active_element().is_some_and(|focused| {
        focused.matches("[role=gridcell], textarea, select, dialog *").unwrap_or(false)
    });
    if !is_touch && !elsewhere {
        let _ = entry.focus();
    }
}

/// Escape clears and leaves the field, so that the letters are commands again. The key that focuses the field is not typed
/// into it.
pub fn in_entry(press: KeyboardEvent) {
    let Some(entry) = press.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) else {
        return;
    };
    match press.key().as_str() {
        "Escape" => {
            entry.set_value("");
            let _ = entry.blur();
        }
        "/" if entry.value().is_empty() => press.prevent_default(),
        _ => {}
    }
}

fn run_key(trainer: Trainer, press: &KeyboardEvent) -> bool {
    match press.key().as_str() {
        // Enter on a focused button activates the button.
        "Enter" if !is_on_button(press) => trainer.advance(),
        "h" | "H" => trainer.act(SessionCommand::Hint),
        "s" | "S" => trainer.act(SessionCommand::Skip),
        "p" | "P" => trainer.toggle_pause(),
        "m" | "M" => trainer.toggle_sounds(),
        "f" | "F" => trainer.flips.update(|flips| *flips += 1),
        "/" => focus_entry(),
        _ => return false,
    }
    true
}

fn is_on_button(press: &KeyboardEvent) -> bool {
    let target = press.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| target.matches("button, a, summary").unwrap_or(false))
}

fn focus_entry() {
    let entry = document().get_element_by_id("move-entry");
    if let Some(entry) = entry.and_then(|entry| entry.dyn_into::<HtmlElement>().ok()) {
        let _ = entry.focus();
    }
}
