//! The bar at the top: the name, links to the pages, the list of keys and the settings.

use leptos::prelude::*;

use crate::icons;
use crate::language;
use crate::pages::Page;

const PAGES: [Page; 6] = [Page::Home, Page::Study, Page::Play, Page::Train, Page::Cards, Page::Library];

#[component]
pub fn Bar(page: Memo<Option<Page>>, show_keys: impl Fn() + 'static) -> impl IntoView {
    let words = language::frame();
    view! {
        <header class="bar">
            // Links to Home like the first page: one of them is enough for the keyboard.
            <a class="brand" href="/" tabindex="-1" aria-hidden="true">
                <Mark />
                "Tabiya"
            </a>
            <nav class="page-links" aria-label=words.pages>
                {PAGES.into_iter().filter(|to| to.is_offered()).map(|to| view! { <PageLink to page class="page-link" /> }).collect_view()}
            </nav>
            <button class="tool" title=words.keys_title aria-label=words.keys on:click=move |_| show_keys()>
                {icons::KEYS.draw()}
            </button>
            <PageLink to=Page::Settings page class="tool" />
        </header>
    }
}

#[component]
fn PageLink(to: Page, page: Memo<Option<Page>>, class: &'static str) -> impl IntoView {
    let current = move || (page.get() == Some(to)).then_some("page");
    view! {
        <a class=class href=to.path() aria-current=current>
            {to.icon().draw()}
            <span class="label">{to.name()}</span>
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
