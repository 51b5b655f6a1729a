//! The rows of the engine's lines: always as many as were chosen, so that nothing moves when the engine answers. Pointing
//! at a row shows its line on the board, and a click adds it to the game.

use diagram::HintGrade;
use i18n::fill;
use leptos::prelude::*;
use rules::chess::LineMove;
use study::{ChessInput, Input};

use super::live::LiveAnalysis;
use super::mark::Mark;
use crate::language;
use crate::study::page_state::PageState;

#[component]
pub fn ChessLines() -> impl IntoView {
    let live = LiveAnalysis::here();
    let lines = Memo::new(move |_| rows(live));
    let row = move |rank: usize| {
        let line = Memo::new(move |_| lines.with(|lines| lines.get(rank).cloned()));
        let title = move || {
            let line = line.with(|line| line.as_ref().map(|line| text(&line.moves)).unwrap_or_default());
            fill(language::here().analysis().add_line, &[("line", &line)])
        };
        let has_line = Memo::new(move |_| line.with(Option::is_some));
        let cells = move || {
            line.get().map(|ChessRow { grade, value, moves }| {
                let first = moves.first().map(|one| one.text.clone()).unwrap_or_default();
                let rest = text(moves.get(1..).unwrap_or_default());
                view! {
                    <Mark grade />
                    <span class="value">{value}</span>
                    <span class="moves-of-line"><b>{first}</b>" "{rest}</span>
                }
            })
        };
        let add = move || {
            let line = line.get_untracked()?;
            Some(Input::Chess(ChessInput::Line(line.moves.iter().map(|one| one.mv).collect())))
        };
        move || match has_line.get() {
            true => view! { <LineButton rank title add class="engine-line">{cells}</LineButton> }.into_any(),
            false => view! { <Bones class="engine-line" /> }.into_any(),
        }
    };
    let rows = move || (0..live.line_count.get()).map(row).collect_view();
    view! { <div class="engine-lines">{rows}</div> }
}

#[derive(Clone, PartialEq)]
struct ChessRow {
    grade: HintGrade,
    value: String,
    moves: Vec<LineMove>,
}

fn rows(live: LiveAnalysis) -> Vec<ChessRow> {
    let values = live.read(|question, update| {
        let lines = &update.report.lines;
        let value = |(rank, line): (usize, &analysis::Line)| {
            let best = lines.first().map_or(line.evaluation, |best| best.evaluation);
            let grade = if rank == 0 { HintGrade::Best } else { question.grade(&best, &line.evaluation) };
            (grade, line.evaluation.native.to_string())
        };
        lines.iter().enumerate().map(value).collect::<Vec<_>>()
    });
    let lines = live.chess_lines();
    let rows = values.unwrap_or_default().into_iter().zip(lines);
    rows.map(|((grade, value), moves)| ChessRow { grade, value, moves }).collect()
}

fn text(moves: &[LineMove]) -> String {
    moves.iter().map(|one| one.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// The place of a line that the engine has not found yet.
#[component]
pub fn Bones(class: &'static str) -> impl IntoView {
    view! {
        <div class=class aria-hidden="true">
            <span class="bone value"></span>
            <span class="bone moves-of-line"></span>
        </div>
    }
}

/// A row that stays the same element while its line changes, so that it keeps the focus and the pointer.
#[component]
pub fn LineButton(
    rank: usize,
    #[prop(into)] title: Signal<String>,
    add: impl Fn() -> Option<Input> + 'static,
    class: &'static str,
    children: Children,
) -> impl IntoView {
    let (page_state, live) = (PageState::here(), LiveAnalysis::here());
    let point = move || live.pointed.set(Some(rank));
    let leave = move || {
        if live.pointed.get_untracked() == Some(rank) {
            live.pointed.set(None);
        }
    };
    let click = move |_| {
        live.pointed.set(None);
        if let Some(input) = add() {
            page_state.act(input);
        }
    };
    view! {
        <button
            class=class
            type="button"
            title=title
            on:click=click
            on:pointerenter=move |event| {
                // A finger has no way to point without a click.
                if event.pointer_type() == "mouse" {
                    point();
                }
            }
            on:pointerleave=move |_| leave()
            on:focus=move |_| point()
            on:blur=move |_| leave()
        >
            {children()}
        </button>
    }
}
