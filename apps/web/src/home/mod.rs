//! The Home page: what to continue, a field that opens anything, and links to every page. Newcomers get examples and a tour.

mod continue_list;
mod messages;
mod open_anything;
mod recognised;
mod resumable;
mod tile;
mod tour;

use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::controls::Lead;
use crate::handoff;
use crate::icons;
use crate::keys_help::{KeyRow, KeysHelp};
use crate::language;
use crate::page_mount::{self, PageContent};
use crate::pages::Page;
use continue_list::ContinueList;
use open_anything::OpenAnything;
use tile::Tile;
use tour::Invitation;

/// Opens the page in its element of the frame.
pub fn open(host: HtmlElement) {
    let view = || view! { <Home /> }.into_any();
    page_mount::open(
        host,
        PageContent { page: Page::Home, view, keys: || view! { <HomeKeys /> }.into_any() },
    );
}

#[component]
fn Home() -> impl IntoView {
    view! {
        <div class="page home">
            <Lead title="Tabiya" text=language::home().lead />
            <Invitation />
            <div class="home-columns">
                <ContinueList />
                <div class="home-side">
                    <OpenAnything />
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
        handoff::open_in_study(&name, messages::sample_go(language::here()));
    };
    let chess = move |_| {
        let name = format!("{}.pgn", words.sample_chess_file);
        handoff::open_in_study(&name, messages::sample_chess(language::here()));
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
        <nav class="tiles" aria-label=words.all_pages>
            {messages::tiles().into_iter().map(|(page, text)| view! {
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
    use catalogue::{FileKind, recognise};

    #[test]
    fn the_backgammon_example_is_recognised() {
        assert_eq!(recognise("", include_bytes!("../cards/example.txt")), FileKind::BackgammonAnalysis);
    }
}
