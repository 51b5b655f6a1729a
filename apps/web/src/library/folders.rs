//! The folders of the library: add, update with progress, remove.

use i18n::{fill, visible_line};
use leptos::ev::SubmitEvent;
use leptos::html;
use leptos::prelude::*;

use super::library_state::LibraryState;
use super::messages;
use super::requests::{Folder, LibraryStatus, Problem};
use crate::foreign_text::foreign;
use crate::icons;
use crate::language;

#[component]
pub fn Folders() -> impl IntoView {
    let words = language::library();
    let library = LibraryState::here();
    let path = NodeRef::<html::Input>::new();
    let state = Memo::new(move |_| {
        library.state.with(|s| s.as_ref().and_then(|s| s.as_ref().ok()).cloned().unwrap_or_default())
    });
    let works = Memo::new(move |_| state.with(|state| state.work));
    let add = move |event: SubmitEvent| {
        event.prevent_default();
        if let Some(input) = path.get_untracked() {
            library.add(input.value());
        }
    };
    let added = Memo::new(move |_| state.with(|state| state.folders.len()));
    Effect::new(move |before: Option<usize>| {
        // The typed folder was added.
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
                <label class="visually-hidden" for="library-folder">{words.folder}</label>
                <input id="library-folder" type="text" autocomplete="off" spellcheck="false" placeholder="~/games" node_ref=path />
                <button class="button main" type="submit">{words.add}</button>
            </form>
            <Show when=move || library.total.get() == 0>
                <p class="error-text" role="alert">{move || library.error_text.get()}</p>
            </Show>
            <Show when=move || works.get().is_some()>
                <div class="library-progress">
                    <label for="library-progress">{words.reading}</label>
                    <progress
                        id="library-progress"
                        max=move || works.get().map_or(1, |work| work.of.max(1))
                        value=move || works.get().map_or(0, |work| work.files)
                    ></progress>
                    <span role="status">{move || works.get().map(|work| messages::progress(work.files, work.of, work.games))}</span>
                    <button class="button" on:click=move |_| library.stop()>{words.cancel}</button>
                </div>
            </Show>
            <ul class="library-folder-list">
                <For each=move || state.get().folders key=|folder| (folder.id, folder.games, folder.files) let(folder)>
                    <FolderRow folder />
                </For>
            </ul>
            <Show when=move || works.get().is_none() && state.with(|state| !state.folders.is_empty())>
                <button class="button" on:click=move |_| library.update()>{words.update}</button>
            </Show>
            <p class="muted" role="status">{move || state.with(update_message)}</p>
            <Problems />
        </section>
    }
}

/// The result of the last update, if there is something to say.
fn update_message(state: &LibraryStatus) -> String {
    match (&state.failed, state.stopped && state.work.is_none()) {
        (Some(why), _) => why.message_in(api::library::wording, language::here()),
        (None, true) => language::library().stopped.to_owned(),
        (None, false) => String::new(),
    }
}

#[component]
fn FolderRow(folder: Folder) -> impl IntoView {
    let library = LibraryState::here();
    let label = fill(language::library().remove_folder, &[("path", &visible_line(&folder.path))]);
    let id = folder.id;
    view! {
        <li>
            <span class="library-folder">
                {folder.purpose.map(|purpose| view! { <span>{purpose.name(language::here())}</span> })}
                <span class="library-path">{foreign(&folder.path)}</span>
                <span class="muted">{messages::folder_counts(folder.files, folder.games)}</span>
            </span>
            <button class="tool" title=label.clone() aria-label=label on:click=move |_| library.remove(id)>
                {icons::CLOSE.draw()}
            </button>
        </li>
    }
}

/// Records without a game in them.
#[component]
fn Problems() -> impl IntoView {
    let library = LibraryState::here();
    let problems = Memo::new(move |_| {
        library.state.with(|s| {
            s.as_ref().and_then(|s| s.as_ref().ok()).map(|s| s.problems.clone()).unwrap_or_default()
        })
    });
    move || {
        let all = problems.get();
        let words = language::library();
        let title = language::here().count(words.without_game, all.len());
        let problem_text = move |problem: Problem| {
            let what = problem.what.message_in(api::library::wording, language::here());
            fill(words.problem, &[("path", &problem.path), ("what", &what)])
        };
        (!all.is_empty()).then(|| view! {
            <details class="library-problems">
                <summary>{title}</summary>
                <ul>
                    {all.into_iter().map(|problem| view! { <li class="library-path">{foreign(&problem_text(problem))}</li> }).collect_view()}
                </ul>
            </details>
        })
    }
}
