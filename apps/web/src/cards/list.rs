//! The list of decisions, each with its board. Read errors appear where they occurred.

use diagram::backgammon::inline_svg;
use flashcards::card::{facts, verdict};
use flashcards::{Content, DecisionKind, Item, Settings};
use i18n::fill;
use leptos::prelude::*;

use super::filter::Filter;
use super::messages;
use super::state::{CardsState, Pane};
use crate::icons;
use crate::language;

/// A browser draws this many boards without a visible delay.
const AT_ONCE: usize = 60;

/// What a row shows.
#[derive(Clone, Debug, PartialEq)]
enum RowContent {
    Position { board: String, title: String, facts: String, inconsistencies: usize },
    Error { location: String, what: String },
}

fn row(item: &Item, settings: &Settings) -> RowContent {
    let words = language::cards();
    let board = |position| inline_svg(position, &settings.look());
    match &item.content {
        Content::Decision(decision) => {
            let best = decision.best().map_or("", |best| &best.label);
            let title = match decision.kind {
                DecisionKind::Cube(right) => verdict(right, settings.language),
                DecisionKind::Checker if best.is_empty() => words.cannot_move,
                DecisionKind::Checker => best,
            };
            let facts = line(&facts(&decision.position, settings));
            let board = board(&decision.position);
            RowContent::Position {
                board,
                title: title.to_owned(),
                facts,
                inconsistencies: decision.warnings.len(),
            }
        }
        Content::Question(question) => RowContent::Position {
            board: board(&question.position),
            title: words.not_analysed.into(),
            facts: line(&facts(&question.position, settings)),
            inconsistencies: 0,
        },
        Content::Error(error) => {
            let (line, column) = (error.line.to_string(), error.column.to_string());
            let values = [("source", &*item.source), ("line", &line), ("column", &column)];
            RowContent::Error {
                location: fill(words.location, &values),
                what: messages::problem(&error.problem),
            }
        }
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
            state
                .collection
                .with(|collection| collection.selected(selection).map(|item| item.id).collect::<Vec<_>>())
        })
    });
    let title = Memo::new(move |_| {
        state.collection.with(|collection| {
            let is_error = |item: &&Item| matches!(item.content, Content::Error(_));
            let mistakes = collection.items().iter().filter(is_error).count();
            heading(shown.with(Vec::len) - mistakes, collection.items().len() - mistakes, mistakes)
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

fn heading(shown: usize, all: usize, mistakes: usize) -> String {
    let (language, words) = (language::here(), language::cards());
    let decisions = if shown == all {
        language.count(words.decision_count, all)
    } else {
        language.count_with(words.decisions_shown, all, &[("shown", &language.number(shown as u64))])
    };
    match mistakes {
        0 => decisions,
        _ => [decisions, language.count(words.mistake_count, mistakes)].join(language::frame().comma),
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
            RowContent::Position { board, title, facts, inconsistencies } => {
                let inconsistencies = (inconsistencies > 0).then(|| {
                    let what = language::here().count(words.inconsistency_count, inconsistencies);
                    view! { <span class="inconsistency">{what}</span> }
                });
                view! {
                    <button class="decision" aria-current=current on:click=choose>
                        <span class="small-board" aria-hidden="true" inner_html=board></span>
                        <span class="decision-text">
                            <strong>{title}</strong>
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
    fn hidden_items_are_counted() {
        for (shown, all, mistakes, words) in [
            (1, 1, 0, "1 decision"),
            (5, 5, 1, "5 decisions, 1 error"),
            (3, 40, 2, "3 of 40 decisions, 2 errors"),
        ] {
            assert_eq!(heading(shown, all, mistakes), words);
        }
    }
}
