//! The search field and the filters.

use catalogue::Date;
use leptos::ev::{self, KeyboardEvent};
use leptos::html;
use leptos::prelude::*;

use super::library_state::LibraryState;
use super::messages::{self, Names};
use super::requests::SearchFields;
use super::selection::Selection;
use crate::icons;
use crate::keys_help::is_writing;
use crate::language;
use crate::page_mount::PageVisibility;
use crate::{dialog, route};

#[component]
pub fn Filter() -> impl IntoView {
    let words = language::library();
    let library = LibraryState::here();
    let field = NodeRef::<html::Input>::new();
    focus_on_slash(field);
    let type_in = move |_| {
        let text = field.get_untracked().map(|field| field.value()).unwrap_or_default();
        library.fields.update(|fields| fields.text = text);
    };
    let has_position = Memo::new(move |_| library.fields.with(|fields| !fields.position.is_empty()));
    let all = move || {
        library.state.with(|state| state.as_ref().and_then(|s| s.as_ref().ok()).map_or(0, |s| s.games))
    };
    let selected = Memo::new(move |_| library.selection.with(Selection::len));
    let train_text = move || match selected.get() {
        0 => words.train_found.to_owned(),
        count => language::here().count(words.train_selected, count),
    };
    view! {
        <div class="library-filter">
            <div class="library-find">
                <label class="visually-hidden" for="library-text">{words.find}</label>
                <input
                    id="library-text"
                    type="search"
                    autocomplete="off"
                    placeholder=words.find_hint
                    prop:value=move || library.fields.with(|fields| fields.text.clone())
                    node_ref=field
                    on:input=type_in
                />
                <Choice label=words.kind all=messages::KINDS get=|fields| fields.kind.clone() set=|fields, value| fields.kind = value />
                <button
                    class="button"
                    aria-pressed=move || library.shows_duplicates.get().to_string()
                    on:click=move |_| library.toggle_duplicates()
                >
                    {words.duplicates}
                </button>
            </div>
            <details class="library-more">
                <summary>{words.more}</summary>
                <div class="library-fields">
                    <Choice label=words.winner all=messages::WINNERS get=|fields| fields.winner.clone() set=|fields, value| fields.winner = value />
                    <Field label=words.from hint="2026-02" is_valid=is_date set=|fields, value| fields.from = value />
                    <Field label=words.to hint="2026-02" is_valid=is_date set=|fields, value| fields.to = value />
                    <Field label=words.size hint="19" is_valid=is_number set=|fields, value| fields.size = value />
                </div>
            </details>
            <Show when=move || has_position.get()>
                <p class="library-position">
                    {words.position}
                    <button class="button subtle" on:click=move |_| route::go("/library")>
                        {icons::CLOSE.draw()}{words.position_off}
                    </button>
                </p>
            </Show>
            <p class="error-text" id="library-error" role="alert">{move || library.error_text.get()}</p>
            <p class="muted" role="status" hidden=move || library.shows_duplicates.get()>
                {move || messages::count(library.total.get(), all())}
            </p>
            <Show when=move || !library.shows_duplicates.get() && library.can_train()>
                <div class="library-selection">
                    <button class="button train-found" on:click=move |_| library.train()>
                        {icons::TRAIN.draw()}{train_text}
                    </button>
                    <Show when=move || selected.get() != 0>
                        <button class="button subtle" on:click=move |_| library.selection.update(Selection::clear)>
                            {words.select_none}
                        </button>
                    </Show>
                </div>
            </Show>
        </div>
    }
}

#[component]
fn Choice(
    label: &'static str,
    all: Names,
    get: fn(&SearchFields) -> String,
    set: fn(&mut SearchFields, String),
) -> impl IntoView {
    let words = language::library();
    let library = LibraryState::here();
    let choose = move |event| library.fields.update(|fields| set(fields, event_target_value(&event)));
    view! {
        <label class="library-field">
            <span>{label}</span>
            <select on:change=choose prop:value=move || library.fields.with(get)>
                <option value="">{words.all}</option>
                {all.iter().map(|(value, name)| view! { <option value=*value>{name(words)}</option> }).collect_view()}
            </select>
        </label>
    }
}

#[component]
fn Field(
    label: &'static str,
    hint: &'static str,
    is_valid: fn(&str) -> bool,
    set: fn(&mut SearchFields, String),
) -> impl IntoView {
    let library = LibraryState::here();
    let is_wrong = RwSignal::new(false);
    // On change, not on input: a half-typed date would match nothing.
    let choose = move |event| {
        let value = event_target_value(&event).trim().to_owned();
        is_wrong.set(!value.is_empty() && !is_valid(&value));
        // The studio's answer says what is wrong.
        library.fields.update(|fields| set(fields, value));
    };
    let described_by = move || is_wrong.get().then_some("library-error");
    view! {
        <label class="library-field">
            <span>{label}</span>
            <input
                type="text"
                autocomplete="off"
                size="10"
                placeholder=hint
                aria-invalid=move || is_wrong.get().to_string()
                aria-describedby=described_by
                on:change=choose
            />
        </label>
    }
}

fn is_date(text: &str) -> bool {
    Date::typed(text).is_some()
}

fn is_number(text: &str) -> bool {
    text.parse::<u16>().is_ok()
}

/// `/` focuses the search field.
fn focus_on_slash(field: NodeRef<html::Input>) {
    let shown = PageVisibility::here();
    let handle = window_event_listener(ev::keydown, move |press: KeyboardEvent| {
        let held = press.ctrl_key() || press.meta_key() || press.alt_key();
        if press.key() != "/" || held || !shown.now() || dialog::is_open() || is_writing(&press) {
            return;
        }
        press.prevent_default();
        let _ = field.get_untracked().map(|field| field.focus());
    });
    on_cleanup(move || handle.remove());
}
