//! Home: what to go on with, a field that opens anything, and the way to every room. Those who are new get records to look
//! at and a tour that they may skip.

mod going_on;
mod intake;
mod look;
mod tour;
mod words;

use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::handoff;
use crate::icons::{self, Icon};
use crate::keys_help::{KeyRow, KeysHelp};
use crate::language;
use crate::pages::Page;
use crate::room::{self, Room};
use going_on::GoingOn;
use intake::Intake;
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
                <h1>{words::TITLE}</h1>
                <p>{language::here().home().lead}</p>
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

/// A record of each game, written for this purpose.
#[component]
fn Samples() -> impl IntoView {
    let go = move |_| handoff::open_in_study("A first game.sgf", include_bytes!("samples/go.sgf"));
    let chess = move |_| handoff::open_in_study("A trap.pgn", include_bytes!("samples/chess.pgn"));
    let backgammon = move |_| handoff::open_in_cards("Example", include_bytes!("../cards/example.txt"));
    view! {
        <section class="panel group samples" aria-labelledby="samples-title">
            <h2 class="caption" id="samples-title">{words::SAMPLES}</h2>
            <div class="samples-row">
                <button class="button" on:click=go>{words::SAMPLE_GO}</button>
                <button class="button" on:click=chess>{words::SAMPLE_CHESS}</button>
                <button class="button" on:click=backgammon>{words::SAMPLE_BACKGAMMON}</button>
            </div>
        </section>
    }
}

#[component]
fn Tiles() -> impl IntoView {
    let help = KeysHelp::here();
    let texts = language::here().home();
    view! {
        <nav class="tiles" aria-label=words::ROOMS>
            {words::tiles().map(|(page, text)| view! {
                <a class="panel tile" href=page.path()>
                    <TileText icon=page.icon() name=page.name() text />
                </a>
            }).collect_view()}
            <a class="panel tile half" href=Page::Settings.path()>
                <TileText icon=icons::SETTINGS name=Page::Settings.name() text=texts.settings_text />
            </a>
            <button class="panel tile half" on:click=move |_| help.show()>
                <TileText icon=icons::KEYS name=language::frame().keys text=texts.keys_text />
            </button>
        </nav>
    }
}

#[component]
fn TileText(icon: Icon, name: &'static str, text: &'static str) -> impl IntoView {
    view! {
        <span class="tile-icon">{icon.draw()}</span>
        <span class="tile-text">
            <strong>{name}</strong>
            <span>{text}</span>
        </span>
    }
}

#[component]
fn HomeKeys() -> impl IntoView {
    view! {
        <section class="key-group">
            <h3 class="caption">{Page::Home.name()}</h3>
            <dl class="keys">{words::KEYS.map(|(keys, does)| view! { <KeyRow keys does /> }).collect_view()}</dl>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use catalogue::{What, what_is};

    #[test]
    fn the_samples_are_records_without_a_fault() {
        let go = include_bytes!("samples/go.sgf");
        let file = record::sgf::read(go).unwrap();
        assert!(file.warnings().is_empty() && record::go::check(&file).is_empty());
        let chess = record::pgn::Pgn::read(include_bytes!("samples/chess.pgn").to_vec());
        let game = chess.game(0).unwrap();
        assert_eq!((chess.len(), game.findings().len()), (1, 0));
        let last = game.tree().main_line(game.root()).last().unwrap();
        assert!(game.position(last).unwrap().is_mate());
        assert_eq!(what_is("", include_bytes!("../cards/example.txt")), What::BackgammonAnalysis);
    }
}
