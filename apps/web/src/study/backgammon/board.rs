//! The board of a match: the same picture as on cards, with the same player always at the bottom.

use diagram::backgammon::{Look, inline_svg};
use i18n::fill;
use leptos::prelude::*;
use rules::backgammon::Side;
use study::OpenGame;

use super::players::position_text;
use super::print;
use crate::board_styles;
use crate::language;
use crate::settings::Settings;
use crate::study::page_state::PageState;
use crate::study::wheel::Wheel;

/// Players who switch sides every turn are hard to follow, so the board turns only when it is flipped.
fn picture(game: &OpenGame, look: Look) -> Option<String> {
    let bottom = if game.is_flipped() { Side::Top } else { Side::Bottom };
    let look = Look { bottom: Some(bottom), ..look };
    Some(inline_svg(&game.backgammon()?.position(), &look))
}

#[component]
pub fn MatchBoard() -> impl IntoView {
    let page_state = PageState::here();
    let wheel = Wheel::new(page_state);
    board_styles::adopt_board_styles();
    print::listen();
    let settings = Settings::here();
    let picture = page_state
        .watch(move |workspace| picture(workspace.current(), settings.backgammon_look()).unwrap_or_default());
    let label = page_state.watch_match(|record| {
        fill(language::here().boards().backgammon_board_at, &[("place", &position_text(record))])
    });
    view! {
        <div
            class="pane match-pane"
            tabindex="0"
            role="group"
            aria-label=label
            node_ref=page_state.board
            id="board"
            on:wheel=move |event| wheel.turn(&event)
        >
            <div class="board-area" aria-hidden="true" inner_html=picture></div>
        </div>
    }
}
