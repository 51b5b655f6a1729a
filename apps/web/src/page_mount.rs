//! Mounts a page into its element of the frame. A page is mounted once and only hidden while another
//! is shown, so that its state stays as it is.

use i18n::visible_line;
use leptos::mount::mount_to;
use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::keys_help::{self, KeysDialog, KeysHelp};
use crate::page_events::{self, PageEvent};
use crate::pages::Page;
use crate::settings;
use crate::tab_title;

/// What a page provides.
#[derive(Clone, Copy)]
pub struct PageContent {
    pub page: Page,
    pub view: fn() -> AnyView,
    /// Its part of the list of keys, above those that work on every page.
    pub keys: fn() -> AnyView,
}

/// Whether this page is on the screen. A hidden page must ignore keys and drops and leave the tab's title alone.
#[derive(Clone, Copy)]
pub struct PageVisibility(RwSignal<bool>);

impl PageVisibility {
    /// The frame itself is always shown.
    pub fn here() -> PageVisibility {
        use_context().unwrap_or_else(|| PageVisibility(RwSignal::new(true)))
    }

    pub fn get(self) -> bool {
        self.0.get()
    }

    pub fn now(self) -> bool {
        self.0.get_untracked()
    }
}

/// Mounts a page into the element that the frame has for it.
pub fn open(host: HtmlElement, content: PageContent) {
    console_error_panic_hook::set_once();
    let element = host.clone();
    mount_to(host, move || page(&element, content)).forget();
}

fn page(host: &HtmlElement, content: PageContent) -> impl IntoView + use<> {
    settings::provide();
    let shown = RwSignal::new(!host.hidden());
    provide_context(PageVisibility(shown));
    let help = KeysHelp::provide();
    let element = host.clone();
    page_events::on(host, PageEvent::VisibilityChanged, move || {
        shown.set(!element.hidden());
        help.hide();
    });
    page_events::on(host, PageEvent::ShowKeys, move || help.show());
    keys_help::listen(help, move || shown.get_untracked().then_some(Some(content.page)));
    view! {
        {(content.view)()}
        <Show when=move || help.is_shown()>
            <KeysDialog page=Some(content.page) own=content.keys />
        </Show>
    }
}

/// Sets the tab's title while the page is shown, such as the name of the open game.
pub fn set_title(page: Page, what: impl Fn() -> String + 'static) {
    let shown = PageVisibility::here();
    Effect::new(move |_| {
        if shown.get() {
            tab_title::set(&format!("{} · {}", visible_line(&what()), Page::title(Some(page))));
        }
    });
}
