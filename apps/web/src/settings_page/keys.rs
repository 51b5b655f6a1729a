//! Key bindings of Study: after "Change", the next key pressed is bound to the command.

use i18n::fill;
use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use study::{Bindings, COMMANDS, Chord, Command, CommandEntry, Group, Platform};

use crate::keys_help::caps;
use crate::page_mount::PageVisibility;
use crate::{custom_keys, language};

#[component]
pub fn Keys() -> impl IntoView {
    let words = language::settings();
    let bindings = RwSignal::new(custom_keys::read());
    let waiting_for = RwSignal::new(None::<Command>);
    let message = RwSignal::new(String::new());
    bind_next_key(bindings, waiting_for, message);
    let group = move |group: Group| {
        let entries = COMMANDS.iter().filter(move |entry| entry.group == group);
        view! {
            <h3 class="caption">{group.name(language::here())}</h3>
            <ul class="settings-list">
                {entries.map(|entry| view! { <KeyRow entry bindings waiting_for message /> }).collect_view()}
            </ul>
        }
    };
    view! {
        <details class="panel group keys-setting">
            <summary>{words.keys}</summary>
            <p class="muted">{words.keys_text}</p>
            <p class="error-text" role="alert">{message}</p>
            {Group::ALL.map(group).collect_view()}
        </details>
    }
}

#[component]
fn KeyRow(
    entry: &'static CommandEntry,
    bindings: RwSignal<Bindings>,
    waiting_for: RwSignal<Option<Command>>,
    message: RwSignal<String>,
) -> impl IntoView {
    let words = language::settings();
    let name = entry.name(language::here());
    let label = |text| fill(text, &[("command", &name)]);
    let (usual, changes) = (label(words.reset_of), label(words.change_of));
    let keys = move || {
        let keys = bindings.with(|own| own.keys(entry, Platform::Browser));
        match (waiting_for.get() == Some(entry.command), keys.is_empty()) {
            (true, _) => words.press.into_any(),
            (false, true) => words.no_key.into_any(),
            (false, false) => {
                keys.iter().map(|key| view! { <span>{caps(key)}</span> }).collect_view().into_any()
            }
        }
    };
    let change = move |_| {
        message.set(String::new());
        waiting_for.set(Some(entry.command));
    };
    let reset = move |_| {
        let mut own = bindings.get_untracked();
        match own.reset(entry, Platform::Browser) {
            Ok(()) => save(bindings, own, message),
            Err(why) => message.set(why.message(language::here())),
        }
    };
    view! {
        <li>
            <span class="row-text">
                <strong>{name}</strong>
                <span class="key-now">{keys}</span>
            </span>
            <Show when=move || bindings.with(|own| own.is_custom(entry))>
                <button class="button subtle" aria-label=usual.clone() on:click=reset>{words.reset}</button>
            </Show>
            <button class="button" aria-label=changes on:click=change>{words.change}</button>
        </li>
    }
}

fn save(bindings: RwSignal<Bindings>, own: Bindings, message: RwSignal<String>) {
    message.set(String::new());
    custom_keys::save(&own);
    bindings.set(own);
}

/// Registered first and stops propagation, so that the key does nothing else.
fn bind_next_key(
    bindings: RwSignal<Bindings>,
    waiting_for: RwSignal<Option<Command>>,
    message: RwSignal<String>,
) {
    let shown = PageVisibility::here();
    let handle = window_event_listener(ev::keydown, move |press: KeyboardEvent| {
        let entry = waiting_for.get_untracked().and_then(Command::entry);
        let Some(entry) = entry.filter(|_| shown.now()) else { return };
        let key = press.key();
        if ["Control", "Shift", "Alt", "Meta"].contains(&key.as_str()) {
            return;
        }
        press.prevent_default();
        press.stop_immediate_propagation();
        waiting_for.set(None);
        if key == "Escape" {
            return;
        }
        let ctrl = press.ctrl_key() || press.meta_key();
        let chord = Chord { ctrl, shift: press.shift_key(), alt: press.alt_key(), key: &key };
        let mut own = bindings.get_untracked();
        match own.bind(entry, chord, Platform::Browser) {
            Ok(()) => save(bindings, own, message),
            Err(why) => message.set(why.message(language::here())),
        }
    });
    on_cleanup(move || handle.remove());
}
