//! The settings: each works at once. What concerns this page is kept in this browser; engines and folders are the
//! studio's.

mod engines;
mod keys;
mod look;
mod places;

use leptos::prelude::*;
use web_sys::HtmlElement;
use words::fill;

use crate::language;
use crate::pages::Page;
use crate::room::{self, Room};
use crate::settings::Settings;
use engines::Engines;
use keys::Keys;
use look::{BoardStyleChoice, CoordinatesChoice, LanguageChoice, SoundsChoice, ThemeChoice};
use places::Places;

/// Opens the room in the element that the frame has for it.
pub fn open(host: HtmlElement) {
    room::open(
        host,
        Room { page: Page::Settings, view: || view! { <SettingsPage /> }.into_any(), keys: || ().into_any() },
    );
}

#[component]
fn SettingsPage() -> impl IntoView {
    let settings = Settings::here();
    let words = language::settings();
    let kept = move || if settings.kept() { words.kept } else { words.not_kept };
    view! {
        <div class="page narrow">
            <header class="lead">
                <h1>{language::frame().settings}</h1>
                <p role="status" class:warn=move || !settings.kept()>{kept}</p>
            </header>
            <section class="panel group" aria-labelledby="look-title">
                <h2 class="caption" id="look-title">{words.look}</h2>
                <ThemeChoice settings />
                <LanguageChoice />
            </section>
            <section class="panel group" aria-labelledby="board-title">
                <h2 class="caption" id="board-title">{words.board}</h2>
                <BoardStyleChoice settings />
                <CoordinatesChoice settings />
            </section>
            <section class="panel group" aria-labelledby="sounds-title">
                <h2 class="caption" id="sounds-title">{words.sounds}</h2>
                <SoundsChoice />
            </section>
            <Keys />
            <Engines />
            <Places />
            <p class="aside">{fill(words.licence, &[("version", env!("CARGO_PKG_VERSION"))])}</p>
        </div>
    }
}
