//! The frame around every page: the bar, and the elements in which the pages are mounted.

mod bar;
mod drop;
mod host;
mod key_notice;
mod shell;

use leptos::ev::MouseEvent;
use leptos::html;
use leptos::mount::mount_to;
use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::board::Shades;
use crate::keys_help::{self, KeysDialog, KeysHelp};
use crate::page_events::{self, PageEvent};
use crate::pages::{NotForGuests, Page, Unknown};
use crate::{language, route, settings, tab_title};
use bar::Bar;
use host::{PageHosts, PageSlot};
use key_notice::KeyNotice;

/// Called by `assets/start.js`; until then `index.html` shows a skeleton of the bar.
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
    let page = Memo::new(move |_| path.with(|path| Page::at(path)).filter(|page| page.is_offered()));
    let content = NodeRef::<html::Main>::new();
    let help = KeysHelp::provide();
    let hosts = PageHosts::new();
    route::follow_links();
    drop::take_drops(move || !hosts.is_open(page.get_untracked()));
    // An open page handles its keys itself.
    keys_help::listen(help, move || {
        let page = page.get_untracked();
        (!hosts.is_open(page)).then_some(page)
    });
    navigate(path, page, content, hosts);
    page_events::on(&window(), PageEvent::RecordWaiting, || route::go(Page::Study.path()));
    page_events::on(&window(), PageEvent::CardsWaiting, || route::go(Page::Cards.path()));
    page_events::on(&window(), PageEvent::PuzzlesWaiting, || route::go(Page::Train.path()));
    let show_keys =
        move || hosts.dispatch(page.get_untracked(), PageEvent::ShowKeys).unwrap_or_else(|| help.show());
    shell::handle_events(hosts, page, show_keys);
    view! {
        <a class="skip" href="#content" on:click=move |click| skip(&click, content)>{language::frame().skip}</a>
        <Shades />
        <Bar page show_keys />
        <KeyNotice />
        <main id="content" tabindex="-1" aria-busy=move || hosts.is_busy(page.get()).to_string() node_ref=content>
            {move || page.get().is_none().then(|| no_page(&path.get()))}
            {Page::ALL.into_iter().filter(|of| of.is_offered()).map(|of| view! { <PageSlot of hosts page /> }).collect_view()}
        </main>
        <Show when=move || help.is_shown()>
            <KeysDialog page=page.get() />
        </Show>
    }
}

/// On each navigation: sets the tab's title, shows the page and moves the focus to its start.
fn navigate(
    path: ReadSignal<String>,
    page: Memo<Option<Page>>,
    content: NodeRef<html::Main>,
    hosts: PageHosts,
) {
    let help = KeysHelp::here();
    Effect::new(move |before: Option<String>| {
        let now = path.get();
        tab_title::set(&Page::title(page.get()));
        hosts.show(page.get());
        if before.is_some_and(|before| before != now) {
            help.hide();
            focus(content);
        }
        now
    });
}

fn skip(click: &MouseEvent, content: NodeRef<html::Main>) {
    // Keeps the fragment out of the address.
    click.prevent_default();
    focus(content);
}

fn focus(content: NodeRef<html::Main>) {
    let _ = content.get_untracked().map(|main| main.focus());
}

/// Why nothing is at this path.
fn no_page(path: &str) -> AnyView {
    match Page::at(path) {
        Some(page) => view! { <NotForGuests page /> }.into_any(),
        None => view! { <Unknown path=path.to_owned() /> }.into_any(),
    }
}
