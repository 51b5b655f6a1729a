//! The preview of the chosen game, with a button to open it.

use i18n::{fill, visible_line};
use leptos::prelude::*;

use super::library_state::LibraryState;
use super::messages::{self, kind, players};
use super::requests::{self, Game};
use crate::foreign_text::foreign;
use crate::{dates, icons, language};

#[component]
pub fn Preview() -> impl IntoView {
    let library = LibraryState::here();
    let game = Memo::new(move |_| library.shown());
    view! {
        <section class="panel library-preview" aria-label=language::library().preview aria-live="polite">
            {move || match game.get() {
                Some(game) => view! { <Chosen game /> }.into_any(),
                None => view! { <p class="muted">{language::library().choose}</p> }.into_any(),
            }}
        </section>
    }
}

#[component]
fn Chosen(game: Game) -> impl IntoView {
    let library = LibraryState::here();
    let (id, at) = (game.id, game.at);
    let picture = move || requests::picture(id, at, library.is_dark(), 640);
    let words = language::library();
    let about = fill(words.board_of, &[("players", &visible_line(&players(&game)))]);
    let facts = [
        (words.event, game.event.clone()),
        (words.date, dates::date(&game.date)),
        (words.result, game.result.clone()),
        (words.kind, kind(&game)),
        (words.moves, messages::number(game.moves as usize)),
        (words.file, game.path.clone()),
    ];
    let label = if game.kind == "backgammon" { words.open_cards } else { words.open };
    let name = players(&game);
    let open = move |_| library.open(game.clone());
    view! {
        <img class="library-board" src=picture alt=about />
        <div class="library-about">
            <h2>{foreign(&name)}</h2>
            <dl class="library-facts">
                {facts
                    .into_iter()
                    .filter(|(_, value)| !value.is_empty())
                    .map(|(name, value)| view! { <div><dt>{name}</dt><dd>{foreign(&value)}</dd></div> })
                    .collect_view()}
            </dl>
            <button class="button main" on:click=open>{label}{icons::NEXT.draw()}</button>
        </div>
    }
}
