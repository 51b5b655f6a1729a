//! The decisions in their order, each with its board; mistakes stand where they were found.

use diagram::backgammon::inline_svg;
use flashcards::card::{facts, verdict};
use flashcards::{Item, Kind, Settings, What};
use leptos::prelude::*;
use words::fill;

use super::sieve::Sieve;
use super::table::{Pane, Table};
use super::telling;
use crate::icons;
use crate::language;

/// As many boards as a browser draws without a pause.
const AT_ONCE: usize = 60;

/// What a row shows.
#[derive(Clone, Debug, PartialEq)]
enum Row {
    Position { board: String, title: String, facts: String, doubts: usize },
    Mistake { place: String, what: String },
}

fn row(item: &Item, settings: &Settings) -> Row {
    let words = language::cards();
    let board = |position| inline_svg(position, &settings.look());
    match &item.what {
        What::Decision(decision) => {
            let best = decision.best().map_or("", |best| &best.label);
            let title = match decision.kind {
                Kind::Cube(right) => verdict(right, settings.language),
                Kind::Checker if best.is_empty() => words.cannot_move,
                Kind::Checker => best,
            };
            let facts = line(&facts(&decision.position, settings));
            let board = board(&decision.position);
            Row::Position { board, title: title.to_owned(), facts, doubts: decision.warnings.len() }
        }
        What::Question(question) => Row::Position {
            board: board(&question.position),
            title: words.not_analysed.into(),
            facts: line(&facts(&question.position, settings)),
            doubts: 0,
        },
        What::Mistake(error) => {
            let (line, column) = (error.line.to_string(), error.column.to_string());
            let place = [("source", &*item.source), ("line", &line), ("column", &column)];
            Row::Mistake { place: fill(words.place, &place), what: telling::problem(&error.problem) }
        }
    }
}

/// Broken between facts, never inside one or before a dot.
fn line(facts: &[String]) -> String {
    let whole = |fact: &String| fact.replace(' ', "\u{a0}").replace('-', "\u{2011}");
    facts.iter().map(whole).collect::<Vec<_>>().join("\u{a0}· ")
}

#[component]
pub fn Decisions() -> impl IntoView {
    let words = language::cards();
    let table = Table::here();
    let most = RwSignal::new(AT_ONCE);
    let shown = Memo::new(move |_| {
        table.selection.with(|selection| {
            table.tray.with(|tray| tray.selected(selection).map(|item| item.id).collect::<Vec<_>>())
        })
    });
    let title = Memo::new(move |_| {
        table.tray.with(|tray| {
            let is_wrong = |item: &&Item| matches!(item.what, What::Mistake(_));
            let mistakes = tray.items().iter().filter(is_wrong).count();
            heading(shown.with(Vec::len) - mistakes, tray.items().len() - mistakes, mistakes)
        })
    });
    let count = move || shown.with(Vec::len);
    let ids = move || shown.with(|ids| ids.iter().take(most.get()).copied().collect::<Vec<_>>());
    view! {
        <div class="decisions-head">
            <h2 class="caption">{title}</h2>
            <button class="button quiet" disabled=move || count() == 0 on:click=move |_| table.clear()>{words.clear}</button>
        </div>
        <Sieve />
        <ol class="decisions">
            <For each=ids key=|id| *id let(id)>
                <Entry id />
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
fn Entry(id: u32) -> impl IntoView {
    let words = language::cards();
    let table = Table::here();
    let shown = Memo::new(move |_| {
        table.settings.with(|settings| table.tray.with(|tray| tray.get(id).map(|item| row(item, settings))))
    });
    let choose = move |_| {
        table.chosen.set(Some(id));
        table.pane.set(Pane::Card);
    };
    let current = move || (table.chosen.get() == Some(id)).then_some("true");
    let inside = move || {
        shown.get().map(|row| match row {
            Row::Position { board, title, facts, doubts } => {
                let doubts = (doubts > 0).then(|| {
                    let what = language::here().count(words.doubt_count, doubts);
                    view! { <span class="doubt">{what}</span> }
                });
                view! {
                    <button class="decision" aria-current=current on:click=choose>
                        <span class="small-board" aria-hidden="true" inner_html=board></span>
                        <span class="decision-text">
                            <strong>{title}</strong>
                            <span>{facts}</span>
                            {doubts}
                        </span>
                    </button>
                }
                .into_any()
            }
            Row::Mistake { place, what } => view! {
                <div class="mistake">
                    <strong>{place}</strong>
                    <span>{what}</span>
                </div>
            }
            .into_any(),
        })
    };
    view! {
        <li>
            {inside}
            <button class="tool" title=words.take_away aria-label=words.take_away on:click=move |_| table.remove(id)>
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
    fn what_is_not_to_be_seen_is_counted() {
        for (shown, all, mistakes, words) in [
            (1, 1, 0, "1 decision"),
            (5, 5, 1, "5 decisions, 1 mistake"),
            (3, 40, 2, "3 of 40 decisions, 2 mistakes"),
        ] {
            assert_eq!(heading(shown, all, mistakes), words);
        }
    }
}
