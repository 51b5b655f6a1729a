//! The keys of Study, one by one: the key that is pressed next is the command's from then on.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use study::{Bindings, Chord, Command, Entry, Group, Shell, TABLE};
use words::fill;

use crate::keys_help::caps;
use crate::room::Shown;
use crate::{language, own_keys};

#[component]
pub fn Keys() -> impl IntoView {
    let words = language::settings();
    let bindings = RwSignal::new(own_keys::read());
    let waits = RwSignal::new(None::<Command>);
    let said = RwSignal::new(String::new());
    hear_the_next(bindings, waits, said);
    let group = move |group: Group| {
        let entries = TABLE.iter().filter(move |entry| entry.group == group);
        view! {
            <h3 class="caption">{group.name(language::here())}</h3>
            <ul class="settings-list">
                {entries.map(|entry| view! { <One entry bindings waits said /> }).collect_view()}
            </ul>
        }
    };
    view! {
        <details class="panel group keys-setting">
            <summary>{words.keys}</summary>
            <p class="aside">{words.keys_text}</p>
            <p class="trouble" role="alert">{said}</p>
            {Group::ALL.map(group).collect_view()}
        </details>
    }
}

#[component]
fn One(
    entry: &'static Entry,
    bindings: RwSignal<Bindings>,
    waits: RwSignal<Option<Command>>,
    said: RwSignal<String>,
) -> impl IntoView {
    let words = language::settings();
    let name = entry.name(language::here());
    let label = |text| fill(text, &[("command", &name)]);
    let (usual, changes) = (label(words.usual_of), label(words.change_of));
    let keys = move || {
        let keys = bindings.with(|own| own.keys(entry, Shell::Browser));
        match (waits.get() == Some(entry.command), keys.is_empty()) {
            (true, _) => words.press.into_any(),
            (false, true) => words.no_key.into_any(),
            (false, false) => {
                keys.iter().map(|key| view! { <span>{caps(key)}</span> }).collect_view().into_any()
            }
        }
    };
    let change = move |_| {
        said.set(String::new());
        waits.set(Some(entry.command));
    };
    let reset = move |_| {
        let mut own = bindings.get_untracked();
        match own.reset(entry, Shell::Browser) {
            Ok(()) => keep(bindings, own, said),
            Err(why) => said.set(why.told(language::here())),
        }
    };
    view! {
        <li>
            <span class="row-text">
                <strong>{name}</strong>
                <span class="key-now">{keys}</span>
            </span>
            <Show when=move || bindings.with(|own| own.is_own(entry))>
                <button class="button quiet" aria-label=usual.clone() on:click=reset>{words.usual}</button>
            </Show>
            <button class="button" aria-label=changes on:click=change>{words.change}</button>
        </li>
    }
}

fn keep(bindings: RwSignal<Bindings>, own: Bindings, said: RwSignal<String>) {
    said.set(String::new());
    own_keys::keep(&own);
    bindings.set(own);
}

/// Before anybody else hears it.
fn hear_the_next(bindings: RwSignal<Bindings>, waits: RwSignal<Option<Command>>, said: RwSignal<String>) {
    let shown = Shown::here();
    let handle = window_event_listener(ev::keydown, move |press: KeyboardEvent| {
        let entry = waits.get_untracked().and_then(Command::entry);
        let Some(entry) = entry.filter(|_| shown.now()) else { return };
        let key = press.key();
        if ["Control", "Shift", "Alt", "Meta"].contains(&key.as_str()) {
            return;
        }
        press.prevent_default();
        press.stop_immediate_propagation();
        waits.set(None);
        if key == "Escape" {
            return;
        }
        let ctrl = press.ctrl_key() || press.meta_key();
        let chord = Chord { ctrl, shift: press.shift_key(), alt: press.alt_key(), key: &key };
        let mut own = bindings.get_untracked();
        match own.bind(entry, chord, Shell::Browser) {
            Ok(()) => keep(bindings, own, said),
            Err(why) => said.set(why.told(language::here())),
        }
    });
    on_cleanup(move || handle.remove());
}
