//! What is asked: the facts and the options.

use flashcards::card::{choice_label, facts};
use leptos::prelude::*;

use super::DrillTurn;
use crate::language;

/// Player, dice, score, cube and stake.
#[component]
pub(super) fn QuestionFacts(turn: DrillTurn) -> impl IntoView {
    let text = move || {
        turn.state.settings.with(|settings| {
            turn.asked(|asked| facts(&asked.decision.position, settings).join(" · ")).unwrap_or_default()
        })
    };
    view! { <p class="drill-facts">{text}</p> }
}

#[component]
pub(super) fn Options(turn: DrillTurn) -> impl IntoView {
    let labels = move || {
        let label = |choice: &_| choice_label(choice, language::here()).to_owned();
        turn.asked(|asked| asked.options.iter().map(label).collect::<Vec<_>>()).unwrap_or_default()
    };
    let option = move |(n, (letter, label)): (usize, (char, String))| {
        view! {
            <li>
                <button
                    class="op"
                    type="button"
                    aria-pressed=move || (turn.picked.get() == Some(n)).to_string()
                    on:click=move |_| turn.pick(n)
                >
                    <b>{letter.to_string()}</b>
                    {label}
                </button>
            </li>
        }
    };
    view! { <ul class="ops">{move || ('A'..).zip(labels()).enumerate().map(option).collect_view()}</ul> }
}
