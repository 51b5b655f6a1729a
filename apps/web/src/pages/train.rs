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
                <path class="tint" d="M12 12h24v24H12zM60 12h24v24H60zM36 36h24v24H36zM84 36h24v24H84zM12 60h24v24H12zM60 60h24v24H60z" />
                <path class="rule" d="M12 12h96v72H12zM12 36h96M12 60h96M36 12v72M60 12v72M84 12v72" />
                <path class="way" d="M48 72V24h18" />
                <circle class="dark" cx="48" cy="72" r="6" />
                <circle class="here" cx="72" cy="24" r="6" />
            </svg>
        </Blank>
    }
}
