//! Home: what to go on with, a field that opens anything, and the way to every room. Those who are new get records to look
//! at and a tour that they may skip.

mod going_on;
mod intake;
mod look;
mod telling;
mod tile;
mod tour;

use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::handoff;
use crate::icons;
use crate::keys_help::{KeyRow, KeysHelp};
use crate::language;
use crate::pages::Page;
use crate::room::{self, Room};
use going_on::GoingOn;
use intake::Intake;
use tile::Tile;
use tour::Invitation;

/// Opens the room in the element that the frame has for it.
pub fn open(host: HtmlElement) {
    let view = || view! { <Home /> }.into_any();
    room::open(host, Room { page: Page::Home, view, keys: || view! { <HomeKeys /> }.into_any() });
}

#[component]
fn Home() -> impl IntoView {
    view! {
        <div class="page home">
            <header class="lead">
                <h1>"Tabiya"</h1>
                <p>{language::home().lead}</p>
            </header>
            <Invitation />
            <div class="home-columns">
                <GoingOn />
                <div class="home-side">
                    <Intake />
                    <Samples />
                </div>
            </div>
            <Tiles />
        </div>
    }
}

#[component]
fn Samples() -> impl IntoView {
    let words = language::home();
    let go = move |_| {
        let name = format!("{}.sgf", words.sample_go_file);
        handoff::open_in_study(&name, telling::sample_go(language::here()));
    };
    let chess = move |_| {
        let name = format!("{}.pgn", words.sample_chess_file);
        handoff::open_in_study(&name, telling::sample_chess(language::here()));
    };
    let backgammon =
        move |_| handoff::open_in_cards(words.sample_backgammon_file, include_bytes!("../cards/example.txt"));
    view! {
        <section class="panel group samples" aria-labelledby="samples-title">
            <h2 class="caption" id="samples-title">{words.samples}</h2>
            <div class="samples-row">
                <button class="button" on:click=go>{words.sample_go}</button>
                <button class="button" on:click=chess>{words.sample_chess}</button>
                <button class="button" on:click=backgammon>{words.sample_backgammon}</button>
            </div>
        </section>
    }
}

#[component]
fn Tiles() -> impl IntoView {
    let help = KeysHelp::here();
    let words = language::home();
    view! {
        <nav class="tiles" aria-label=words.all_rooms>
            {telling::tiles().map(|(page, text)| view! {
                <a class="panel tile" href=page.path()>
                    <Tile icon=page.icon() name=page.name() text />
                </a>
            }).collect_view()}
            <a class="panel tile half" href=Page::Settings.path()>
                <Tile icon=icons::SETTINGS name=Page::Settings.name() text=words.settings_text />
            </a>
            <button class="panel tile half" on:click=move |_| help.show()>
                <Tile icon=icons::KEYS name=language::frame().keys text=words.keys_text />
            </button>
        </nav>
    }
}

#[component]
fn HomeKeys() -> impl IntoView {
    view! {
        <section class="key-group">
            <h3 class="caption">{Page::Home.name()}</h3>
            <dl class="keys"><KeyRow keys=vec!["Ctrl+V"] does=language::home().key_paste /></dl>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use catalogue::{What, what_is};

    #[test]
    fn the_decision_to_look_at_is_known_for_what_it_is() {
        assert_eq!(what_is("", include_bytes!("../cards/example.txt")), What::BackgammonAnalysis);
    }
}
