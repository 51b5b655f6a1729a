//! The settings page. Changes apply at once. Most settings are stored in this browser; engines and folders belong to the
//! studio.

mod appearance;
mod backups;
mod data_dirs;
mod engines;
mod group;
mod keys;
mod settings_file;
mod transfer;

use i18n::fill;
use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::language;
use crate::page_mount::{self, PageContent};
use crate::pages::Page;
use crate::settings::Settings;
use appearance::{
    BackgammonLookChoice, BoardStyleChoice, ChessLookChoice, CoordinatesChoice, LanguageChoice, SoundsChoice,
    ThemeChoice,
};
use backups::Backups;
use data_dirs::DataDirs;
use engines::Engines;
use group::Group;
use keys::Keys;
use transfer::Transfer;

/// Mounts the page in the element that the frame has for it.
pub fn open(host: HtmlElement) {
    page_mount::open(
        host,
        PageContent {
            page: Page::Settings,
            view: || view! { <SettingsPage /> }.into_any(),
            keys: || ().into_any(),
        },
    );
}

#[component]
fn SettingsPage() -> impl IntoView {
    let settings = Settings::here();
    let words = language::settings();
    let stored =
        move || if settings.are_stored() { words.saved_in_browser } else { words.not_saved_in_browser };
    view! {
        <div class="page narrow">
            <header class="lead">
                <h1>{language::frame().settings}</h1>
                <p role="status" class:warn=move || !settings.are_stored()>{stored}</p>
            </header>
            <Group id="look-title" title=words.appearance>
                <ThemeChoice settings />
                <LanguageChoice />
            </Group>
            <Group id="board-title" title=words.board>
                <BoardStyleChoice settings />
                <CoordinatesChoice settings />
                <ChessLookChoice settings />
                <BackgammonLookChoice settings />
            </Group>
            <Group id="sounds-title" title=words.sounds>
                <SoundsChoice />
            </Group>
            <Keys />
            <Engines />
            <Backups />
            <DataDirs />
            <Transfer />
            <p class="muted">{fill(words.licence, &[("version", env!("CARGO_PKG_VERSION"))])}</p>
        </div>
    }
}
