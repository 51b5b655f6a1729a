//! The decisions in their order, each with its board; mistakes stand where they were found.

use diagram::backgammon::inline_svg;
use flashcards::card::facts;
use flashcards::{Item, Kind, Settings, What};
use leptos::prelude::*;

use super::table::Table;
use crate::icons;

/// As many boards as a browser draws without a pause.
const AT_ONCE: usize = 60;

/// What a row shows.
#[derive(Clone, Debug, PartialEq)]
enum Row {
    Position { board: String, title: String, facts: String, doubts: usize },
    Mistake { place: String, what: String },
}

fn row(item: &Item, settings: &Settings) -> Row {
    let board = |position| inline_svg(position, &settings.look());
    match &item.what {
        What::Decision(decision) => {
            let best = decision.best().map_or("", |best| &best.label);
            let title = match decision.kind {
                Kind::Cube(verdict) => verdict.to_string(),
                Kind::Checker if best.is_empty() => "Cannot move".to_owned(),
                Kind::Checker => best.to_owned(),
            };
            let facts = facts(&decision.position, settings);
            Row::Position { board: board(&decision.position), title, facts, doubts: decision.warnings.len() }
        }
        What::Question(question) => Row::Position {
            board: board(&question.position),
            title: "Not analysed yet".into(),
            facts: facts(&question.position, settings),
            doubts: 0,
        },
        What::Mistake(error) => Row::Mistake {
            place: format!("{}, line {}, column {}", item.source, error.line, error.column),
            what: error.problem.to_string(),
        },
    }
}

#[component]
pub fn Decisions() -> impl IntoView {
    let table = Table::here();
    let most = RwSignal::new(AT_ONCE);
    let all = Memo::new(move |_| table.tray.with(|tray| tray.items().len()));
    let ids = Memo::new(move |_| {
        table.tray.with(|tray| tray.items().iter().take(most.get()).map(|item| item.id).collect::<Vec<_>>())
    });
    view! {
        <ol class="decisions">
            <For each=move || ids.get() key=|id| *id let(id)>
                <Entry id />
            </For>
        </ol>
        <Show when=move || { all.get() > most.get() }>
            <button class="button more" on:click=move |_| most.update(|most| *most += AT_ONCE)>
                {move || format!("Show more of {}", all.get())}
            </button>
        </Show>
    }
}

#[component]
fn Entry(id: u32) -> impl IntoView {
    let table = Table::here();
    let shown = Memo::new(move |_| {
        table.settings.with(|settings| table.tray.with(|tray| tray.get(id).map(|item| row(item, settings))))
    });
    let current = move || (table.chosen.get() == Some(id)).then_some("true");
    let inside = move || {
        shown.get().map(|row| match row {
            Row::Position { board, title, facts, doubts } => {
                let doubts = (doubts > 0).then(|| {
                    let what = if doubts == 1 { "1 doubt".to_owned() } else { format!("{doubts} doubts") };
                    view! { <span class="doubt">{what}</span> }
                });
                view! {
                    <button class="decision" aria-current=current on:click=move |_| table.chosen.set(Some(id))>
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
            <button class="tool" title="Take it away" aria-label="Take it away" on:click=move |_| table.remove(id)>
                {icons::CLOSE.draw()}
            </button>
        </li>
    }
}
