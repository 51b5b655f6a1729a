//! At the door of a room: who is inside, under which name to sit down, or just to watch.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::http::{self, Listed};
use super::session::{self, Session};
use super::words;

/// What is behind the door.
#[derive(Clone, Debug, PartialEq)]
enum Behind {
    Unknown,
    Nothing,
    Room(Listed),
}

#[component]
pub fn Join(room: String) -> impl IntoView {
    let session = Session::here();
    let behind = RwSignal::new(Behind::Unknown);
    let asked = room.clone();
    spawn_local(async move {
        let found = match http::room(&asked).await {
            Ok(Some(room)) => Behind::Room(room),
            Ok(None) => Behind::Nothing,
            Err(_) => Behind::Unknown,
        };
        let _ = behind.try_set(found);
    });
    let title = move || match behind.get() {
        Behind::Room(room) => room.title,
        Behind::Nothing => "There is no such room".to_owned(),
        Behind::Unknown => "A game is waiting".to_owned(),
    };
    let about = move || match behind.get() {
        Behind::Room(room) => inside(&room),
        Behind::Nothing => "It may have been closed: ask for a new link.".to_owned(),
        Behind::Unknown => String::new(),
    };
    let gone = move || behind.get() == Behind::Nothing;
    let full = move || matches!(behind.get(), Behind::Room(room) if !room.free);
    view! {
        <div class="page narrow">
            <div class="lead">
                <h1>{title}</h1>
                <p role="status">{about}</p>
            </div>
            <Show
                when=move || !gone()
                fallback=move || view! {
                    <div class="answers"><button class="button main" on:click=move |_| session.go_home()>"Other games"</button></div>
                }
            >
                <Seat room=room.clone() full=Signal::derive(full) />
            </Show>
        </div>
    }
}

fn inside(room: &Listed) -> String {
    let who: Vec<&str> = room.names.iter().flatten().map(String::as_str).collect();
    let who = match (who.as_slice(), room.playing) {
        ([], _) => "Nobody is there yet.".to_owned(),
        ([one], _) => format!("{one} is waiting."),
        ([black, white, ..], true) => format!("{black} and {white} are playing."),
        ([black, white, ..], false) => format!("{black} and {white} are there."),
    };
    format!("{who} {}.", words::settings(&room.settings))
}

#[component]
fn Seat(room: String, full: Signal<bool>) -> impl IntoView {
    let session = Session::here();
    let name = RwSignal::new(session::name());
    let (seat, gallery) = (room.clone(), room);
    let sit_down = move |event: SubmitEvent| {
        event.prevent_default();
        if full.get_untracked() {
            session.spectate(seat.clone());
            return;
        }
        let name = name.get_untracked();
        let name = name.trim();
        session.join(seat.clone(), if name.is_empty() { "Guest" } else { name });
    };
    view! {
        <form class="form panel padded at-door" on:submit=sit_down>
            <label hidden=move || full.get()>
                "Your name"
                <input type="text" name="name" autocomplete="nickname" maxlength="32" placeholder="Guest" bind:value=name />
            </label>
            <p hidden=move || !full.get()>"Both seats are taken. You can watch: every turn is shown once it is resolved."</p>
            <div class="answers">
                <button class="button main" type="submit">{move || if full.get() { "Watch" } else { "Take a seat" }}</button>
                <button
                    class="button"
                    type="button"
                    hidden=move || full.get()
                    on:click=move |_| session.spectate(gallery.clone())
                >
                    "Watch"
                </button>
            </div>
        </form>
    }
}
