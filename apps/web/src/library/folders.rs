//! The folders that the library is made of: added by name, looked through with progress, taken out.

use leptos::ev::SubmitEvent;
use leptos::html;
use leptos::prelude::*;
use words::fill;

use super::shelf::Shelf;
use super::studio::{Folder, Problem, State};
use super::telling;
use crate::icons;
use crate::language;

#[component]
pub fn Folders() -> impl IntoView {
    let words = language::library();
    let shelf = Shelf::here();
    let path = NodeRef::<html::Input>::new();
    let state = Memo::new(move |_| {
        shelf.state.with(|s| s.as_ref().and_then(|s| s.as_ref().ok()).cloned().unwrap_or_default())
    });
    let works = Memo::new(move |_| state.with(|state| state.work));
    let add = move |event: SubmitEvent| {
        event.prevent_default();
        if let Some(input) = path.get_untracked() {
            shelf.add(input.value());
        }
    };
    let added = Memo::new(move |_| state.with(|state| state.folders.len()));
    Effect::new(move |before: Option<usize>| {
        // What was typed has become a folder.
        let now = added.get();
        if let (Some(input), true) = (path.get_untracked(), before.is_some_and(|before| before < now)) {
            input.set_value("");
        }
        now
    });
    view! {
        <section class="panel library-folders" aria-label=words.folders>
            <h2 class="caption">{words.folders}</h2>
            <form class="library-add" on:submit=add>
                <label class="unseen" for="library-folder">{words.folder}</label>
                <input id="library-folder" type="text" autocomplete="off" spellcheck="false" placeholder="~/games" node_ref=path />
                <button class="button main" type="submit">{words.add}</button>
            </form>
            <Show when=move || shelf.total.get() == 0>
                <p class="trouble" role="alert">{move || shelf.trouble.get()}</p>
            </Show>
            <Show when=move || works.get().is_some()>
                <div class="library-work">
                    <label for="library-progress">{words.reading}</label>
                    <progress
                        id="library-progress"
                        max=move || works.get().map_or(1, |work| work.of.max(1))
                        value=move || works.get().map_or(0, |work| work.files)
                    ></progress>
                    <span role="status">{move || works.get().map(|work| telling::progress(work.files, work.of, work.games))}</span>
                    <button class="button" on:click=move |_| shelf.stop()>{words.cancel}</button>
                </div>
            </Show>
            <ul class="library-shelves">
                <For each=move || state.get().folders key=|folder| (folder.id, folder.games, folder.files) let(folder)>
                    <Shelved folder />
                </For>
            </ul>
            <Show when=move || works.get().is_none() && state.with(|state| !state.folders.is_empty())>
                <button class="button" on:click=move |_| shelf.update()>{words.update}</button>
            </Show>
            <p class="aside" role="status">{move || state.with(remark)}</p>
            <Problems />
        </section>
    }
}

/// What came of the last look through the folders, if it is worth a word.
fn remark(state: &State) -> String {
    match (&state.failed, state.stopped && state.work.is_none()) {
        (Some(why), _) => why.clone(),
        (None, true) => language::library().stopped.to_owned(),
        (None, false) => String::new(),
    }
}

#[component]
fn Shelved(folder: Folder) -> impl IntoView {
    let shelf = Shelf::here();
    let label = fill(language::library().take_out, &[("path", &folder.path)]);
    let id = folder.id;
    view! {
        <li>
            <span class="library-place">
                {folder.name.map(|name| view! { <span>{name}</span> })}
                <span class="library-path">{folder.path}</span>
                <span class="aside">{telling::folder_counts(folder.files, folder.games)}</span>
            </span>
            <button class="tool" title=label.clone() aria-label=label on:click=move |_| shelf.remove(id)>
                {icons::CLOSE.draw()}
            </button>
        </li>
    }
}

/// Files that look like records and have no game in them.
#[component]
fn Problems() -> impl IntoView {
    let shelf = Shelf::here();
    let problems = Memo::new(move |_| {
        shelf.state.with(|s| {
            s.as_ref().and_then(|s| s.as_ref().ok()).map(|s| s.problems.clone()).unwrap_or_default()
        })
    });
    move || {
        let all = problems.get();
        let words = language::library();
        let title = language::here().count(words.without_game, all.len());
        let told =
            move |problem: Problem| fill(words.problem, &[("path", &problem.path), ("what", &problem.what)]);
        (!all.is_empty()).then(|| view! {
            <details class="library-problems">
                <summary>{title}</summary>
                <ul>
                    {all.into_iter().map(|problem| view! { <li class="library-path">{told(problem)}</li> }).collect_view()}
                </ul>
            </details>
        })
    }
}
