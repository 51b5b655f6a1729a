//! The verdict, and the program's table with the answer in it.

use flashcards::card::{chances_text, choice_label, title};
use flashcards::{Choice, DecisionKind, Judgement, QuizCard};
use i18n::{Language, fill};
use leptos::prelude::*;

use super::DrillTurn;
use crate::cards::state::today;
use crate::language;

/// Its place is free from the start, so that nothing jumps.
#[component]
pub(super) fn Verdict(turn: DrillTurn) -> impl IntoView {
    let class = move || match turn.judgement.get() {
        None => "says",
        Some(Judgement::Right) => "says right",
        Some(Judgement::Close) => "says close",
        Some(Judgement::Wrong) => "says wrong",
    };
    let heading =
        move || turn.judgement.get().and_then(|judgement| turn.asked(|asked| heading(asked, judgement)));
    let cost = move || turn.judgement.get().and_then(|_| turn.asked(|asked| cost(asked, language::here())));
    view! {
        <div class=class role="status">
            <p>
                <strong>{heading}</strong>
                <small class="cost">{cost}</small>
            </p>
            <p class="when muted">{move || next_review(turn)}</p>
        </div>
    }
}

fn heading(asked: &QuizCard, judgement: Judgement) -> String {
    let words = language::cards();
    let judged = match judgement {
        Judgement::Right => words.card_right,
        Judgement::Close => words.card_close,
        Judgement::Wrong => words.card_wrong,
    };
    format!("{judged}: {}", title(&asked.decision, language::here()))
}

/// `24/20 costs 0.178.`
fn cost(asked: &QuizCard, language: Language) -> String {
    let words = language.cards();
    let chosen = asked.chosen.and_then(|chosen| asked.options.get(chosen));
    let Some(chosen) = chosen.filter(|choice| choice.rank != 1) else { return String::new() };
    let text = match (is_listed(asked, chosen), chosen.loss > 0.0) {
        (false, _) => words.costs_at_least,
        (true, true) => words.costs,
        (true, false) => words.costs_nothing,
    };
    let loss = language.decimal(chosen.loss, 3);
    fill(text, &[("play", choice_label(chosen, language)), ("loss", &loss)])
}

/// False for a play made on the board that the program does not mention.
fn is_listed(asked: &QuizCard, choice: &Choice) -> bool {
    asked.decision.choices.iter().any(|listed| listed.label == choice.label)
}

/// The judgement, and when this card is due again.
fn next_review(turn: DrillTurn) -> String {
    let words = language::cards();
    let judgement = match turn.judgement.get() {
        None if turn.hand.moved.with(Option::is_none) => return words.choose_an_answer.into(),
        None => return words.choose_a_move.into(),
        Some(Judgement::Right) => words.right,
        Some(Judgement::Close) => words.close,
        Some(Judgement::Wrong) => words.wrong,
    };
    let card = turn.asked(|asked| asked.card.clone()).unwrap_or_default();
    match turn.state.schedule.with(|schedule| schedule.days_left(&card, today())) {
        Some(1) => format!("{judgement} {}", words.tomorrow),
        Some(days) => format!("{judgement} {}", fill(words.again_in, &[("n", &days.to_string())])),
        None => judgement.into(),
    }
}

#[derive(Clone, Debug, PartialEq)]
struct AnalysisRow {
    /// To show it on the board; none for a cube action.
    play: Option<String>,
    label: String,
    mark: &'static str,
    class: &'static str,
    equity: String,
    error: String,
}

/// The program's rows in its order, and the right answer and the chosen one if it does not list them.
fn rows(asked: &QuizCard, language: Language) -> Vec<AnalysisRow> {
    const ROWS: usize = 10;
    let words = language.cards();
    let decision = &asked.decision;
    let chosen = asked.chosen.and_then(|chosen| asked.options.get(chosen));
    let is_chosen = |choice: &Choice| chosen.is_some_and(|chosen| chosen.label == choice.label);
    let mut choices: Vec<&Choice> = match decision.kind {
        DecisionKind::Checker => decision.listed(),
        DecisionKind::Cube(_) | DecisionKind::Take(_) => decision.choices.iter().collect(),
    };
    if decision.kind != DecisionKind::Checker {
        choices.retain(|choice| choice.from_xg_analysis || choice.rank == 1 || is_chosen(choice));
        choices.sort_by_key(|choice| choice.rank);
    }
    choices.extend(chosen.filter(|chosen| !is_listed(asked, chosen)));
    let mut place = 0;
    choices.retain(|choice| {
        place += 1;
        place <= ROWS || choice.played || is_chosen(choice)
    });
    let row = |choice: &Choice| {
        let is_known = is_listed(asked, choice);
        let mark = match (choice.rank == 1, is_chosen(choice), choice.played) {
            (true, _, _) => words.mark_best,
            (_, true, _) => words.mark_you,
            (_, _, true) => words.mark_played,
            _ => "",
        };
        AnalysisRow {
            play: (decision.kind == DecisionKind::Checker).then(|| choice.label.clone()),
            label: choice_label(choice, language).to_owned(),
            mark,
            class: match (choice.rank == 1, is_chosen(choice)) {
                (true, _) => "best",
                (false, true) => "you",
                (false, false) => "",
            },
            equity: if is_known { format!("{:+.3}", choice.equity) } else { "—".into() },
            error: match is_known && choice.rank != 1 {
                true => format!("{:+.3}", 0.0 - choice.loss),
                false => String::new(),
            },
        }
    };
    choices.into_iter().map(row).collect()
}

#[component]
pub(super) fn Analysis(turn: DrillTurn) -> impl IntoView {
    let words = language::cards();
    let rows = move || turn.asked(|asked| rows(asked, language::here())).unwrap_or_default();
    let chances = move || turn.asked(|asked| chances_text(&asked.decision, language::here())).flatten();
    let note = move || turn.asked(|asked| asked.decision.note.clone()).filter(|note| !note.trim().is_empty());
    let source = move || {
        turn.asked(|asked| {
            let source = &asked.decision.source;
            [&*source.program, &*source.version, asked.decision.level()].join(" ").trim().to_owned()
        })
    };
    let row = move |row: AnalysisRow| {
        let AnalysisRow { play, label, mark, class, equity, error } = row;
        let label = match play {
            Some(play) => {
                let (own, shown) = (play.clone(), move || turn.shown.get());
                let is_shown = move || (shown().as_ref() == Some(&own)).to_string();
                view! {
                    <button type="button" aria-pressed=is_shown on:click=move |_| turn.shown.set(Some(play.clone()))>{label}</button>
                }
                .into_any()
            }
            None => view! { <span>{label}</span> }.into_any(),
        };
        view! {
            <tr class=class>
                <td>{label}" "<small>{mark}</small></td>
                <td class="num">{equity}</td>
                <td class="num">{error}</td>
            </tr>
        }
    };
    view! {
        <div class="drill-analysis">
            <table class="equities">
                <thead>
                    <tr>
                        <th>{words.column_move}</th>
                        <th class="num">{words.column_equity}</th>
                        <th class="num">{words.column_error}</th>
                    </tr>
                </thead>
                <tbody>{move || rows().into_iter().map(row).collect_view()}</tbody>
            </table>
            <p class="small muted">{chances}</p>
            {move || note().map(|note| view! { <p class="drill-note">{note}</p> })}
            <p class="small muted">{source}</p>
        </div>
    }
}
