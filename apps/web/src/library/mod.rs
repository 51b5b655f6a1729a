//! The Library page: the games of all folders, searched and sorted while typing, with a preview; the folders; duplicates;
//! and all games that reach a position. The studio's library does the searching.

mod duplicates;
mod filter;
mod folders;
mod library_state;
mod list;
mod messages;
mod preview;
mod requests;
mod selection;

use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::controls::Lead;
use crate::keys_help::KeyRow;
use crate::language;
use crate::page_mount::{self, PageContent};
use crate::pages::Page;
use duplicates::DuplicateGroups;
use filter::Filter;
use folders::Folders;
use library_state::{LibraryState, Screen};
use list::List;
use preview::Preview;

/// Opens the page in its element of the frame.
pub fn open(host: HtmlElement) {
    let view = || {
        LibraryState::provide();
        view! { <Library /> }.into_any()
    };
    page_mount::open(
        host,
        PageContent { page: Page::Library, view, keys: || view! { <LibraryKeys /> }.into_any() },
    );
}

#[component]
fn Library() -> impl IntoView {
    let library = LibraryState::here();
    let kind = Memo::new(move |_| library.view());
    move || match kind.get() {
        Screen::Waiting => view! { <div class="page narrow" aria-busy="true"></div> }.into_any(),
        Screen::Unavailable(why) => view! { <Unavailable why /> }.into_any(),
        Screen::Empty => view! { <NoGamesYet /> }.into_any(),
        Screen::Games => view! { <Browser /> }.into_any(),
    }
}

#[component]
fn Unavailable(why: String) -> impl IntoView {
    view! {
        <div class="blank" role="alert">
            <h1>{language::library().unavailable}</h1>
            <p>{why}</p>
            <button class="button main" on:click=move |_| LibraryState::here().poll()>{language::frame().try_again}</button>
        </div>
    }
}

/// No folder has a game yet.
#[component]
fn NoGamesYet() -> impl IntoView {
    view! {
        <div class="page narrow library-start">
            <Lead title=Page::Library.name() text=language::library().lead />
            <Folders />
        </div>
    }
}

#[component]
fn Browser() -> impl IntoView {
    let library = LibraryState::here();
    view! {
        <div class="library">
            <h1 class="visually-hidden">{Page::Library.name()}</h1>
            <section class="library-main" aria-label=language::library().games>
                <Filter />
                <Show when=move || library.shows_duplicates.get() fallback=|| view! { <List /> }>
                    <DuplicateGroups />
                </Show>
            </section>
            <aside class="library-side" aria-label=language::library().side>
                <Preview />
                <Folders />
            </aside>
        </div>
    }
}

#[component]
fn LibraryKeys() -> impl IntoView {
    view! {
        <section class="key-group">
            <h3 class="caption">{Page::Library.name()}</h3>
            <dl class="keys">{messages::KEYS.map(|(keys, does)| view! { <KeyRow keys does=does(language::library()) /> }).collect_view()}</dl>
        </section>
    }
}
