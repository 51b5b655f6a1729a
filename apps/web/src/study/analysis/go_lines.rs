//! The engine's lines in Go: move, lead, win rate, visits, continuation.

use i18n::fill;
use leptos::prelude::*;
use rules::go::{Color, Move, Size};
use study::{GoInput, Input};

use super::go_hints::GoLine;
use super::line_rows::{Bones, LineButton};
use super::live::LiveAnalysis;
use super::mark::Mark;
use super::values;
use crate::language;
use crate::study::page_state::PageState;

#[component]
pub fn GoLines() -> impl IntoView {
    let words = language::here().analysis();
    let (page_state, live) = (PageState::here(), LiveAnalysis::here());
    let lines = Memo::new(move |_| live.go_lines());
    let size = page_state.watch(|workspace| workspace.current().go().map(record::GoRecord::size));
    let color = page_state.watch(|workspace| workspace.current().go().map(record::GoRecord::to_play));
    let row = move |rank: usize| {
        let line = Memo::new(move |_| lines.with(|lines| lines.get(rank).cloned()));
        let has_line = Memo::new(move |_| line.with(Option::is_some));
        let cells = move || {
            let (line, size, color) = (line.get()?, size.get()?, color.get()?);
            Some(cells(&line, size, color))
        };
        let title = move || {
            let text = line.get().zip(size.get()).map(|(line, size)| names(&line.moves, size));
            fill(words.add_line, &[("line", &text.unwrap_or_default())])
        };
        let add = move || {
            let line = line.get_untracked()?;
            Some(Input::Go(GoInput::Line(line.moves)))
        };
        move || match has_line.get() {
            true => {
                view! { <LineButton rank title add class="engine-line of-go">{cells}</LineButton> }.into_any()
            }
            false => view! { <Bones class="engine-line of-go" /> }.into_any(),
        }
    };
    let rows = move || (0..live.line_count.get()).map(row).collect_view();
    view! {
        <div class="engine-lines">
            <div class="engine-line of-go line-heads" aria-hidden="true">
                <span></span>
                <span>{words.move_head}</span>
                <span class="number">{words.lead_head}</span>
                <span class="number">{words.win_head}</span>
                <span class="number">{words.visits_head}</span>
                <span>{words.line_head}</span>
            </div>
            {rows}
        </div>
    }
}

fn cells(line: &GoLine, size: Size, to_play: Color) -> impl IntoView + use<> {
    let lead = values::text(&line.evaluation);
    let expected = match to_play {
        Color::Black => line.evaluation.expected,
        Color::White => 1.0 - line.evaluation.expected,
    };
    let (first, rest) = line.moves.split_at(1.min(line.moves.len()));
    view! {
        <Mark grade=line.grade />
        <b>{names(first, size)}</b>
        <span class="value">{lead}</span>
        <span class="number">{values::percent(expected)}</span>
        <span class="number">{values::short_count(line.visits)}</span>
        <span class="moves-of-line">{names(rest, size)}</span>
    }
}

fn names(moves: &[Move], size: Size) -> String {
    let name = |mv: &Move| match mv {
        Move::Place(at) => at.name(size),
        Move::Pass => language::here().commands().pass.to_owned(),
    };
    moves.iter().map(name).collect::<Vec<_>>().join(" ")
}
