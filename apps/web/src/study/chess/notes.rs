//! Comment and NAGs at the cursor of a chess game.

use leptos::prelude::*;
use record::GameRecord;
use study::{ChessInput, Input};

use super::players::MoveEntry;
use crate::language;
use crate::study::notes::CommentField;
use crate::study::page_state::PageState;

/// Number, sign and name of common NAGs.
fn nags() -> [(u32, &'static str, &'static str); 15] {
    let words = language::study();
    [
        (3, "!!", words.brilliant),
        (1, "!", words.good),
        (5, "!?", words.interesting_move),
        (6, "?!", words.dubious),
        (2, "?", words.mistake),
        (4, "??", words.blunder),
        (7, "□", words.only_move),
        (10, "=", words.even),
        (13, "∞", words.unclear),
        (14, "+=", words.white_slightly_better),
        (15, "=+", words.black_slightly_better),
        (16, "±", words.white_better),
        (17, "∓", words.black_better),
        (18, "+−", words.white_winning),
        (19, "−+", words.black_winning),
    ]
}

#[component]
pub fn ChessNotes() -> impl IntoView {
    let words = language::study();
    let page_state = PageState::here();
    let current = page_state.watch_chess(|record| record.nags());
    let has_move = page_state.watch_chess(|record| record.here() != record.root());
    let glyph = move |(number, sign, name)| view! { <NagButton number sign name current has_move /> };
    view! {
        <section class="panel notes chess-notes" id="notes" aria-label=words.notes>
            <div class="notes-head">
                <label class="caption" for="comment">{words.comment}</label>
                <MoveEntry />
            </div>
            <CommentField prompt=words.move_prompt />
            <div class="chips nags" role="group" aria-label=words.judgement>
                {nags().map(glyph).collect_view()}
            </div>
        </section>
    }
}

#[component]
fn NagButton(
    number: u32,
    sign: &'static str,
    name: &'static str,
    /// The NAGs at the cursor.
    current: Memo<Vec<u32>>,
    has_move: Memo<bool>,
) -> impl IntoView {
    let page_state = PageState::here();
    let is_set = Memo::new(move |_| current.with(|nags| nags.contains(&number)));
    view! {
        <button
            class="chip"
            title=name
            aria-label=name
            aria-pressed=move || is_set.get().to_string()
            disabled=move || !has_move.get()
            on:click=move |_| page_state.act(Input::Chess(ChessInput::Nag(number)))
        >
            {sign}
        </button>
    }
}
