//! The studio page: a frame with one page per room, drawn in the browser.
//! It turns events into inputs and positions into pixels; what is legal and what it looks like is decided elsewhere.

mod board;
mod bridge;
mod canvas;
mod controls;
mod frame;
mod icons;
mod keys;
mod pages;
mod pane;
mod settings;
mod sheet;
mod storage;
mod study;

use leptos::mount::mount_to_body;
use leptos::prelude::*;
use leptos_router::components::{FlatRoutes, Route, Router};
use leptos_router::path;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::study::Study;
use frame::Frame;
use pages::{Cards, Home, Play, SettingsPage, Train, Unknown};

/// Called by the start script. Not a start function of the module: a worker loads the same one and shows nothing.
#[wasm_bindgen]
pub fn open() {
    console_error_panic_hook::set_once();
    if let Some(starting) = document().get_element_by_id("starting") {
        starting.remove();
    }
    mount_to_body(Studio);
}

#[component]
fn Studio() -> impl IntoView {
    settings::provide();
    crate::study::provide();
    view! {
        <Router>
            <Frame>
                <FlatRoutes fallback=Unknown>
                    <Route path=path!("/") view=Home />
                    <Route path=path!("/study") view=Study />
                    <Route path=path!("/play") view=Play />
                    <Route path=path!("/train") view=Train />
                    <Route path=path!("/cards") view=Cards />
                    <Route path=path!("/settings") view=SettingsPage />
                </FlatRoutes>
            </Frame>
        </Router>
    }
}
