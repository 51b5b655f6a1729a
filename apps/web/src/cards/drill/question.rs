//! What is asked: the facts, the options, and the field for typed moves.

use flashcards::card::{choice_label, facts};
use i18n::fill;
use leptos::html;
use leptos::prelude::*;
use rules::backgammon::PartialPlayError;

use super::DrillTurn;
use crate::icons;
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

/// Below the board: what was moved so far, as text that can also be typed.
#[component]
pub(super) fn TypedMove(turn: DrillTurn) -> impl IntoView {
    let words = language::cards();
    let field = NodeRef::<html::Input>::new();
    let error = RwSignal::new(None::<String>);
    let moved = Memo::new(move |_| {
        turn.moved.with(|moved| moved.as_ref().map(|moved| moved.play().to_string())).unwrap_or_default()
    });
    let read = move || {
        let Some(field) = field.get_untracked() else { return };
        let text = field.value();
        let mut result = Ok(());
        turn.move_checkers(|moved| result = moved.read(&text));
        error.set(result.err().map(|error| {
            let words = match error {
                PartialPlayError::Unreadable => words.not_a_move,
                PartialPlayError::Illegal => words.not_legal,
            };
            fill(words, &[("play", text.trim())])
        }));
    };
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if turn.is_answered()
            || field.get_untracked().is_some_and(|field| field.value() == moved.get_untracked())
        {
            return turn.advance();
        }
        read();
    };
    let cannot_move = move || turn.judgement.get().is_some() || turn.moved.with(Option::is_none);
    view! {
        <form class="typed-move" hidden=move || turn.moved.with(Option::is_none) on:submit=submit>
            <button type="button" class="button" disabled=move || cannot_move() || moved.with(String::is_empty) on:click=move |_| turn.take_back()>
                {icons::UNDO.draw()}
                {words.take_back}
            </button>
            <input
                type="text"
                autocomplete="off"
                spellcheck="false"
                placeholder=words.type_move
                aria-label=words.type_move
                aria-invalid=move || error.with(Option::is_some).to_string()
                node_ref=field
                disabled=cannot_move
                prop:value=moved
                on:input=move |_| error.set(None)
            />
            <p class="typed-error" role="alert">{error}</p>
        </form>
    }
}
