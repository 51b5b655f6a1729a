//! NAGs that have no button of their own: those at the cursor by name, and a list of all others.

use leptos::html;
use leptos::prelude::*;
use record::pgn::nag_sign;
use study::{ChessInput, Input};

use crate::language;
use crate::study::page_state::PageState;

/// `N Novelty`; only the name if there is no sign.
fn text(number: u32) -> String {
    let name = language::here().nag_name(number);
    nag_sign(number).map_or(name.clone(), |sign| format!("{sign} {name}"))
}

#[component]
pub fn OtherNags(
    /// The NAGs at the cursor.
    current: Memo<Vec<u32>>,
    has_move: Memo<bool>,
    /// Those that have a button.
    buttons: Vec<u32>,
) -> impl IntoView {
    let page_state = PageState::here();
    let toggle = move |number| page_state.act(Input::Chess(ChessInput::Nag(number)));
    let list = NodeRef::<html::Select>::new();
    let choose = move |event| {
        if let Ok(number) = event_target_value(&event).parse() {
            toggle(number);
        }
        if let Some(list) = list.get_untracked() {
            list.set_value("");
        }
    };
    let words = language::here().nags();
    let has_button = |number: &u32| buttons.contains(number);
    let named = language::here().named_nags().map(|(number, _)| number).filter(|number| !has_button(number));
    let options: Vec<_> =
        named.map(|number| view! { <option value=number.to_string()>{text(number)}</option> }).collect();
    let is_other = move |number: &u32| !buttons.contains(number);
    let others =
        Memo::new(move |_| current.with(|all| all.iter().copied().filter(&is_other).collect::<Vec<_>>()));
    let chip = move |number: u32| {
        view! {
            <button class="chip" aria-pressed="true" on:click=move |_| toggle(number)>{text(number)}</button>
        }
    };
    view! {
        {move || others.get().into_iter().map(chip).collect_view()}
        <select
            class="more-nags"
            aria-label=words.more
            disabled=move || !has_move.get()
            node_ref=list
            on:change=choose
        >
            <option value="">{words.more}</option>
            {options}
        </select>
    }
}
