//! The Cards page: pasted or dropped analysis becomes a list of decisions with one card each, and from there a deck for
//! Anki or a drill. `flashcards` decides what is read and what a card looks like; packages, Anki and gnubg need the
//! studio (`studio`).

mod adding;
mod address;
mod card_frame;
mod drill;
mod export;
mod filter;
mod import;
mod list;
mod match_problems;
mod messages;
mod navigation;
mod options;
mod position_ids;
mod preview;
mod print;
mod set_up;
mod state;
mod storage;
mod studio;

use flashcards::{Card, Schedule};
use i18n::fill;
use leptos::prelude::*;
use web_sys::HtmlElement;

pub use card_frame::page_is_dark;

use crate::board_styles;
use crate::controls::{Lead, Segment};
use crate::handoff::{self, ForCards};
use crate::icons;
use crate::keys_help::KeyRow;
use crate::language;
use crate::page_events::{self, PageEvent};
use crate::page_mount::{self, PageContent};
use crate::pages::Page;
use drill::Drill;
use export::{Export, Progress};
use import::{Import, take_drops, take_pastes};
use list::Decisions;
use options::Options;
use preview::Preview;
use set_up::SetUpPage;
use state::{CardsState, Pane};

/// Mounts the Cards page in its host element.
pub fn open(host: HtmlElement) {
    let view = || {
        board_styles::adopt_board_styles();
        CardsState::provide();
        print::listen();
        view! { <Cards /> }.into_any()
    };
    page_mount::open(
        host,
        PageContent { page: Page::Cards, view, keys: || view! { <CardKeys /> }.into_any() },
    );
}

/// The ids of all cards and their schedule, for the Home page.
pub async fn collected() -> (Vec<String>, Schedule) {
    let collection = storage::CardStorage::default()
        .collection()
        .await
        .map(|(collection, _)| collection)
        .unwrap_or_default();
    (collection.decisions().map(Card::guid_of).collect(), storage::schedule())
}

/// Takes files handed over by other pages, now and whenever more arrive.
fn take_handed(state: CardsState) {
    let take = move || {
        handoff::take_for_cards().into_iter().for_each(|handed| match handed {
            ForCards::File { name, bytes } => state.add(&name, &bytes),
            ForCards::Decisions(handed) => state.add_decisions(handed),
        });
    };
    take();
    page_events::on(&window(), PageEvent::CardsWaiting, take);
}

#[component]
fn Cards() -> impl IntoView {
    let state = CardsState::here();
    take_handed(state);
    take_drops(state);
    take_pastes(state);
    let drills = Memo::new(move |_| state.quiz.with(Option::is_some));
    let is_empty = Memo::new(move |_| state.collection.with(|collection| collection.items().is_empty()));
    let sets_up = Memo::new(move |_| state.sets_up.get());
    let place = move || match (drills.get(), is_empty.get()) {
        _ if !state.is_loaded.get() => view! { <div class="page narrow" aria-busy="true"></div> }.into_any(),
        (true, _) => view! { <Drill /> }.into_any(),
        _ if sets_up.get() => view! { <SetUpPage /> }.into_any(),
        (false, true) => view! { <EmptyCollection /> }.into_any(),
        (false, false) => view! { <CollectionView /> }.into_any(),
    };
    let has_own_bar = move || drills.get() || sets_up.get() || is_empty.get() || !state.is_loaded.get();
    view! {
        {move || has_own_bar().then(|| view! { <StatusBar /> })}
        {place}
    }
}

/// Shown while the collection is empty.
#[component]
fn EmptyCollection() -> impl IntoView {
    let words = language::cards();
    view! {
        <div class="page narrow cards-start">
            <Lead title=words.title text=words.lead />
            <BrokenSettings />
            <Import />
        </div>
    }
}

#[component]
fn CollectionView() -> impl IntoView {
    let words = language::cards();
    let state = CardsState::here();
    view! {
        <div class="cards" data-pane=move || state.pane.get().name()>
            <h1 class="visually-hidden">{words.title}</h1>
            <div class="segments panes" role="radiogroup" aria-label=words.what_is_shown>
                {Pane::ALL.map(|pane| view! {
                    <Segment
                        name="pane"
                        label=pane.label()
                        chosen=move || state.pane.get() == pane
                        choose=move || state.pane.set(pane)
                    />
                }).collect_view()}
            </div>
            <StatusBar />
            <section class="cards-list" aria-label=words.decisions>
                <BrokenSettings />
                <Import />
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

/// Progress of running work, or the last message until it is dismissed or replaced.
#[component]
fn StatusBar() -> impl IntoView {
    let words = language::cards();
    let state = CardsState::here();
    let works = Memo::new(move |_| state.work.with(Option::is_some));
    let is_quiet = Memo::new(move |_| works.get() || state.status.with(|status| status.text.is_empty()));
    let undo = move || {
        state.removed.with(|removed| !removed.is_empty()).then(|| {
            view! { <button class="button" on:click=move |_| state.put_back()>{words.undo}</button> }
        })
    };
    let reviewable = Memo::new(move |_| state.added_match.with(Option::is_some));
    let is_error = move || !is_quiet.get() && state.status.with(|status| status.is_error);
    view! {
        <div class="status-message" class:warn=is_error class:visually-hidden=move || is_quiet.get() && !works.get()>
            <Progress />
            <p class="summary-text" role="status" hidden=move || works.get()>
                {move || state.status.with(|status| status.text.clone())}
            </p>
            <Show when=move || !is_quiet.get()>
                {undo}
                {move || reviewable.get().then(|| view! {
                    <button class="button" on:click=move |_| state.review_added()>{language::match_review().review_match}</button>
                })}
                <button class="tool" title=words.dismiss aria-label=words.dismiss on:click=move |_| state.clear_status()>
                    {icons::CLOSE.draw()}
                </button>
            </Show>
        </div>
    }
}

/// Shown if the settings file cannot be read.
#[component]
fn BrokenSettings() -> impl IntoView {
    let state = CardsState::here();
    move || {
        state.broken.get().map(|what| {
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
