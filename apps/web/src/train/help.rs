use leptos::prelude::*;

use crate::keys_help::KeyRow;

/// The keys of this room; `keyboard` and the board answer them.
#[component]
pub fn TrainKeys() -> impl IntoView {
    let rows: [(&'static [&'static str], &'static str); 8] = [
        (&["Enter"], "Next puzzle; a line that plays itself jumps to its end"),
        (&["H"], "Hint: where, then which move, then it is played"),
        (&["S"], "Skip the puzzle"),
        (&["F"], "Turn the board"),
        (&["P"], "Pause, and go on"),
        (&["M"], "Sounds on or off"),
        (&["Q", "R", "B", "N"], "Choose the piece that a pawn becomes"),
        (&["/"], "Type a move"),
    ];
    view! { <dl class="keys">{rows.map(|(keys, does)| view! { <KeyRow keys does /> }).collect_view()}</dl> }
}
