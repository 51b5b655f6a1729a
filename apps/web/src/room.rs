//! A room from the inside: it is mounted once, into an element that the frame keeps and hides while another page is
//! shown, so that what is open in it stays open.

use leptos::mount::mount_to;
use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::between::{self, Word};
use crate::keys_help::{self, KeysDialog, KeysHelp};
use crate::pages::Page;
use crate::settings;

/// What a room brings along.
#[derive(Clone, Copy)]
pub struct Room {
    pub page: Page,
    pub view: fn() -> AnyView,
    /// Its own part of the list of keys, above those that work everywhere.
    pub keys: fn() -> AnyView,
}

/// Whether the room is on the screen. While it is not, it must leave keys, drops and the tab's title to others.
#[derive(Clone, Copy)]
pub struct Shown(RwSignal<bool>);

impl Shown {
    /// The frame itself is always shown.
    pub fn here() -> Shown {
        use_context().unwrap_or_else(|| Shown(RwSignal::new(true)))
    }

    pub fn get(self) -> bool {
        self.0.get()
    }

    pub fn now(self) -> bool {
        self.0.get_untracked()
    }
}

/// Puts a room into the element that the frame has for it.
pub fn open(host: HtmlElement, room: Room) {
    console_error_panic_hook::set_once();
    let inside = host.clone();
    mount_to(host, move || furnish(&inside, room)).forget();
}

fn furnish(host: &HtmlElement, room: Room) -> impl IntoView + use<> {
    settings::provide();
    let shown = RwSignal::new(!host.hidden());
    provide_context(Shown(shown));
    let help = KeysHelp::provide();
    let element = host.clone();
    between::hear(host, Word::Shown, move || {
        shown.set(!element.hidden());
        help.hide();
    });
    between::hear(host, Word::Keys, move || help.show());
    keys_help::listen(help, move || shown.get_untracked().then_some(Some(room.page)));
    view! {
        {(room.view)()}
        <Show when=move || help.is_shown()>
            <KeysDialog page=Some(room.page) own=room.keys />
        </Show>
    }
}

/// The tab's title while the room is shown, such as the name of what is open in it.
pub fn keep_title(page: Page, what: impl Fn() -> String + 'static) {
    let shown = Shown::here();
    Effect::new(move |_| {
        if shown.get() {
            document().set_title(&format!("{} · {}", what(), Page::title(Some(page))));
        }
    });
}
