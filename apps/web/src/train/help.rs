use leptos::prelude::*;

use crate::keys_help::KeyRow;
use crate::language;

/// The keys of this page, handled by `keyboard` and the board.
#[component]
pub fn TrainKeys() -> impl IntoView {
    let words = language::train();
    let rows: [(&'static [&'static str], &'static str); 9] = [
        (&["Enter"], words.key_enter),
        (&["H"], words.key_hint),
        (&["S"], words.key_skip),
        (&["F"], words.key_flip),
        (&["P"], words.key_pause),
        (&["M"], words.key_sounds),
        (&["Q", "R", "B", "N"], words.key_piece),
        (&["/"], words.key_type),
        (&["Esc"], language::solving().key_escape),
    ];
    view! { <dl class="keys">{rows.map(|(keys, does)| view! { <KeyRow keys does /> }).collect_view()}</dl> }
}
