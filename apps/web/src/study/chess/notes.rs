//! Words and glyphs at the cursor of a chess game.

use leptos::html;
use leptos::prelude::*;
use study::Input;

use super::players::MoveEntry;
use crate::study::notes::Kept;
use crate::study::session::Session;

/// Number, sign and name of the glyphs that players use.
const GLYPHS: [(u32, &str, &str); 15] = [
    (3, "!!", "Brilliant move"),
    (1, "!", "Good move"),
    (5, "!?", "Interesting move"),
    (6, "?!", "Dubious move"),
    (2, "?", "Mistake"),
    (4, "??", "Blunder"),
    (7, "□", "Only move"),
    (10, "=", "Even"),
    (13, "∞", "Unclear"),
    (14, "+=", "White is slightly better"),
    (15, "=+", "Black is slightly better"),
    (16, "±", "White is better"),
    (17, "∓", "Black is better"),
    (18, "+−", "White is winning"),
    (19, "−+", "Black is winning"),
];

#[component]
pub fn ChessNotes() -> impl IntoView {
    let session = Session::here();
    let comment = NodeRef::<html::Textarea>::new();
    let put = move |text: &str| comment.get().map(|field| field.set_value(text)).is_some();
    let look = |desk: &study::Desk| desk.current().chess().map(|chess| chess.comment()).unwrap_or_default();
    let kept = Kept::current(session, look, put);
    let write = move |text: String| {
        kept.typed(&text);
        session.act(Input::Comment(text));
    };
    let glyph = |(number, sign, name)| view! { <Glyph number sign name /> };
    view! {
        <section class="panel notes chess-notes" id="notes" aria-label="Notes">
            <div class="notes-head">
                <label class="caption" for="comment">"Comment"</label>
                <MoveEntry />
            </div>
            <textarea
                id="comment"
                placeholder="What is there to say about this move?"
                node_ref=comment
                on:input=move |event| write(event_target_value(&event))
            ></textarea>
            <div class="chips glyphs" role="group" aria-label="Judgement">
                {GLYPHS.map(glyph).collect_view()}
            </div>
        </section>
    }
}

#[component]
fn Glyph(number: u32, sign: &'static str, name: &'static str) -> impl IntoView {
    let session = Session::here();
    let said = session.watch_chess(move |record| record.nags().contains(&number));
    let has_move = session.watch_chess(|record| record.here() != record.root());
    view! {
        <button
            class="chip"
            title=name
            aria-label=name
            aria-pressed=move || said.get().to_string()
            disabled=move || !has_move.get()
            on:click=move |_| session.act(Input::Glyph(number))
        >
            {sign}
        </button>
    }
}
