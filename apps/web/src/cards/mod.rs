//! Cards: whatever is pasted or dropped becomes a list of decisions, a card each, and from there a deck for Anki or a
//! drill at once. What is read and what a card looks like is decided in `flashcards`; packages, Anki and gnubg are the
//! studio's, behind `studio`.

mod drilling;
mod export;
mod frame;
mod intake;
mod keeping;
mod list;
mod options;
mod preview;
mod sieve;
mod studio;
mod style;
mod table;
mod telling;

use flashcards::{Card, Schedule};
use leptos::prelude::*;
use web_sys::HtmlElement;
use words::fill;

use crate::between::{self, Word};
use crate::handoff;
use crate::icons;
use crate::keys_help::KeyRow;
use crate::language;
use crate::pages::Page;
use crate::room::{self, Room};
use drilling::Drilling;
use export::{Export, Progress};
use intake::{Intake, take_drops, take_pastes};
use list::Decisions;
use options::Options;
use preview::{Preview, Segment};
use table::{Pane, Table};

/// Opens the room in the element that the frame has for it.
pub fn open(host: HtmlElement) {
    let view = || {
        style::put_on();
        Table::provide();
        view! { <Cards /> }.into_any()
    };
    room::open(host, Room { page: Page::Cards, view, keys: || view! { <CardKeys /> }.into_any() });
}

/// The ids of the cards of all decisions, and when each is asked again: Home tells of them.
pub async fn collected() -> (Vec<String>, Schedule) {
    let tray = keeping::Keeping::default().tray().await.map(|(tray, _)| tray).unwrap_or_default();
    (tray.decisions().map(Card::guid_of).collect(), keeping::schedule())
}

/// What other rooms hand over, now and later.
fn take_handed(table: Table) {
    let take = move || {
        handoff::take_for_cards().into_iter().for_each(|(name, bytes)| table.add(&name, &bytes));
    };
    take();
    between::hear(&window(), Word::Cards, take);
}

#[component]
fn Cards() -> impl IntoView {
    let table = Table::here();
    take_handed(table);
    take_drops(table);
    take_pastes(table);
    let drills = Memo::new(move |_| table.quiz.with(Option::is_some));
    let is_empty = Memo::new(move |_| table.tray.with(|tray| tray.items().is_empty()));
    let place = move || match (drills.get(), is_empty.get()) {
        _ if !table.is_laid.get() => view! { <div class="page narrow" aria-busy="true"></div> }.into_any(),
        (true, _) => view! { <Drilling /> }.into_any(),
        (false, true) => view! { <Beginning /> }.into_any(),
        (false, false) => view! { <Desk /> }.into_any(),
    };
    view! {
        {place}
        <Words />
    }
}

/// Nothing is there yet.
#[component]
fn Beginning() -> impl IntoView {
    let words = language::cards();
    view! {
        <div class="page narrow cards-beginning">
            <header class="lead">
                <h1>{words.title}</h1>
                <p>{words.lead}</p>
            </header>
            <Broken />
            <Intake />
        </div>
    }
}

#[component]
fn Desk() -> impl IntoView {
    let words = language::cards();
    let table = Table::here();
    view! {
        <div class="cards" data-pane=move || table.pane.get().name()>
            <h1 class="unseen">{words.title}</h1>
            <div class="segments panes" role="radiogroup" aria-label=words.what_is_shown>
                {Pane::ALL.map(|pane| view! {
                    <Segment
                        name="pane"
                        label=pane.label()
                        chosen=move || table.pane.get() == pane
                        choose=move || table.pane.set(pane)
                    />
                }).collect_view()}
            </div>
            <section class="cards-list" aria-label=words.decisions>
                <Broken />
                <Intake />
                <Decisions />
            </section>
            <aside class="cards-side" aria-label=words.side>
                <Export />
                <Preview />
                <Options />
            </aside>
        </div>
    }
}

/// What is being done or has just happened; it stays until it is put away or something else happens.
#[component]
fn Words() -> impl IntoView {
    let words = language::cards();
    let table = Table::here();
    let works = Memo::new(move |_| table.work.with(Option::is_some));
    let is_quiet = Memo::new(move |_| works.get() || table.said.with(|said| said.text.is_empty()));
    let undo = move || {
        table.gone.with(|gone| !gone.is_empty()).then(|| {
            view! { <button class="button" on:click=move |_| table.put_back()>{words.undo}</button> }
        })
    };
    let is_wrong = move || !is_quiet.get() && table.said.with(|said| said.is_wrong);
    view! {
        <div class="words" class:warn=is_wrong class:unseen=move || is_quiet.get() && !works.get()>
            <Progress />
            <p class="said" role="status" hidden=move || works.get()>
                {move || table.said.with(|said| said.text.clone())}
            </p>
            <Show when=move || !is_quiet.get()>
                {undo}
                <button class="tool" title=words.put_away aria-label=words.put_away on:click=move |_| table.hush()>
                    {icons::CLOSE.draw()}
                </button>
            </Show>
        </div>
    }
}

/// The settings cannot be read.
#[component]
fn Broken() -> impl IntoView {
    let table = Table::here();
    move || {
        table.broken.get().map(|what| {
            view! {
                <p class="broken" role="alert">
                    {fill(language::cards().broken, &[("what", &what)])}
                </p>
            }
        })
    }
}

#[component]
fn CardKeys() -> impl IntoView {
    let words = language::cards();
    let keys: [(&'static [&str], _); 4] = [
        (&["←", "→"], words.key_steps),
        (&["1", "A"], words.key_options),
        (&["Enter"], words.key_answer),
        (&["Ctrl+V"], words.key_paste),
    ];
    view! {
        <section class="key-group">
            <h3 class="caption">{words.title}</h3>
            <dl class="keys">{keys.map(|(keys, does)| view! { <KeyRow keys does /> }).collect_view()}</dl>
        </section>
    }
}
