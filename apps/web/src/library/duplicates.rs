//! Groups of games that occur more than once.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::library_state::LibraryState;
use super::list::Cells;
use super::requests::{self, Duplicates, Game, Group};
use crate::foreign_text::foreign;
use crate::language;

#[component]
pub fn DuplicateGroups() -> impl IntoView {
    let library = LibraryState::here();
    let found = RwSignal::new(None::<Duplicates>);
    let games = Memo::new(move |_| {
        library.state.with(|state| state.as_ref().and_then(|s| s.as_ref().ok()).map(|s| s.games))
    });
    Effect::new(move |_| {
        games.track();
        spawn_local(async move {
            match requests::duplicates().await {
                Ok(all) => found.set(Some(all)),
                Err(why) => library.error_text.set(Some(why.0)),
            }
        });
    });
    let groups = move || {
        found.get().map(|all| match all.groups.is_empty() {
            true => {
                view! { <p class="panel library-empty">{language::library().no_duplicates}</p> }.into_any()
            }
            false => {
                all.groups.into_iter().map(|group| view! { <GroupView group /> }).collect_view().into_any()
            }
        })
    };
    view! { <div class="library-duplicates">{groups}</div> }
}

#[component]
fn GroupView(group: Group) -> impl IntoView {
    let words = language::library();
    let how = if group.exact { words.same_moves } else { words.same_end };
    let title = language::here().count(how, group.games.len());
    view! {
        <div class="panel library-group">
            <h2 class="caption">{title}</h2>
            <ul>{group.games.into_iter().map(|game| view! { <DuplicateGame game /> }).collect_view()}</ul>
        </div>
    }
}

#[component]
fn DuplicateGame(game: Game) -> impl IntoView {
    let library = LibraryState::here();
    let id = game.id;
    let chosen = game.clone();
    let path = game.path.clone();
    let current = move || {
        library.chosen_duplicate.with(|single| single.as_ref().is_some_and(|s| s.id == id)).then_some("true")
    };
    view! {
        <li>
            <button class="library-game" aria-current=current on:click=move |_| library.chosen_duplicate.set(Some(chosen.clone()))>
                <Cells game />
                <span class="library-path">{foreign(&path)}</span>
            </button>
        </li>
    }
}
