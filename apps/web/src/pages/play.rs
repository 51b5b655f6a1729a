use leptos::prelude::*;

use super::Page;
use super::blank::Blank;

#[component]
pub fn Play() -> impl IntoView {
    view! {
        <Blank
            title="Nothing to play yet"
            text="This version has no opponents: no rooms to join and no engine to sit down against."
            to=Page::Study
            action="Go to the board"
        >
            // A fight in the corner.
            <svg class="picture" viewBox="0 0 120 96" aria-hidden="true">
                <path class="rule" d="M18 84V8M18 84h94M42 84V8M66 84V8M90 84V8M18 60h94M18 36h94M18 12h94" />
                <circle class="dark" cx="42" cy="60" r="11" />
                <circle class="dark" cx="66" cy="60" r="11" />
                <circle class="pale" cx="66" cy="36" r="11" />
                <circle class="pale" cx="90" cy="60" r="11" />
            </svg>
        </Blank>
    }
}
