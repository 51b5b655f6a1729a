//! Play: rooms on the local network and the bot, from the first handshake to the result. What happens is decided by
//! `play::table` and `play::guest`; this carries their messages and draws what a guest knows.

mod board;
mod carry;
mod chat;
mod count;
mod find;
mod form;
mod game;
mod home;
mod http;
mod join;
mod link;
mod lobby;
mod local;
mod peer;
mod player;
mod rules;
mod scene;
mod session;
mod socket;
mod sounds;
mod telling;
mod turns;
mod wishes;

use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::between::{self, Word};
use crate::keys_help::KeyRow;
use crate::language;
use crate::pages::Page;
use crate::room::{self, Room};
use game::GameScreen;
use home::Home;
use join::Join;
use lobby::Lobby;
use session::{Place, Session};

/// Opens the room in the element that the frame has for it.
pub fn open(host: HtmlElement) {
    let view = || {
        let session = Session::provide();
        session.follow_address();
        between::listen(&window(), "popstate", move || session.follow_address());
        between::hear(&window(), Word::Went, move || session.follow_address());
        view! { <Play /> }.into_any()
    };
    room::open(host, Room { page: Page::Play, view, keys: || view! { <PlayKeys /> }.into_any() });
}

#[component]
fn Play() -> impl IntoView {
    let session = Session::here();
    room::keep_title(Page::Play, move || session.title());
    let place = Memo::new(move |_| session.place());
    move || match place.get() {
        Place::Home => view! { <Home /> }.into_any(),
        Place::Door(room) => view! { <Join room /> }.into_any(),
        Place::Lobby => view! { <Lobby /> }.into_any(),
        Place::Game => view! { <GameScreen /> }.into_any(),
    }
}

#[component]
fn PlayKeys() -> impl IntoView {
    let words = language::play();
    let rows = [
        (vec![words.click], words.key_click),
        (vec!["←", "↑", "→", "↓"], words.key_cursor),
        (vec!["Enter", words.space], words.key_enter),
    ];
    let rows = rows.map(|(keys, does)| view! { <KeyRow keys does /> }).collect_view();
    view! { <dl class="keys">{rows}</dl> }
}
