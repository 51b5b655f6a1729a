use leptos::prelude::*;

use super::Page;
use super::blank::Blank;

#[component]
pub fn Unknown(path: String) -> impl IntoView {
    let text = format!("There is nothing at {path}. The link may be old, or a letter may be wrong.");
    view! {
        <Blank title="No such page" text to=Page::Home action="Go home">
            // A crossing that nobody has played.
            <svg class="picture" viewBox="0 0 120 96" aria-hidden="true">
                <path class="rule" d="M60 8v80M20 48h80" />
                <circle class="gone" cx="60" cy="48" r="20" />
            </svg>
        </Blank>
    }
}
