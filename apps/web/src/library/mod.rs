//! Library: the games of all folders, filtered and sorted as one types, with a picture of each; folders added and taken
//! out; games that are there twice; and all games that pass a position. What is found and how is decided by the studio's
//! library; here are a list, a preview and what is asked for.

mod filter;
mod folders;
mod list;
mod preview;
mod shelf;
mod studio;
mod telling;
mod twice;

use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::keys_help::KeyRow;
use crate::language;
use crate::pages::Page;
use crate::room::{self, Room};
use filter::Filter;
use folders::Folders;
use list::List;
use preview::Preview;
use shelf::{Shelf, View};
use twice::Twice;

/// Opens the room in the element that the frame has for it.
pub fn open(host: HtmlElement) {
    let view = || {
        Shelf::provide();
        view! { <Library /> }.into_any()
    };
    room::open(host, Room { page: Page::Library, view, keys: || view! { <LibraryKeys /> }.into_any() });
}

#[component]
fn Library() -> impl IntoView {
    let shelf = Shelf::here();
    let kind = Memo::new(move |_| shelf.view());
    move || match kind.get() {
        View::Waiting => view! { <div class="page narrow" aria-busy="true"></div> }.into_any(),
        View::Unavailable(why) => view! { <Unavailable why /> }.into_any(),
        View::Empty => view! { <Beginning /> }.into_any(),
        View::Games => view! { <Shelves /> }.into_any(),
    }
}

#[component]
fn Unavailable(why: String) -> impl IntoView {
    view! {
        <div class="blank" role="alert">
            <h1>{language::library().unavailable}</h1>
            <p>{why}</p>
            <button class="button main" on:click=move |_| Shelf::here().look()>{language::frame().try_again}</button>
        </div>
    }
}

/// No folder has a game yet.
#[component]
fn Beginning() -> impl IntoView {
    view! {
        <div class="page narrow library-beginning">
            <header class="lead">
                <h1>{Page::Library.name()}</h1>
                <p>{language::library().lead}</p>
            </header>
            <Folders />
        </div>
    }
}

#[component]
fn Shelves() -> impl IntoView {
    let shelf = Shelf::here();
    view! {
        <div class="library">
            <h1 class="unseen">{Page::Library.name()}</h1>
            <section class="library-main" aria-label=language::library().games>
                <Filter />
                <Show when=move || shelf.twice.get() fallback=|| view! { <List /> }>
                    <Twice />
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
            <dl class="keys">{telling::KEYS.map(|(keys, does)| view! { <KeyRow keys does=does(language::library()) /> }).collect_view()}</dl>
        </section>
    }
}
