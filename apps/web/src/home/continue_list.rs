//! The list of what to continue: records, games, puzzle sets and decks.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::js_sys::encode_uri_component;

use super::messages;
use super::resumable::{self, DueSet, Resumable, Room};
use super::tile::Tile;
use crate::icons;
use crate::page_mount::PageVisibility;
use crate::pages::Page;
use crate::recent::Recent;
use crate::{handoff, language, train};

#[component]
pub fn ContinueList() -> impl IntoView {
    let stored = RwSignal::new(Resumable::default());
    let rooms = RwSignal::new(Vec::<Room>::new());
    let drills = RwSignal::new(Vec::<DueSet>::new());
    let deck = RwSignal::new((0, 0));
    let shown = PageVisibility::here();
    Effect::new(move |_| {
        if !shown.get() {
            return;
        }
        stored.set(resumable::stored());
        spawn_local(async move { drills.set(resumable::drills().await) });
        spawn_local(async move {
            rooms.set(resumable::rooms().await);
            deck.set(resumable::deck(train::today()).await);
        });
    });
    let is_empty = move || {
        stored.with(|stored| *stored == Resumable::default())
            && drills.with(Vec::is_empty)
            && rooms.with(Vec::is_empty)
            && deck.get().0 == 0
    };
    let words = language::home();
    let other_rooms = move || {
        let own =
            stored.with(|stored| stored.live_games.iter().map(|game| game.room.clone()).collect::<Vec<_>>());
        let mut rooms = rooms.get();
        rooms.retain(|room| !own.contains(&room.room));
        rooms
    };
    let in_room = move |room: &Room| if room.playing { words.room_playing } else { words.room_open };
    let in_set = |id: &str| format!("?set={}", String::from(encode_uri_component(id)));
    view! {
        <section class="continue-list" aria-labelledby="continue-title">
            <h2 class="caption" id="continue-title">{words.continue_title}</h2>
            <Show when=is_empty>
                <div class="panel group nothing-yet">
                    <p>{words.nothing_yet}</p>
                    <a class="button main" href=Page::Study.path()>{words.study_open}{icons::NEXT.draw()}</a>
                </div>
            </Show>
            <ul>
                <For each=move || stored.get().live_games key=|game| (game.room.clone(), game.your_move) let(game)>
                    <Link page=Page::Play below=format!("?room={}", game.room) name=messages::live_game(&game) text=words.return_to_game />
                </For>
                <For each=move || stored.get().records key=|record| (record.name.clone(), record.at as u64) let(record)>
                    <Record record />
                </For>
                <Show when=move || stored.with(|stored| stored.bot_game)>
                    <Link page=Page::Play below="?room=bot".to_owned() name=words.bot_game text=words.bot_game_text />
                </Show>
                <For each=other_rooms key=|room| (room.room.clone(), room.playing) let(room)>
                    <Link page=Page::Play below=format!("?room={}", room.room) text=in_room(&room) name=room.title />
                </For>
                <For each=move || drills.get() key=|set| (set.id.clone(), set.count) let(set)>
                    <Link page=Page::Train below=in_set(&set.id) name=set.name text=messages::due(set.count) />
                </For>
                {move || {
                    let (count, due) = deck.get();
                    (count > 0 && Page::Cards.is_offered()).then(|| view! { <Link page=Page::Cards name=words.deck text=messages::cards(count, due) /> })
                }}
            </ul>
        </section>
    }
}

#[component]
fn Record(record: Recent) -> impl IntoView {
    let text = messages::about(&record);
    let Recent { name, bytes, .. } = record;
    let title = name.clone();
    let open = move |_| handoff::open_in_study(&name, &bytes);
    view! {
        <li>
            <button class="panel tile" on:click=open>
                <Tile icon=icons::STUDY name=title text />
            </button>
        </li>
    }
}

/// A link to a page; `below` is the query in the address.
#[component]
fn Link(
    page: Page,
    #[prop(optional)] below: String,
    #[prop(into)] name: String,
    #[prop(into)] text: String,
) -> impl IntoView {
    view! {
        <li>
            <a class="panel tile" href=format!("{}{below}", page.path())>
                <Tile icon=page.icon() name text />
            </a>
        </li>
    }
}
