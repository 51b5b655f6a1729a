//! The frame around every page: the bar with the way to each room, the pages that it draws itself, and the places in
//! which the rooms live.

mod bar;
mod drop;
mod host;
mod shell;

use leptos::ev::MouseEvent;
use leptos::html;
use leptos::mount::mount_to;
use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::between::{self, Word};
use crate::board::Shades;
use crate::keys_help::{self, KeysDialog, KeysHelp};
use crate::pages::{Page, Unknown};
use crate::{language, route, settings};
use bar::Bar;
use host::{RoomHost, Rooms};

/// Called by the start script, which has drawn the bar's likeness meanwhile.
pub fn open(body: HtmlElement) {
    console_error_panic_hook::set_once();
    if let Some(starting) = document().get_element_by_id("starting") {
        starting.remove();
    }
    mount_to(body, Frame).forget();
}

#[component]
fn Frame() -> impl IntoView {
    settings::provide();
    let path = route::path();
    let page = Memo::new(move |_| path.with(|path| Page::at(path)));
    let content = NodeRef::<html::Main>::new();
    let help = KeysHelp::provide();
    let rooms = Rooms::new();
    route::follow_links();
    drop::take_drops(move || !rooms.is_open(page.get_untracked()));
    // Where a room is open, it answers itself.
    keys_help::listen(help, move || {
        let page = page.get_untracked();
        (!rooms.is_open(page)).then_some(page)
    });
    arrive(path, page, content, rooms);
    between::hear(&window(), Word::Record, || route::go(Page::Study.path()));
    between::hear(&window(), Word::Cards, || route::go(Page::Cards.path()));
    let show_keys = move || rooms.tell(page.get_untracked(), Word::Keys).unwrap_or_else(|| help.show());
    shell::obey(rooms, page, show_keys);
    view! {
        <a class="skip" href="#content" on:click=move |click| skip(&click, content)>{language::frame().skip}</a>
        <Shades />
        <Bar page show_keys />
        <main id="content" tabindex="-1" aria-busy=move || rooms.is_busy(page.get()).to_string() node_ref=content>
            {move || page.get().is_none().then(|| view! { <Unknown path=path.get() /> })}
            {Page::ALL.map(|room| view! { <RoomHost room rooms page /> }).collect_view()}
        </main>
        <Show when=move || help.is_shown()>
            <KeysDialog page=page.get() />
        </Show>
    }
}

/// On each way to another page: the tab's title, the room, and the focus to where the new page begins.
fn arrive(path: ReadSignal<String>, page: Memo<Option<Page>>, content: NodeRef<html::Main>, rooms: Rooms) {
    let help = KeysHelp::here();
    Effect::new(move |before: Option<String>| {
        let now = path.get();
        document().set_title(&Page::title(page.get()));
        rooms.show(page.get());
        if before.is_some_and(|before| before != now) {
            help.hide();
            focus(content);
        }
        now
    });
}

fn skip(click: &MouseEvent, content: NodeRef<html::Main>) {
    // The address stays as it is.
    click.prevent_default();
    focus(content);
}

fn focus(content: NodeRef<html::Main>) {
    let _ = content.get_untracked().map(|main| main.focus());
}
