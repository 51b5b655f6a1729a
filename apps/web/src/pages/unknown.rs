use i18n::fill;
use leptos::prelude::*;

use super::Page;
use super::blank::Blank;
use crate::language;

#[component]
pub fn Unknown(path: String) -> impl IntoView {
    let words = language::frame();
    let text = fill(words.nothing_at, &[("path", &path)]);
    view! {
        <Blank title=words.no_such_page text to=Page::Home action=words.go_home>
            // An empty intersection.
            <svg class="picture" viewBox="0 0 120 96" aria-hidden="true">
                <path class="rule" d="M60 8v80M20 48h80" />
                <circle class="gone" cx="60" cy="48" r="20" />
            </svg>
        </Blank>
    }
}
