//! The list of decisions, each with its board. Read errors appear where they occurred.

use diagram::backgammon::inline_svg;
use flashcards::card::{facts, played, question_played, title};
use flashcards::{Content, Decision, Item, Question, Settings};
use i18n::{fill, visible_line};
use leptos::prelude::*;

use super::filter::Filter;
use super::messages;
use super::state::{CardsState, Pane};
use crate::backgammon_loss::class_of;
use crate::icons;
use crate::language;

/// A browser draws this many boards without a visible delay.
const AT_ONCE: usize = 60;

/// What a row shows.
#[derive(Clone, Debug, PartialEq)]
enum RowContent {
    Position(PositionRow),
    Error { location: String, what: String },
}

#[derive(Clone, Debug, Default, PartialEq)]
struct PositionRow {
    board: String,
    /// What was played, or else what is right.
    title: String,
    /// The right answer, where something else was played.
    best: String,
    /// Of the choice made, with the class of its size.
    cost: Option<(String, &'static str)>,
    facts: String,
    inconsistencies: usize,
}

fn decision_row(decision: &Decision, settings: &Settings) -> PositionRow {
    let right = title(decision, settings.language);
    let played = played(decision, settings.language);
    let cost = decision.played_loss().filter(|loss| *loss > 0.0);
    let best = match cost {
        Some(_) => fill(language::cards().best_was, &[("play", &right)]),
        None => String::new(),
    };
    PositionRow {
        board: inline_svg(&decision.position, &settings.look()),
        title: played.unwrap_or(right),
        best,
        cost: cost.map(|loss| (format!("{:+.3}", -loss), class_of(loss))),
        facts: line(&with_player(decision.player(), facts(&decision.position, settings))),
        inconsistencies: decision.warnings.len(),
    }
}

fn question_row(question: &Question, settings: &Settings) -> PositionRow {
    let words = language::cards();
    let (position, played) = (&question.position, question_played(question, settings.language));
    let player = question.players.of(position.to_act());
    PositionRow {
        board: inline_svg(position, &settings.look()),
        best: if played.is_some() { words.not_analysed.to_owned() } else { String::new() },
        title: played.unwrap_or(words.not_analysed.to_owned()),
        facts: line(&with_player(player, facts(position, settings))),
        ..PositionRow::default()
    }
}

/// The name instead of the colour, where it is known.
fn with_player(name: &str, mut facts: Vec<String>) -> Vec<String> {
    let name = visible_line(name.trim());
    if let Some(color) = facts.first_mut().filter(|_| !name.is_empty()) {
        *color = name.into_owned();
    }
    facts
}

fn row(item: &Item, settings: &Settings) -> RowContent {
    match &item.content {
        Content::Decision(decision) => RowContent::Position(decision_row(decision, settings)),
        Content::Question(question) => RowContent::Position(question_row(question, settings)),
        Content::Error(error) => RowContent::Error {
            location: messages::location(&item.source, error.location),
            what: messages::problem(&error.problem),
        },
    }
}

/// Uses no-break spaces, so that lines break only between facts.
fn line(facts: &[String]) -> String {
    let whole = |fact: &String| fact.replace(' ', "\u{a0}").replace('-', "\u{2011}");
    facts.iter().map(whole).collect::<Vec<_>>().join("\u{a0}· ")
}

#[component]
pub fn Decisions() -> impl IntoView {
    let words = language::cards();
    let state = CardsState::here();
    let most = RwSignal::new(AT_ONCE);
    let shown = Memo::new(move |_| {
        state.selection.with(|selection| {
            state.collection.with(|collection| {
                let listed = collection.listed(selection, state.by_cost.get());
                listed.into_iter().map(|item| item.id).collect::<Vec<_>>()
            })
        })
    });
    let title = Memo::new(move |_| {
        state.collection.with(|collection| {
            let is_error = |item: &&Item| matches!(item.content, Content::Error(_));
            let problems = collection.items().iter().filter(is_error).count();
            heading(shown.with(Vec::len) - problems, collection.items().len() - problems, problems)
        })
    });
    let count = move || shown.with(Vec::len);
    let ids = move || shown.with(|ids| ids.iter().take(most.get()).copied().collect::<Vec<_>>());
    view! {
        <div class="decisions-head">
            <h2 class="caption">{title}</h2>
            <button class="button subtle" disabled=move || count() == 0 on:click=move |_| state.clear()>{words.clear}</button>
        </div>
        <Filter />
        <ol class="decisions">
            <For each=ids key=|id| *id let(id)>
                <DecisionRow id />
            </For>
        </ol>
        <Show when=move || { count() > most.get() }>
            <button class="button more" on:click=move |_| most.update(|most| *most += AT_ONCE)>
                {move || language::here().count(words.show_more, count().saturating_sub(most.get()))}
            </button>
        </Show>
    }
}

fn heading(shown: usize, all: usize, problems: usize) -> String {
    let (language, words) = (language::here(), language::cards());
    let decisions = if shown == all {
        language.count(words.decision_count, all)
    } else {
        language.count_with(words.decisions_shown, all, &[("shown", &language.number(shown as u64))])
    };
    match problems {
        0 => decisions,
        _ => [decisions, language.count(words.problem_count, problems)].join(language::frame().comma),
    }
}

#[component]
fn DecisionRow(id: u32) -> impl IntoView {
    let words = language::cards();
    let state = CardsState::here();
    let shown = Memo::new(move |_| {
        state.settings.with(|settings| {
            state.collection.with(|collection| collection.get(id).map(|item| row(item, settings)))
        })
    });
    let choose = move |_| {
        state.chosen.set(Some(id));
        state.pane.set(Pane::Card);
    };
    let current = move || (state.chosen.get() == Some(id)).then_some("true");
    let inside = move || {
        shown.get().map(|row| match row {
            RowContent::Position(PositionRow { board, title, best, cost, facts, inconsistencies }) => {
                let inconsistencies = (inconsistencies > 0).then(|| {
                    let what = language::here().count(words.inconsistency_count, inconsistencies);
                    view! { <span class="inconsistency">{what}</span> }
                });
                view! {
                    <button class="decision" aria-current=current on:click=choose>
                        <span class="small-board" aria-hidden="true" inner_html=board></span>
                        <span class="decision-text">
                            <strong>{title}</strong>
                            {cost.map(|(cost, class)| view! { <b class=format!("cost {class}")>{cost}</b> })}
                            {(!best.is_empty()).then(|| view! { <span class="best">{best}</span> })}
                            <span>{facts}</span>
                            {inconsistencies}
                        </span>
                    </button>
                }
                .into_any()
            }
            RowContent::Error { location, what } => view! {
                <div class="mistake">
                    <strong>{location}</strong>
                    <span>{what}</span>
                </div>
            }
            .into_any(),
        })
    };
    view! {
        <li>
            {inside}
            <button class="tool" title=words.remove_card aria-label=words.remove_card on:click=move |_| state.remove(id)>
                {icons::CLOSE.draw()}
            </button>
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_break_only_after_a_dot() {
        let facts = ["White", "Score: 2-0", "Money"].map(str::to_owned);
        assert_eq!(line(&facts), "White\u{a0}· Score:\u{a0}2\u{2011}0\u{a0}· Money");
    }

    #[test]
    fn a_row_says_who_played_what_and_what_it_cost() {
        let export = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10\n\nX:Ann   O:Bo\n\n 1. 3-ply  8/5 6/5  eq:+0.162\n \
            2. 3-ply  24/20  eq:-0.016 (-0.178)\n";
        let mut decision = flashcards::read(export.as_bytes()).decisions().next().unwrap().clone();
        let row = decision_row(&decision, &Settings::default());
        assert_eq!((row.title.as_str(), row.best.as_str(), row.cost), ("8/5 6/5", "", None));
        assert!(row.facts.starts_with("Ann\u{a0}· Dice:"), "{}", row.facts);
        decision.choices[1].played = true;
        let row = decision_row(&decision, &Settings::default());
        assert_eq!((row.title.as_str(), row.best.as_str()), ("24/20", "Best: 8/5 6/5"));
        assert_eq!(row.cost, Some(("-0.178".to_owned(), "blunder")));
    }

    #[test]
    fn hidden_items_are_counted() {
        for (shown, all, problems, words) in [
            (1, 1, 0, "1 decision"),
            (5, 5, 1, "5 decisions, 1 problem"),
            (3, 40, 2, "3 of 40 decisions, 2 problems"),
        ] {
            assert_eq!(heading(shown, all, problems), words);
        }
    }
}
