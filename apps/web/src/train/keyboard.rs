//! Keyboard shortcuts while a puzzle is on the board.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

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
    target.is_some_and(|target| target.matches("button, a, summary, [role=gridcell]").unwrap_or(false))
}

fn focus_entry() {
    let entry = document().get_element_by_id("move-entry");
    if let Some(entry) = entry.and_then(|entry| entry.dyn_into::<HtmlElement>().ok()) {
        let _ = entry.focus();
    }
}
