use leptos::prelude::*;

use super::Page;
use super::blank::Blank;

#[component]
pub fn Train() -> impl IntoView {
    view! {
        <Blank
            title="Nothing to train yet"
            text="This version brings no puzzles and keeps no schedule."
            to=Page::Study
            action="Go to the board"
        >
            // A knight's jump.
            <svg class="picture" viewBox="0 0 120 96" aria-hidden="true">
                <path class="tint" d="M36 12h24v24H36zM60 36h24v24H60zM36 60h24v24H36z" />
                <path class="rule" d="M36 12h48v72H36zM36 36h48M36 60h48M60 12v72" />
                <path class="way" d="M48 72V24h18" />
                <circle class="dark" cx="48" cy="72" r="6" />
                <circle class="here" cx="72" cy="24" r="6" />
            </svg>
        </Blank>
    }
}
