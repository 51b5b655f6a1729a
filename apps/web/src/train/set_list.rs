//! The list of sets: sorted, filtered by tag, renamed, forgotten and restored; and the history as a file.

use drill::{History, HistoryError, KnownSet, Progress, SetId, SetOrder};
use i18n::{fill, visible_line};
use leptos::ev::SubmitEvent;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::history_store::{Stored, StudioCopy};
use super::progress_text::stage_text;
use super::set_store::{self, now_millis, today};
use super::sets::puzzles;
use super::trainer::Trainer;
use crate::bridge;
use crate::foreign_text::foreign;
use crate::icons;
use crate::language;
use crate::storage;

const ORDER: &str = "tabiya.train.order";

/// The name of a set; a number tells it apart from others with the same name.
pub fn title(set: &KnownSet) -> String {
    match set.number {
        Some(number) => format!("{} ({number})", set.progress.name),
        None => set.progress.name.clone(),
    }
}

fn about(progress: &Progress) -> String {
    format!("{} · {}", puzzles(progress.size()), stage_text(progress))
}

fn order_name(order: SetOrder) -> &'static str {
    let words = language::train_history();
    match order {
        SetOrder::Name => words.by_name,
        SetOrder::LastTrained => words.by_last,
        SetOrder::Due => words.by_due,
        SetOrder::Added => words.by_added,
    }
}

fn stored_order() -> SetOrder {
    let number = storage::get(ORDER).and_then(|text| text.parse::<usize>().ok());
    number.and_then(|number| SetOrder::ALL.get(number).copied()).unwrap_or_default()
}

/// What the list shows.
#[derive(Clone, Copy)]
struct ListState {
    trainer: Trainer,
    /// All sets that are not forgotten.
    all: Memo<Vec<KnownSet>>,
    order: RwSignal<SetOrder>,
    /// Only sets with this tag; empty for all.
    tag: RwSignal<String>,
    /// The set that was forgotten just now, by its name.
    forgotten: RwSignal<Option<(SetId, String)>>,
    /// The set whose name and tags are being edited.
    edited: RwSignal<Option<SetId>>,
}

impl ListState {
    fn sets(self) -> Vec<KnownSet> {
        let mut sets = self.all.get();
        self.order.get().sort(&mut sets, today());
        let tag = self.tag.get();
        sets.retain(|set| tag.is_empty() || set.tags.contains(&tag));
        sets
    }

    fn tags(self) -> Vec<String> {
        let mut tags: Vec<String> =
            self.all.with(|sets| sets.iter().flat_map(|set| set.tags.clone()).collect());
        tags.sort();
        tags.dedup();
        tags
    }

    fn forget(self, set: SetId, name: String) {
        self.trainer.store.change(|history| ((), vec![history.forget(set, now_millis())]));
        self.trainer.close_set(set);
        self.forgotten.set(Some((set, name)));
    }

    fn restore(self, set: SetId) {
        self.trainer.store.change(|history| ((), vec![history.restore(set, now_millis())]));
        self.forgotten.set(None);
    }
}

#[component]
pub fn SetList() -> impl IntoView {
    let words = language::train_history();
    let trainer = Trainer::here();
    let state = ListState {
        trainer,
        all: Memo::new(move |_| trainer.store.read(History::sets)),
        order: RwSignal::new(stored_order()),
        tag: RwSignal::new(String::new()),
        forgotten: RwSignal::new(None),
        edited: RwSignal::new(None),
    };
    let is_any = Memo::new(move |_| state.all.with(|sets| !sets.is_empty()));
    // A set is drawn again only if what it shows has changed.
    let shown = |set: &KnownSet| (set.id, title(set), set.tags.clone(), about(&set.progress));
    view! {
        <section class="stored-sets" aria-labelledby="known-title">
            <h2 class="caption" id="known-title">{words.sets}</h2>
            <Show when=move || is_any.get()>
                <ListControls state />
            </Show>
            <p class="undo-line" role="status">
                {move || state.forgotten.get().map(|(set, name)| view! { <Undo state set name /> })}
            </p>
            <ul>
                <For each=move || state.sets() key=shown let(set)>
                    <SetItem state set />
                </For>
                <OldSets />
            </ul>
            <Forgotten state />
            <HistoryFile state />
        </section>
    }
}

#[component]
fn ListControls(state: ListState) -> impl IntoView {
    let words = language::train_history();
    let choose_order = move |event| {
        let at = event_target_value(&event);
        // If it cannot be stored, the next visit sorts by name.
        let _ = storage::set(ORDER, &at);
        state
            .order
            .set(at.parse::<usize>().ok().and_then(|at| SetOrder::ALL.get(at).copied()).unwrap_or_default());
    };
    let order_choice = move |(at, order): (usize, SetOrder)| {
        view! { <option value=at.to_string() prop:selected=move || state.order.get() == order>{order_name(order)}</option> }
    };
    let tag_choice = move |tag: String| {
        let value = tag.clone();
        view! { <option value=value>{visible_line(&tag).into_owned()}</option> }
    };
    view! {
        <div class="set-controls form">
            <label>{words.sort}" "
                <select on:change=choose_order>{SetOrder::ALL.into_iter().enumerate().map(order_choice).collect_view()}</select>
            </label>
            <Show when=move || !state.tags().is_empty()>
                <label>{words.tag}" "
                    <select prop:value=move || state.tag.get() on:change=move |event| state.tag.set(event_target_value(&event))>
                        <option value="">{words.all_tags}</option>
                        {move || state.tags().into_iter().map(tag_choice).collect_view()}
                    </select>
                </label>
            </Show>
        </div>
    }
}

#[component]
fn Undo(state: ListState, set: SetId, name: String) -> impl IntoView {
    let words = language::train_history();
    view! {
        {fill(words.forgotten, &[("name", &visible_line(&name))])}
        " "
        <button class="button" on:click=move |_| state.restore(set)>{icons::UNDO.draw()}{words.undo}</button>
    }
}

#[component]
fn SetItem(state: ListState, set: KnownSet) -> impl IntoView {
    let id = set.id;
    let is_edited = Memo::new(move |_| state.edited.get() == Some(id));
    let set = StoredValue::new_local(set);
    view! {
        <li class="panel stored-set">
            {move || match is_edited.get() {
                true => view! { <EditSet state set=set.get_value() /> }.into_any(),
                false => view! { <SetRow state set=set.get_value() /> }.into_any(),
            }}
        </li>
    }
}

#[component]
fn SetRow(state: ListState, set: KnownSet) -> impl IntoView {
    let words = language::train_history();
    let (id, name) = (set.id, title(&set));
    let about = about(&set.progress);
    let label = |text: &str| fill(text, &[("name", &visible_line(&name))]);
    let (edit, forget) = (label(words.edit_set), label(words.forget_set));
    let forgotten = name.clone();
    let tag = |tag: &String| view! { <span class="set-tag">{foreign(tag)}</span> };
    view! {
        <button class="stored-set-open" on:click=move |_| state.trainer.open_known(id)>
            <strong>{foreign(&name)}</strong>
            <span>{about}</span>
            <span class="set-tags">{set.tags.iter().map(tag).collect_view()}</span>
        </button>
        <button class="tool" aria-label=edit.clone() title=edit on:click=move |_| state.edited.set(Some(id))>
            {icons::PEN.draw()}
        </button>
        <button class="tool" aria-label=forget.clone() title=forget on:click=move |_| state.forget(id, forgotten.clone())>
            {icons::CLOSE.draw()}
        </button>
    }
}

/// The name and the tags of a set.
#[component]
fn EditSet(state: ListState, set: KnownSet) -> impl IntoView {
    let words = language::train_history();
    let (id, name, tags) = (set.id, set.progress.name, set.tags.join(", "));
    let (name_field, tags_field) = (NodeRef::<html::Input>::new(), NodeRef::<html::Input>::new());
    Effect::new(move |_| {
        if let Some(field) = name_field.get() {
            let _ = field.focus();
            field.select();
        }
    });
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let value = |field: NodeRef<html::Input>| {
            field.get_untracked().map(|field| field.value()).unwrap_or_default()
        };
        let (name, tags) = (value(name_field), value(tags_field));
        state.edited.set(None);
        state.trainer.store.change(|history| {
            let renamed = history.rename(id, now_millis(), &name);
            ((), vec![renamed, history.set_tags(id, now_millis(), &tags)])
        });
        state.trainer.rename_open_set(id);
    };
    let leave = move |press: leptos::ev::KeyboardEvent| {
        if press.key() == "Escape" {
            press.stop_propagation();
            state.edited.set(None);
        }
    };
    view! {
        <form class="form edit-set" on:submit=save on:keydown=leave>
            <label>{words.name}<input type="text" name="name" autocomplete="off" value=name node_ref=name_field /></label>
            <label>{words.tags}<input type="text" name="tags" autocomplete="off" value=tags placeholder=words.tags_hint node_ref=tags_field /></label>
            <div class="button-row">
                <button class="button main" type="submit">{words.save}</button>
                <button class="button" type="button" on:click=move |_| state.edited.set(None)>{language::train().cancel}</button>
            </div>
        </form>
    }
}

/// Sets of earlier versions that wait for their file.
#[component]
fn OldSets() -> impl IntoView {
    let trainer = Trainer::here();
    let removed = RwSignal::new(0);
    let waiting = move || {
        removed.track();
        trainer.store.read(|_| ());
        let known = set_store::known().into_iter();
        known.filter(|(id, _)| set_store::text(id).is_none()).collect::<Vec<(String, Progress)>>()
    };
    let item = move |(id, progress): (String, Progress)| {
        let about = about(&progress);
        let (name, shown) = (progress.name.clone(), progress.name);
        let forget = fill(language::train_history().forget_set, &[("name", &visible_line(&shown))]);
        let remove = move |_| {
            set_store::remove(&id);
            removed.update(|count| *count += 1);
        };
        view! {
            <li class="panel stored-set">
                <button class="stored-set-open" on:click=move |_| trainer.open_old(&name)>
                    <strong>{foreign(&shown)}</strong>
                    <span>{about}</span>
                </button>
                <button class="tool" aria-label=forget.clone() title=forget on:click=remove>{icons::CLOSE.draw()}</button>
            </li>
        }
    };
    move || waiting().into_iter().map(item).collect_view()
}

/// Sets that were forgotten, which can be restored.
#[component]
fn Forgotten(state: ListState) -> impl IntoView {
    let words = language::train_history();
    let sets = Memo::new(move |_| state.trainer.store.read(History::forgotten_sets));
    let item = move |set: KnownSet| {
        let label = fill(words.restore_set, &[("name", &visible_line(&title(&set)))]);
        let count = language::here().count(language::train().tried_count, set.progress.attempts().len());
        view! {
            <li>
                <span>{foreign(&title(&set))}" · "{count}</span>
                <button class="button" aria-label=label on:click=move |_| state.restore(set.id)>{words.restore}</button>
            </li>
        }
    };
    view! {
        <Show when=move || sets.with(|sets| !sets.is_empty())>
            <details class="forgotten-sets">
                <summary>{move || language::here().count(words.forgotten_sets, sets.with(Vec::len))}</summary>
                <ul>{move || sets.get().into_iter().map(item).collect_view()}</ul>
            </details>
        </Show>
    }
}

/// Where the history is stored, and the whole of it as a file.
#[component]
fn HistoryFile(state: ListState) -> impl IntoView {
    let words = language::train_history();
    let store = state.trainer.store;
    let import_result = RwSignal::new(None::<String>);
    let export = move |_| {
        let text = store.peek(History::text);
        let date = web_sys::js_sys::Date::new_0().to_iso_string();
        let day: String = String::from(date).chars().take(10).collect();
        let saved = bridge::download(&format!("tabiya-training-{day}.jsonl"), text.as_bytes());
        if saved.is_err() {
            import_result.set(Some(language::frame().browser_refused.to_owned()));
        }
    };
    let field = NodeRef::<html::Input>::new();
    let import = move |_| {
        let Some(field) = field.get_untracked() else { return };
        let Some(file) = field.files().and_then(|files| files.get(0)) else { return };
        // Choosing the same file again is another import.
        field.set_value("");
        spawn_local(async move {
            let name = file.name();
            let Ok(bytes) = bridge::bytes_of(&file).await else {
                import_result.set(Some(language::frame().browser_refused.to_owned()));
                return;
            };
            store.loaded().await;
            import_result.set(Some(import_file(state.trainer, &name, &String::from_utf8_lossy(&bytes))));
        });
    };
    view! {
        <div class="history-file">
            <p class="muted" role="status">{move || stored_text(store.stored.get())}</p>
            <div class="button-row">
                <button class="button" on:click=export>{icons::SAVE.draw()}{words.export}</button>
                <label class="button">
                    {icons::OPEN.draw()}{words.import}
                    <input class="visually-hidden" type="file" accept=".jsonl,.json,.txt" node_ref=field on:change=import />
                </label>
            </div>
            <p role="status">{move || import_result.get()}</p>
        </div>
    }
}

/// Merges a file into the history, and says what came of it.
fn import_file(trainer: Trainer, name: &str, text: &str) -> String {
    let words = language::train_history();
    let name = visible_line(name);
    let read = match History::read_export(text) {
        Ok(read) => read,
        Err(HistoryError::NotAHistory) => return fill(words.not_a_history, &[("name", &name)]),
        Err(HistoryError::Newer { .. }) => return fill(words.newer_history, &[("name", &name)]),
    };
    let before = trainer.store.peek(History::attempt_count);
    trainer.store.import(read.history);
    let after = trainer.store.peek(History::attempt_count);
    let imported = language::here().count(words.imported, after - before);
    match read.damaged.first() {
        Some(line) => {
            let damaged = language::here().count(words.damaged_lines, read.damaged.len());
            format!("{imported} {}", fill(&damaged, &[("line", &line.to_string())]))
        }
        None => imported,
    }
}

fn stored_text(stored: Stored) -> &'static str {
    let words = language::train_history();
    match (stored.in_browser, stored.studio) {
        (_, StudioCopy::Unknown) => "",
        (true, StudioCopy::UpToDate) => words.stored_in_both,
        (true, StudioCopy::None) => words.stored_in_browser,
        (true, StudioCopy::Unreachable) => words.studio_away,
        (false, StudioCopy::UpToDate) => words.stored_in_studio,
        (false, _) => language::train().progress_not_stored,
    }
}
