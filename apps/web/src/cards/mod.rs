//! Cards: whatever is pasted or dropped becomes a list of decisions, a card each, and from there a deck for Anki or a
//! drill at once. What is read and what a card looks like is decided in `flashcards`; packages, Anki and gnubg are the
//! studio's, behind `studio`.

mod drilling;
mod export;
mod frame;
mod intake;
mod list;
mod options;
mod preview;
mod studio;
mod style;
mod table;

use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::keys_help::KeyRow;
use crate::pages::Page;
use crate::room::{self, Room};
use drilling::Drilling;
use export::Export;
use intake::{Intake, take_drops, take_pastes};
use list::Decisions;
use options::Options;
use preview::Preview;
use table::Table;

/// Opens the room in the element that the frame has for it.
pub fn open(host: HtmlElement) {
    let view = || {
        style::put_on();
        Table::provide();
        view! { <Cards /> }.into_any()
    };
    room::open(host, Room { page: Page::Cards, view, keys: || view! { <CardKeys /> }.into_any() });
}

#[component]
fn Cards() -> impl IntoView {
    let table = Table::here();
    take_drops(table);
    take_pastes(table);
    let drills = Memo::new(move |_| table.quiz.with(Option::is_some));
    let is_empty = Memo::new(move |_| table.tray.with(|tray| tray.items().is_empty()));
    move || match (drills.get(), is_empty.get()) {
        (true, _) => view! { <Drilling /> }.into_any(),
        (false, true) => view! { <Beginning /> }.into_any(),
        (false, false) => view! { <Desk /> }.into_any(),
    }
}

/// Nothing is there yet.
#[component]
fn Beginning() -> impl IntoView {
    view! {
        <div class="page narrow cards-beginning">
            <header class="lead">
                <h1>"Cards"</h1>
                <p>
                    "Flashcards from backgammon analysis: exports of eXtreme Gammon and GNU Backgammon, match files, position ids."
                </p>
            </header>
            <Intake />
            <Words />
        </div>
    }
}

#[component]
fn Desk() -> impl IntoView {
    view! {
        <div class="cards">
            <h1 class="unseen">"Cards"</h1>
            <section class="cards-list" aria-label="Decisions">
                <Intake />
                <Words />
                <Decisions />
            </section>
            <aside class="cards-side" aria-label="The card and the deck">
                <Export />
                <Preview />
                <Options />
            </aside>
        </div>
    }
}

/// What has happened, and what is wrong.
#[component]
fn Words() -> impl IntoView {
    let table = Table::here();
    view! {
        <p class="said" role="status" class:warn=move || table.said.with(|said| said.is_wrong)>
            {move || table.said.with(|said| said.text.clone())}
        </p>
        {move || table.broken.get().map(|what| view! {
            <p class="said warn" role="alert">{format!("{what}. The usual settings are used; the file is left as it is.")}</p>
        })}
    }
}

#[component]
fn CardKeys() -> impl IntoView {
    const KEYS: [(&[&str], &str); 3] = [
        (&["1", "A"], "While drilling: choose the first option, and so on"),
        (&["Enter"], "While drilling: answer, then the next"),
        (&["Ctrl+V"], "Add what was copied"),
    ];
    view! {
        <section class="key-group">
            <h3 class="caption">"Cards"</h3>
            <dl class="keys">{KEYS.map(|(keys, does)| view! { <KeyRow keys does /> }).collect_view()}</dl>
        </section>
    }
}
