//! The Play page: rooms on the local network, tables between pages, the bot, and backgammon against gnubg. `play::table` and `play::client` decide
//! what happens; this page delivers their messages and draws the client's state.

mod agreements;
mod attention;
mod backgammon;
mod board;
mod bot_table;
mod chat;
mod count;
mod delivery;
mod game;
mod game_settings;
mod hosted_table;
mod hosting_badge;
mod http;
mod join;
mod lan_search;
mod leaving;
mod level;
mod lobby;
mod peer;
mod player;
mod rtc_channel;
mod rule_cases;
mod rules;
mod saved_seats;
mod scene;
mod session;
mod socket;
mod sounds;
mod start_screen;
mod stepping;
mod stun_server;
mod turns;
mod wording;

use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::board_styles;
use crate::keys_help::KeyRow;
use crate::language;
use crate::page_mount::{self, PageContent};
use crate::pages::Page;
use crate::route;
use backgammon::{BackgammonGame, BackgammonScreen};
use game::GameScreen;
use join::Join;
use lobby::Lobby;
use rules::RulesPage;
use session::{Screen, Session};
use start_screen::StartScreen;

/// Opens the page in the element that the frame has for it.
pub fn open(host: HtmlElement) {
    let view = || {
        let session = Session::provide();
        attention::follow(session);
        attention::follow_document(session);
        session.follow_address();
        route::on_navigation(move || session.follow_address());
        BackgammonGame::provide();
        board_styles::adopt_board_styles();
        view! { <Play /> }.into_any()
    };
    page_mount::open(
        host,
        PageContent { page: Page::Play, view, keys: || view! { <PlayKeys /> }.into_any() },
    );
}

#[component]
fn Play() -> impl IntoView {
    let session = Session::here();
    page_mount::set_title(Page::Play, move || session.title());
    let screen = Memo::new(move |_| session.screen());
    let backgammon = BackgammonGame::here();
    move || match screen.get() {
        Screen::Start if backgammon.is_shown.get() => view! { <BackgammonScreen /> }.into_any(),
        Screen::Start => view! { <StartScreen /> }.into_any(),
        Screen::Rules => view! { <RulesPage /> }.into_any(),
        Screen::Join(room) => view! { <Join room /> }.into_any(),
        Screen::Lobby => view! { <Lobby /> }.into_any(),
        Screen::Game => view! { <GameScreen /> }.into_any(),
    }
}

#[component]
fn PlayKeys() -> impl IntoView {
    let words = language::play();
    let rows = [
        (vec![words.click], words.key_click),
        (vec!["←", "↑", "→", "↓"], words.key_cursor),
        (vec!["Enter", words.space], words.key_enter),
        (vec!["Page Up", "Page Down"], words.key_pages),
    ];
    let rows = rows.map(|(keys, does)| view! { <KeyRow keys does /> }).collect_view();
    view! { <dl class="keys">{rows}</dl> }
}
