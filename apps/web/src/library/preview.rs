//! The chosen game: its board, what is known of it, and the way to open it.

use leptos::prelude::*;

use super::list::{kind, players};
use super::shelf::Shelf;
use super::studio::{self, Game};
use super::words;
use crate::icons;

#[component]
pub fn Preview() -> impl IntoView {
    let shelf = Shelf::here();
    let game = Memo::new(move |_| shelf.shown());
    view! {
        <section class="panel library-preview" aria-label="Preview" aria-live="polite">
            {move || match game.get() {
                Some(game) => view! { <Chosen game /> }.into_any(),
                None => view! { <p class="aside">{words::CHOOSE}</p> }.into_any(),
            }}
        </section>
    }
}

#[component]
fn Chosen(game: Game) -> impl IntoView {
    let shelf = Shelf::here();
    let (id, at) = (game.id, game.at);
    let picture = move || studio::picture(id, at, shelf.is_dark(), 640);
    let about = format!("The board of {}", players(&game));
    let facts = [
        ("Event", game.event.clone()),
        ("Date", game.date.clone()),
        ("Result", game.result.clone()),
        ("Game", kind(&game)),
        ("Moves", game.moves.to_string()),
        ("File", game.path.clone()),
    ];
    let label = if game.kind == "backgammon" { words::OPEN_CARDS } else { words::OPEN };
    let name = players(&game);
    let open = move |_| shelf.open(game.clone());
    view! {
        <img class="library-board" src=picture alt=about />
        <div class="library-about">
            <h2>{name}</h2>
            <dl class="library-facts">
                {facts
                    .into_iter()
                    .filter(|(_, value)| !value.is_empty())
                    .map(|(name, value)| view! { <div><dt>{name}</dt><dd>{value}</dd></div> })
                    .collect_view()}
            </dl>
            <button class="button main" on:click=open>{label}{icons::NEXT.draw()}</button>
        </div>
    }
}
