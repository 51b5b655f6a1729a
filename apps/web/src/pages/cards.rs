use leptos::prelude::*;

use super::Page;
use super::blank::Blank;

#[component]
pub fn Cards() -> impl IntoView {
    view! {
        <Blank
            title="No cards yet"
            text="This version cannot make flashcards: it reads no analysis and writes no decks."
            to=Page::Study
            action="Go to the board"
        >
            // One card over another, with the points of a backgammon board on it.
            <svg class="picture" viewBox="0 0 120 96" aria-hidden="true">
                <rect class="back" x="38" y="8" width="62" height="72" rx="7" />
                <rect class="card" x="22" y="16" width="62" height="72" rx="7" />
                <path class="tint" d="M30 80l6-34 6 34zM54 80l6-34 6 34zM42 24l6 34 6-34zM66 24l6 34 6-34z" />
                <path class="rule" d="M42 80l6-34 6 34zM66 80l6-34 6 34zM30 24l6 34 6-34zM54 24l6 34 6-34z" />
            </svg>
        </Blank>
    }
}
