//! The screen of a link to a room: who is in it, and taking a seat or watching.

use i18n::{fill, visible_line};
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;
use play::client::Action;
use play::protocol::password_hash;

use super::http::{self, ListedRoom};
use super::rules::RulesLink;
use super::saved_seats;
use super::session::Session;
use super::wording;
use crate::foreign_text::foreign;
use crate::language;
use crate::live_games;

/// What is known of the room.
#[derive(Clone, Debug, PartialEq)]
enum Lookup {
    Unknown,
    NotFound,
    Found(ListedRoom),
}

#[component]
pub fn Join(room: String) -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let lookup = RwSignal::new(Lookup::Unknown);
    let asked = room.clone();
    spawn_local(async move {
        let found = match http::room(&asked).await {
            Ok(Some(room)) => Lookup::Found(room),
            Ok(None) => {
                live_games::forget(&asked);
                Lookup::NotFound
            }
            Err(_) => Lookup::Unknown,
        };
        let _ = lookup.try_set(found);
    });
    let title = move || match lookup.get() {
        Lookup::Found(room) => room.title,
        Lookup::NotFound => words.no_such_room.to_owned(),
        Lookup::Unknown => words.game_waits.to_owned(),
    };
    let about = move || match lookup.get() {
        Lookup::Found(room) => describe(&room),
        Lookup::NotFound => words.ask_new_link.to_owned(),
        Lookup::Unknown => String::new(),
    };
    let gone = move || lookup.get() == Lookup::NotFound;
    let full = move || matches!(lookup.get(), Lookup::Found(room) if !room.free);
    let locked = move || matches!(lookup.get(), Lookup::Found(room) if room.locked);
    view! {
        <div class="page narrow">
            <div class="lead">
                <h1>{move || foreign(&title())}</h1>
                <p role="status">{about}</p>
            </div>
            <div class="answers" hidden=gone><RulesLink /></div>
            <Show
                when=move || !gone()
                fallback=move || view! {
                    <div class="answers"><button class="button main" on:click=move |_| session.go_to_start()>{words.other_games}</button></div>
                }
            >
                <Seat room=room.clone() full=Signal::derive(full) locked=Signal::derive(locked) />
            </Show>
        </div>
    }
}

fn describe(room: &ListedRoom) -> String {
    let words = language::play();
    let names: Vec<_> = room.names.iter().flatten().map(|name| visible_line(name)).collect();
    let names: Vec<&str> = names.iter().map(|name| &**name).collect();
    let who = match (names.as_slice(), room.playing) {
        ([], _) => words.nobody_inside.to_owned(),
        ([one], _) => fill(words.one_waits, &[("name", one)]),
        ([black, white, ..], true) => fill(words.two_play, &[("black", black), ("white", white)]),
        ([black, white, ..], false) => fill(words.two_there, &[("black", black), ("white", white)]),
    };
    format!("{who} {}.", wording::settings(&room.settings))
}

/// After a wrong password: another try.
#[component]
pub fn Unlock() -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let password = RwSignal::new(String::new());
    let enter = move |event: SubmitEvent| {
        event.prevent_default();
        session.act(Action::Unlock(password_hash(&password.get_untracked())));
    };
    view! {
        <form class="form panel padded unlock" on:submit=enter>
            <label>
                {words.password}
                <input type="password" name="password" autocomplete="off" maxlength="64" bind:value=password />
            </label>
            <div class="answers"><button class="button main" type="submit">{words.enter_room}</button></div>
        </form>
    }
}

#[component]
fn Seat(room: String, full: Signal<bool>, locked: Signal<bool>) -> impl IntoView {
    let words = language::play();
    let session = Session::here();
    let name = RwSignal::new(saved_seats::name());
    let password = RwSignal::new(String::new());
    let entered = move || {
        let name = name.get_untracked();
        let name = if name.trim().is_empty() { words.guest } else { name.trim() };
        (name.to_owned(), password_hash(&password.get_untracked()))
    };
    let (taken, watched) = (room.clone(), room);
    let sit_down = move |event: SubmitEvent| {
        event.prevent_default();
        let (name, password) = entered();
        if full.get_untracked() {
            session.spectate(taken.clone(), &name, password);
        } else {
            session.join(taken.clone(), &name, password);
        }
    };
    let watch = move |_| {
        let (name, password) = entered();
        session.spectate(watched.clone(), &name, password);
    };
    view! {
        <form class="form panel padded join-form" on:submit=sit_down>
            <label>
                {words.your_name}
                <input type="text" name="name" autocomplete="nickname" maxlength="32" placeholder=words.guest bind:value=name />
            </label>
            <label hidden=move || !locked.get()>
                {words.password}
                <input type="password" name="password" autocomplete="off" maxlength="64" bind:value=password />
            </label>
            <p hidden=move || !full.get()>{words.both_taken}</p>
            <div class="answers">
                <button class="button main" type="submit">{move || if full.get() { words.watch } else { words.take_seat }}</button>
                <button
                    class="button"
                    type="button"
                    hidden=move || full.get()
                    on:click=watch
                >
                    {words.watch}
                </button>
            </div>
        </form>
    }
}
