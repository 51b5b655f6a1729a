//! The places in which rooms live: each is loaded when it is first entered, and only hidden when one leaves it.

use std::time::Duration;

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::HtmlElement;
use words::fill;

use crate::between::{self, Word};
use crate::bridge::Failure;
use crate::language;
use crate::pages::Page;

/// What comes sooner needs no likeness before it.
const SOON: Duration = Duration::from_millis(300);

#[wasm_bindgen]
extern "C" {
    /// Of the start script: loads the bundle and has it open itself in the element.
    #[wasm_bindgen(js_namespace = tabiya, js_name = enter, catch)]
    async fn load(bundle: &str, host: &HtmlElement) -> Result<JsValue, JsValue>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    NotEntered,
    Loading { slow: bool },
    Open,
    Failed(Failure),
}

#[derive(Clone, Copy)]
struct Place {
    room: Page,
    host: NodeRef<html::Div>,
    state: RwSignal<State>,
}

/// Every room with its place.
#[derive(Clone, Copy)]
pub struct Rooms(StoredValue<Vec<Place>>);

impl Rooms {
    pub fn new() -> Rooms {
        let place = |room| Place { room, host: NodeRef::new(), state: RwSignal::new(State::NotEntered) };
        Rooms(StoredValue::new(Page::ALL.into_iter().map(place).collect()))
    }

    /// Whether the page is a room that answers for itself.
    pub fn is_open(self, page: Option<Page>) -> bool {
        self.place(page).is_some_and(|place| place.state.with_untracked(|state| *state == State::Open))
    }

    /// Whether the page is a room that is still to come.
    pub fn is_busy(self, page: Option<Page>) -> bool {
        let waits = |state: &State| matches!(state, State::NotEntered | State::Loading { .. });
        self.place(page).is_some_and(|place| place.state.with(waits))
    }

    /// Says it to the room of this page. None: there is no such room, or it is not open.
    pub fn tell(self, page: Option<Page>, word: Word) -> Option<()> {
        let place = self.place(page).filter(|_| self.is_open(page))?;
        between::tell(place.host.get_untracked()?.as_ref(), word);
        Some(())
    }

    /// Shows the room of this page, and hides all others.
    pub fn show(self, page: Option<Page>) {
        for place in self.0.get_value() {
            place.show(Some(place.room) == page);
        }
    }

    fn place(self, page: Option<Page>) -> Option<Place> {
        self.0.with_value(|all| all.iter().find(|place| Some(place.room) == page).copied())
    }
}

impl Place {
    fn show(self, shown: bool) {
        let Some(host) = self.host.get() else { return };
        if host.hidden() == shown {
            host.set_hidden(!shown);
            between::tell(host.as_ref(), Word::Shown);
        }
        if shown && self.state.with_untracked(|state| *state == State::NotEntered) {
            self.enter();
        }
    }

    fn enter(self) {
        let Some(host) = self.host.get_untracked() else { return };
        self.state.set(State::Loading { slow: false });
        set_timeout(move || self.state.maybe_update(State::becomes_slow), SOON);
        spawn_local(async move {
            let loaded = load(self.room.bundle(), host.as_ref()).await;
            self.state.set(match loaded {
                Ok(_) => State::Open,
                Err(why) => State::Failed(why.into()),
            });
        });
    }
}

impl State {
    fn becomes_slow(&mut self) -> bool {
        let waits = *self == State::Loading { slow: false };
        if waits {
            *self = State::Loading { slow: true };
        }
        waits
    }
}

#[component]
pub fn RoomHost(room: Page, rooms: Rooms, page: Memo<Option<Page>>) -> impl IntoView {
    let Some(place) = rooms.place(Some(room)) else { return ().into_any() };
    let stands_in = move || {
        let here = page.get() == Some(room);
        place.state.with(|state| match state {
            State::Loading { slow: true } if here => Some(view! { <Likeness room /> }.into_any()),
            State::Failed(why) if here => Some(view! { <Failed place why=why.clone() /> }.into_any()),
            _ => None,
        })
    };
    view! {
        <div class="host" hidden node_ref=place.host></div>
        {stands_in}
    }
    .into_any()
}

/// Where the board and what is beside it will be.
#[component]
fn Likeness(room: Page) -> impl IntoView {
    view! {
        <div class="likeness">
            <h1 class="unseen">{room.name()}</h1>
            <p class="unseen" role="status">{language::frame().loading}</p>
            <div class="likeness-board"></div>
            <div class="likeness-side"></div>
        </div>
    }
}

#[component]
fn Failed(place: Place, why: Failure) -> impl IntoView {
    let words = language::frame();
    view! {
        <div class="blank" role="alert">
            <h1>{fill(words.not_loaded, &[("room", place.room.name())])}</h1>
            <p>{words.not_loaded_why}</p>
            <p class="aside">{fill(words.browser_says, &[("why", &why.to_string())])}</p>
            <button class="button main" on:click=move |_| place.enter()>{words.try_again}</button>
        </div>
    }
}
