//! What is looked for: words as one types, and the filters behind a fold.

use leptos::ev::{self, KeyboardEvent};
use leptos::html;
use leptos::prelude::*;

use super::shelf::Shelf;
use super::studio::Wish;
use super::telling::{self, Names};
use crate::icons;
use crate::keys_help::is_writing;
use crate::language;
use crate::room::Shown;
use crate::{route, sheet};

#[component]
pub fn Filter() -> impl IntoView {
    let words = language::library();
    let shelf = Shelf::here();
    let field = NodeRef::<html::Input>::new();
    hear_slash(field);
    let type_in = move |_| {
        let text = field.get_untracked().map(|field| field.value()).unwrap_or_default();
        shelf.wish.update(|wish| wish.text = text);
    };
    let has_position = Memo::new(move |_| shelf.wish.with(|wish| !wish.position.is_empty()));
    let all =
        move || shelf.state.with(|state| state.as_ref().and_then(|s| s.as_ref().ok()).map_or(0, |s| s.games));
    view! {
        <div class="library-filter">
            <div class="library-find">
                <label class="unseen" for="library-text">{words.find}</label>
                <input
                    id="library-text"
                    type="search"
                    autocomplete="off"
                    placeholder=words.find_hint
                    prop:value=move || shelf.wish.with(|wish| wish.text.clone())
                    node_ref=field
                    on:input=type_in
                />
                <Choice label=words.kind all=telling::KINDS get=|wish| wish.kind.clone() set=|wish, value| wish.kind = value />
                <button
                    class="button"
                    aria-pressed=move || shelf.twice.get().to_string()
                    on:click=move |_| shelf.twice.update(|twice| *twice = !*twice)
                >
                    {words.twice}
                </button>
            </div>
            <details class="library-more">
                <summary>{words.more}</summary>
                <div class="library-fields">
                    <Choice label=words.winner all=telling::WINNERS get=|wish| wish.winner.clone() set=|wish, value| wish.winner = value />
                    <Field label=words.from hint="2026-02" set=|wish, value| wish.from = value />
                    <Field label=words.to hint="2026-02" set=|wish, value| wish.to = value />
                    <Field label=words.size hint="19" set=|wish, value| wish.size = value />
                </div>
            </details>
            <Show when=move || has_position.get()>
                <p class="library-position">
                    {words.position}
                    <button class="button quiet" on:click=move |_| route::go("/library")>
                        {icons::CLOSE.draw()}{words.position_off}
                    </button>
                </p>
            </Show>
            <p class="trouble" role="alert">{move || shelf.trouble.get()}</p>
            <p class="aside" role="status" hidden=move || shelf.twice.get()>
                {move || telling::count(shelf.total.get(), all())}
            </p>
        </div>
    }
}

#[component]
fn Choice(
    label: &'static str,
    all: Names,
    get: fn(&Wish) -> String,
    set: fn(&mut Wish, String),
) -> impl IntoView {
    let words = language::library();
    let shelf = Shelf::here();
    let choose = move |event| shelf.wish.update(|wish| set(wish, event_target_value(&event)));
    view! {
        <label class="library-field">
            <span>{label}</span>
            <select on:change=choose prop:value=move || shelf.wish.with(get)>
                <option value="">{words.any}</option>
                {all.iter().map(|(value, name)| view! { <option value=*value>{name(words)}</option> }).collect_view()}
            </select>
        </label>
    }
}

#[component]
fn Field(label: &'static str, hint: &'static str, set: fn(&mut Wish, String)) -> impl IntoView {
    let shelf = Shelf::here();
    // A date is a date only when it is typed to its end.
    let choose =
        move |event| shelf.wish.update(|wish| set(wish, event_target_value(&event).trim().to_owned()));
    view! {
        <label class="library-field">
            <span>{label}</span>
            <input type="text" autocomplete="off" size="8" placeholder=hint on:change=choose />
        </label>
    }
}

/// `/` leads to the field from anywhere in the room.
fn hear_slash(field: NodeRef<html::Input>) {
    let shown = Shown::here();
    let handle = window_event_listener(ev::keydown, move |press: KeyboardEvent| {
        let held = press.ctrl_key() || press.meta_key() || press.alt_key();
        if press.key() != "/" || held || !shown.now() || sheet::is_open() || is_writing(&press) {
            return;
        }
        press.prevent_default();
        let _ = field.get_untracked().map(|field| field.focus());
    });
    on_cleanup(move || handle.remove());
}
