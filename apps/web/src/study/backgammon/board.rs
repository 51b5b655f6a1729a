//! The board of a match: the same picture as on cards, with the bottom player always at the bottom.

use diagram::backgammon::{Look, inline_svg};
use leptos::prelude::*;
use rules::backgammon::Side;

use crate::board_styles;
use crate::study::page_state::PageState;
use crate::study::wheel::Wheel;

/// Players who switch sides every turn are hard to follow, so the board does not turn.
fn look() -> Look {
    Look { bottom: Some(Side::Bottom), ..Look::default() }
}

#[component]
pub fn MatchBoard() -> impl IntoView {
    let page_state = PageState::here();
    let wheel = Wheel::new(page_state);
    board_styles::adopt_board_styles();
    let picture = page_state.watch_match(|record| inline_svg(&record.position(), &look()));
    view! {
        <div
            class="pane match-pane"
            tabindex="0"
            role="group"
            node_ref=page_state.board
            id="board"
            on:wheel=move |event| wheel.turn(&event)
        >
            <div class="board-area" inner_html=picture></div>
        </div>
    }
}
