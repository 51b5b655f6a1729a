//! The position in words: the pieces of each side, each rank, and what attacks a square.

use i18n::fill;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use rules::chess::Square;
use study::spoken;

use crate::dialog::Dialog;
use crate::language;
use crate::study::page_state::PageState;

#[component]
pub fn ReadPositionDialog(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let words = language::here().chess_study();
    let position = PageState::here()
        .peek(|workspace| workspace.current().chess().and_then(|record| record.position().cloned()));
    let said =
        position.as_ref().map(|position| spoken::position(language::here(), position)).unwrap_or_default();
    let turn = position.as_ref().map_or(language::study().unplayable, |position| {
        position.turn().fold_wb(language::study().white_to_move, language::study().black_to_move)
    });
    let text = RwSignal::new(String::new());
    let answer = RwSignal::new(String::new());
    let say = move |event: SubmitEvent| {
        event.prevent_default();
        let asked = text.get_untracked();
        let square = asked.trim().to_lowercase().parse::<Square>().ok();
        answer.set(match (square, &position) {
            (Some(square), Some(position)) => spoken::square(language::here(), position, square),
            _ => fill(words.not_a_square, &[("text", &asked)]),
        });
    };
    view! {
        <Dialog title=words.position_in_words.to_owned() close>
            <div class="spoken-position">
                <p><strong>{turn}</strong></p>
                <p>{said.white}</p>
                <p>{said.black}</p>
                <form class="form spoken-square" on:submit=say>
                    <label>
                        {words.which_square}
                        <input type="text" autofocus autocomplete="off" spellcheck="false" bind:value=text />
                    </label>
                    <button class="button" type="submit">{words.say_square}</button>
                </form>
                <p role="status">{answer}</p>
                <h3 class="caption">{words.by_rank}</h3>
                <ul>{said.ranks.into_iter().map(|rank| view! { <li>{rank}</li> }).collect_view()}</ul>
            </div>
        </Dialog>
    }
}
