//! The frame around every page: the bar with the way to each room, the keys, and the help that lists them.

use leptos::ev::{self, KeyboardEvent, MouseEvent};
use leptos::html;
use leptos::prelude::*;
use leptos_router::hooks::use_location;
use wasm_bindgen::JsCast;

use crate::board::Shades;
use crate::icons;
use crate::keys::{self, Act};
use crate::pages::Page;
use crate::settings::Settings;
use crate::sheet::{self, Sheet};
use crate::study::StudyKeys;

/// Opens the list of keys from anywhere below the frame.
#[derive(Clone, Copy)]
pub struct KeysHelp(RwSignal<bool>);

impl KeysHelp {
    pub fn here() -> KeysHelp {
        expect_context()
    }

    pub fn show(self) {
        self.0.set(true);
    }
}

#[component]
pub fn Frame(children: Children) -> impl IntoView {
    let path = use_location().pathname;
    let page = Memo::new(move |_| path.with(|path| Page::at(path)));
    let content = NodeRef::<html::Main>::new();
    let help = KeysHelp(RwSignal::new(false));
    provide_context(help);
    listen(page, help);
    arrive(path, content);
    view! {
        <a class="skip" href="#content" on:click=move |click| skip(&click, content)>"Skip to the page"</a>
        <Shades />
        <Bar page />
        <main id="content" tabindex="-1" node_ref=content>
            {children()}
        </main>
        <Show when=move || help.0.get()>
            <KeysDialog page help />
        </Show>
    }
}

#[component]
fn Bar(page: Memo<Option<Page>>) -> impl IntoView {
    const ROOMS: [Page; 5] = [Page::Home, Page::Study, Page::Play, Page::Train, Page::Cards];
    let help = KeysHelp::here();
    view! {
        <header class="bar">
            // The name leads home, as the first room does: one stop for the keyboard is enough.
            <a class="brand" href="/" tabindex="-1" aria-hidden="true">
                <Mark />
                "Tabiya"
            </a>
            <nav class="rooms" aria-label="Rooms">
                {ROOMS.map(|room| view! { <RoomLink room page class="room" /> }).collect_view()}
            </nav>
            <button class="tool" title="Keys (?)" aria-label="Keys" on:click=move |_| help.show()>
                {icons::KEYS.draw()}
            </button>
            <RoomLink room=Page::Settings page class="tool" />
        </header>
    }
}

#[component]
fn RoomLink(room: Page, page: Memo<Option<Page>>, class: &'static str) -> impl IntoView {
    let current = move || (page.get() == Some(room)).then_some("page");
    view! {
        <a class=class href=room.path() aria-current=current>
            {room.icon().draw()}
            <span class="label">{room.name()}</span>
        </a>
    }
}

/// A stone on a crossing.
#[component]
fn Mark() -> impl IntoView {
    view! {
        <svg class="mark" viewBox="0 0 20 20" aria-hidden="true">
            <rect x="1" y="1" width="18" height="18" rx="5" />
            <path d="M10 1v18M1 10h18" />
            <circle cx="10" cy="10" r="4.5" />
        </svg>
    }
}

#[component]
fn KeysDialog(page: Memo<Option<Page>>, help: KeysHelp) -> impl IntoView {
    let rows = move || {
        // The study's own table has the key for the help.
        let is_told =
            |binding: &&keys::Binding| page.get() == Some(Page::Study) && binding.keys.contains(&"?");
        keys::on(page.get())
            .filter(|binding| !is_told(binding))
            .map(|binding| view! { <KeyRow keys=binding.keys does=binding.does /> })
            .collect_view()
    };
    let study = move || (page.get() == Some(Page::Study)).then(|| view! { <StudyKeys /> });
    view! {
        <Sheet title="Keys on this page".to_owned() class="wide" close=move || help.0.set(false)>
            {study}
            <dl class="keys">{rows}</dl>
        </Sheet>
    }
}

#[component]
pub fn KeyRow(keys: &'static [&'static str], does: &'static str) -> impl IntoView {
    let caps = |key: &'static str| key.split([' ', '+']).map(|cap| view! { <kbd>{cap}</kbd> }).collect_view();
    let either = keys.iter().enumerate().map(|(n, key)| {
        view! {
            {(n > 0).then_some(view! { <span class="or">"or"</span> })}
            {caps(key)}
        }
    });
    view! {
        <div>
            <dt>{does}</dt>
            <dd>{either.collect_view()}</dd>
        </div>
    }
}

/// Keys pressed anywhere, unless a dialog is open or the browser wants them.
fn listen(page: Memo<Option<Page>>, help: KeysHelp) {
    let settings = Settings::here();
    let handle = window_event_listener(ev::keydown, move |press: KeyboardEvent| {
        let held = press.ctrl_key() || press.meta_key() || press.alt_key() || press.repeat();
        if held || sheet::is_open() || is_writing(&press) {
            return;
        }
        let Some(act) = keys::pressed(&press.key(), page.get_untracked()) else { return };
        press.prevent_default();
        match act {
            Act::ShowKeys => help.show(),
            Act::TurnCoordinates => settings.turn_coordinates(),
        }
    });
    on_cleanup(move || handle.remove());
}

/// Whether the key goes into a text: letters are letters there.
pub fn is_writing(press: &KeyboardEvent) -> bool {
    let Some(target) = press.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else {
        return false;
    };
    let not_text = "[type=checkbox], [type=radio], [type=button], [type=submit]";
    target.matches("input, textarea, select").unwrap_or(false) && !target.matches(not_text).unwrap_or(false)
}

/// On each way to another page: the tab's title, and the focus to where the new page begins.
fn arrive(path: Memo<String>, content: NodeRef<html::Main>) {
    Effect::new(move |before: Option<String>| {
        let now = path.get();
        document().set_title(&Page::title(Page::at(&now)));
        if before.is_some_and(|before| before != now) {
            focus(content);
        }
        now
    });
}

fn skip(click: &MouseEvent, content: NodeRef<html::Main>) {
    // The router would take the link for a page.
    click.prevent_default();
    focus(content);
}

fn focus(content: NodeRef<html::Main>) {
    let _ = content.get_untracked().map(|main| main.focus());
}
