//! The elements in which pages are mounted: each page is loaded when it is first visited, and only hidden afterwards.

use std::time::Duration;

use i18n::fill;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::HtmlElement;

use crate::bridge::Failure;
use crate::language;
use crate::page_events::{self, PageEvent};
use crate::pages::Page;

/// A page that loads faster is shown without a skeleton before it.
const SKELETON_DELAY: Duration = Duration::from_millis(300);

#[wasm_bindgen]
extern "C" {
    /// In `assets/start.js`: loads the bundle and mounts it in the element.
    #[wasm_bindgen(js_namespace = tabiya, js_name = openBundle, catch)]
    async fn load_bundle(bundle: &str, host: &HtmlElement) -> Result<JsValue, JsValue>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    NotVisited,
    Loading { slow: bool },
    Open,
    Failed(Failure),
}

#[derive(Clone, Copy)]
struct PageHost {
    page: Page,
    element: NodeRef<html::Div>,
    state: RwSignal<State>,
}

/// The element of every page.
#[derive(Clone, Copy)]
pub struct PageHosts(StoredValue<Vec<PageHost>>);

impl PageHosts {
    pub fn new() -> PageHosts {
        let host = |page| PageHost { page, element: NodeRef::new(), state: RwSignal::new(State::NotVisited) };
        PageHosts(StoredValue::new(Page::ALL.into_iter().map(host).collect()))
    }

    /// Whether the page is loaded and handles its own input.
    pub fn is_open(self, page: Option<Page>) -> bool {
        self.host(page).is_some_and(|host| host.state.with_untracked(|state| *state == State::Open))
    }

    /// Whether the page is still loading.
    pub fn is_busy(self, page: Option<Page>) -> bool {
        let loads = |state: &State| matches!(state, State::NotVisited | State::Loading { .. });
        self.host(page).is_some_and(|host| host.state.with(loads))
    }

    /// Dispatches an event to the page. None: it is not open.
    pub fn dispatch(self, page: Option<Page>, event: PageEvent) -> Option<()> {
        let host = self.host(page).filter(|_| self.is_open(page))?;
        page_events::dispatch(host.element.get_untracked()?.as_ref(), event);
        Some(())
    }

    /// Shows this page and hides all others.
    pub fn show(self, page: Option<Page>) {
        for host in self.0.get_value() {
            host.show(Some(host.page) == page);
        }
    }

    fn host(self, page: Option<Page>) -> Option<PageHost> {
        self.0.with_value(|all| all.iter().find(|host| Some(host.page) == page).copied())
    }
}

impl PageHost {
    fn show(self, shown: bool) {
        let Some(element) = self.element.get() else { return };
        if element.hidden() == shown {
            element.set_hidden(!shown);
            page_events::dispatch(element.as_ref(), PageEvent::VisibilityChanged);
        }
        if shown && self.state.with_untracked(|state| *state == State::NotVisited) {
            self.load();
        }
    }

    fn load(self) {
        let Some(element) = self.element.get_untracked() else { return };
        self.state.set(State::Loading { slow: false });
        set_timeout(move || self.state.maybe_update(State::becomes_slow), SKELETON_DELAY);
        spawn_local(async move {
            let loaded = load_bundle(self.page.bundle(), element.as_ref()).await;
            self.state.set(match loaded {
                Ok(_) => State::Open,
                Err(why) => State::Failed(why.into()),
            });
        });
    }
}

impl State {
    fn becomes_slow(&mut self) -> bool {
        let loads = *self == State::Loading { slow: false };
        if loads {
            *self = State::Loading { slow: true };
        }
        loads
    }
}

#[component]
pub fn PageSlot(of: Page, hosts: PageHosts, page: Memo<Option<Page>>) -> impl IntoView {
    let Some(host) = hosts.host(Some(of)) else { return ().into_any() };
    let placeholder = move || {
        let here = page.get() == Some(of);
        host.state.with(|state| match state {
            State::Loading { slow: true } if here => Some(view! { <Skeleton of /> }.into_any()),
            State::Failed(why) if here => Some(view! { <Failed host why=why.clone() /> }.into_any()),
            _ => None,
        })
    };
    view! {
        <div class="host" hidden node_ref=host.element></div>
        {placeholder}
    }
    .into_any()
}

/// Grey boxes where the board and the panel beside it will be.
#[component]
fn Skeleton(of: Page) -> impl IntoView {
    view! {
        <div class="skeleton">
            <h1 class="visually-hidden">{of.name()}</h1>
            <p class="visually-hidden" role="status">{language::frame().loading}</p>
            <div class="skeleton-board"></div>
            <div class="skeleton-side"></div>
        </div>
    }
}

#[component]
fn Failed(host: PageHost, why: Failure) -> impl IntoView {
    let words = language::frame();
    view! {
        <div class="blank" role="alert">
            <h1>{fill(words.not_loaded, &[("page", host.page.name())])}</h1>
            <p>{words.not_loaded_why}</p>
            <p class="muted">{fill(words.browser_reports, &[("why", &why.to_string())])}</p>
            <button class="button main" on:click=move |_| host.load()>{words.try_again}</button>
        </div>
    }
}
