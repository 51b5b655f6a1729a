//! What was begun: records, games, drills and decks, each a link to where it goes on.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::look::{self, Kept, Room};
use super::words;
use crate::icons::{self, Icon};
use crate::pages::Page;
use crate::recent::Recent;
use crate::room::Shown;
use crate::{handoff, train};

#[component]
pub fn GoingOn() -> impl IntoView {
    let kept = RwSignal::new(Kept::default());
    let rooms = RwSignal::new(Vec::<Room>::new());
    let deck = RwSignal::new((0, 0));
    let shown = Shown::here();
    Effect::new(move |_| {
        if !shown.get() {
            return;
        }
        kept.set(look::kept());
        spawn_local(async move {
            rooms.set(look::rooms().await);
            deck.set(look::deck(train::today()).await);
        });
    });
    let is_empty =
        move || kept.with(|kept| *kept == Kept::default()) && rooms.with(Vec::is_empty) && deck.get().0 == 0;
    view! {
        <section class="going-on" aria-labelledby="continue-title">
            <h2 class="caption" id="continue-title">{words::CONTINUE}</h2>
            <Show when=is_empty>
                <div class="panel group nothing-yet">
                    <p>{words::NOTHING_YET}</p>
                    <a class="button main" href=Page::Study.path()>{words::FIRST}{icons::NEXT.draw()}</a>
                </div>
            </Show>
            <ul>
                <For each=move || kept.get().records key=|record| (record.name.clone(), record.at as u64) let(record)>
                    <Record record />
                </For>
                {move || kept.with(|kept| kept.bot_game).then(|| view! {
                    <Link icon=icons::PLAY to=Page::Play.path().to_owned() name=words::BOT_GAME.to_owned() text=words::BOT_GAME_TEXT.to_owned() />
                })}
                <For each=move || rooms.get() key=|room| room.room.clone() let(room)>
                    <Link
                        icon=icons::PLAY
                        to=format!("/play?room={}", room.room)
                        name=room.title
                        text=if room.playing { words::ROOM_TEXT } else { words::ROOM_OPEN }.to_owned()
                    />
                </For>
                <For each=move || kept.get().drills key=|set| (set.id.clone(), set.count) let(set)>
                    <Link icon=icons::TRAIN to=Page::Train.path().to_owned() name=set.name text=words::due(set.count) />
                </For>
                {move || (deck.get().0 > 0).then(|| {
                    let (count, due) = deck.get();
                    view! {
                        <Link icon=icons::CARDS to=Page::Cards.path().to_owned() name=words::DECK.to_owned() text=words::cards(count, due) />
                    }
                })}
            </ul>
        </section>
    }
}

#[component]
fn Record(record: Recent) -> impl IntoView {
    let Recent { name, bytes, about, .. } = record;
    let title = name.clone();
    let open = move |_| handoff::open_in_study(&name, &bytes);
    view! {
        <li>
            <button class="panel tile" on:click=open>
                <Inside icon=icons::STUDY name=title text=about />
            </button>
        </li>
    }
}

#[component]
fn Link(icon: Icon, to: String, name: String, text: String) -> impl IntoView {
    view! {
        <li>
            <a class="panel tile" href=to>
                <Inside icon name text />
            </a>
        </li>
    }
}

#[component]
fn Inside(icon: Icon, name: String, text: String) -> impl IntoView {
    view! {
        <span class="tile-icon">{icon.draw()}</span>
        <span class="tile-text">
            <strong>{name}</strong>
            <span>{text}</span>
        </span>
    }
}
