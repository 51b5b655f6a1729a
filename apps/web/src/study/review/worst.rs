//! The moves that lost most, as a list: a click goes there and tells what was better and what punishes the move.

use analysis::review::{Player, ReviewedMove, Verdict};
use diagram::HintGrade;
use i18n::fill;
use leptos::prelude::*;
use record::NodeId;
use study::Input;

use super::game_line::GameLine;
use super::judgements::glyph_of;
use super::reviews::{GameKey, GameReview, Status};
use super::writing::{line_input, shortened};
use crate::language;
use crate::study::analysis::{Mark, class_of, grade_of};
use crate::study::page_state::PageState;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Row {
    step: usize,
    node: NodeId,
    grade: HintGrade,
    name: String,
    loss: String,
    /// The first move of what was better.
    better: String,
}

/// The lines of the row that is open.
#[derive(Clone, PartialEq)]
struct Detail {
    better: Vec<String>,
    better_text: String,
    refutation: Vec<String>,
    refutation_text: String,
}

#[component]
pub fn WorstMoves(key: Memo<GameKey>, player: RwSignal<usize>) -> impl IntoView {
    let words = language::here().review();
    let page_state = PageState::here();
    let reviews = page_state.reviews;
    let rows = Memo::new(move |_| {
        let player = Player::ALL.get(player.get()).copied().unwrap_or(Player::First);
        reviews.with(key.get(), |review| rows(review, player)).unwrap_or_default()
    });
    let here = page_state.watch(|workspace| workspace.current().record().here());
    let is_finished = move || reviews.with(key.get(), |review| review.status == Status::Finished);
    let is_empty = Memo::new(move |_| rows.with(Vec::is_empty) && is_finished().unwrap_or(false));
    let row = move |row: Row| {
        let node = row.node;
        let is_open = Memo::new(move |_| here.get() == node);
        let step = row.step;
        view! {
            <WorstRow row is_open />
            <Show when=move || is_open.get()>
                <RowDetail key step />
            </Show>
        }
    };
    view! {
        <div class="worst-moves" role="group" aria-label=words.worst>
            <Show when=move || is_empty.get()>
                <p class="small none">{words.none}</p>
            </Show>
            <For each=move || rows.get() key=Row::clone children=row />
        </div>
    }
}

fn rows(review: &GameReview, player: Player) -> Vec<Row> {
    let mut errors: Vec<&ReviewedMove> = review
        .update
        .moves
        .iter()
        .filter(|mv| mv.player == player && mv.verdict.is_some_and(Verdict::is_error))
        .collect();
    let lost = |mv: &ReviewedMove| mv.loss.map_or(0.0, |loss| loss.native);
    errors.sort_by(|a, b| lost(b).total_cmp(&lost(a)));
    let row = |mv: &ReviewedMove| {
        let Some(Verdict::Class(class)) = mv.verdict else { return None };
        let best = mv.best.as_ref().and_then(|line| line.moves.first());
        let better = best.map(|best| better_name(&review.line, mv.step, best)).unwrap_or_default();
        Some(Row {
            step: mv.step,
            node: *review.line.nodes().get(mv.step)?,
            grade: grade_of(class),
            name: review.line.move_name(mv.step, &mv.played),
            loss: loss_text(&review.line, lost(mv)),
            better,
        })
    };
    errors.into_iter().filter_map(row).collect()
}

/// Without the number.
fn better_name(line: &GameLine, step: usize, best: &str) -> String {
    let name = line.line_text(step, &[best.to_owned()]);
    name.rsplit(' ').next().unwrap_or_default().to_owned()
}

/// `−11.8` points, `−32%` of the expected result.
fn loss_text(line: &GameLine, loss: f32) -> String {
    match line {
        GameLine::Go(_) => format!("−{}", language::here().decimal(f64::from(loss), 1)),
        GameLine::Chess(_) => format!("−{loss:.0}%"),
    }
}

#[component]
fn WorstRow(row: Row, is_open: Memo<bool>) -> impl IntoView {
    let words = language::here().review();
    let page_state = PageState::here();
    let Row { node, grade, name, loss, better, .. } = row;
    let (number, mv) = name
        .rsplit_once(' ')
        .map_or((String::new(), name.clone()), |(number, mv)| (number.to_owned(), mv.to_owned()));
    let better = (!better.is_empty()).then(|| fill(words.better, &[("move", &better)]));
    let go = move |_| {
        let is_there = page_state.peek(|workspace| {
            let record = workspace.current().record();
            record.tree().root(node) == record.root()
        });
        if is_there {
            page_state.act(Input::GoTo(node));
        }
    };
    view! {
        <button type="button" class="worst-move" aria-expanded=move || is_open.get().to_string() on:click=go>
            <Mark grade />
            <span class="move-name">
                <span class="number">{number}</span>
                " "
                <b>{mv}</b>
                <span class=format!("g {}", class_of(grade))>{glyph_of(grade)}</span>
            </span>
            <span class="loss">{loss}</span>
            <span class="better">{better}</span>
        </button>
    }
}

/// What was better and what punishes the move; a click adds it to the game.
#[component]
fn RowDetail(key: Memo<GameKey>, step: usize) -> impl IntoView {
    let words = language::here().review();
    let reviews = PageState::here().reviews;
    let detail = Memo::new(move |_| reviews.with(key.get(), |review| detail(review, step)).flatten());
    let better = move || {
        let detail = detail.get().filter(|detail| !detail.better.is_empty())?;
        let text = fill(words.better_line, &[("line", &detail.better_text)]);
        Some(view! { <DetailLine key at=step moves=detail.better text line=detail.better_text /> })
    };
    let refutation = move || {
        let detail = detail.get().filter(|detail| !detail.refutation.is_empty())?;
        let text = fill(words.refutation, &[("line", &detail.refutation_text)]);
        Some(
            view! { <DetailLine key at=step + 1 moves=detail.refutation text line=detail.refutation_text /> },
        )
    };
    view! { <div class="worst-detail">{better} {refutation}</div> }
}

fn detail(review: &GameReview, step: usize) -> Option<Detail> {
    let mv = review.update.moves.get(step)?;
    let better = mv.best.as_ref().map(shortened).unwrap_or_default();
    let refutation: Vec<String> = mv.refutation.iter().take(12).cloned().collect();
    Some(Detail {
        better_text: review.line.line_text(step, &better),
        refutation_text: review.line.line_text(step + 1, &refutation),
        better,
        refutation,
    })
}

#[component]
fn DetailLine(
    key: Memo<GameKey>,
    at: usize,
    moves: Vec<String>,
    text: String,
    line: String,
) -> impl IntoView {
    let page_state = PageState::here();
    let title = fill(language::here().review().add_line, &[("line", &line)]);
    let add = move |_| {
        let input = page_state.reviews.peek(key.get_untracked(), |review| {
            let node = match at.checked_sub(1) {
                Some(before) => review.line.nodes().get(before).copied()?,
                None => page_state.peek(|workspace| workspace.current().record().root()),
            };
            Some(line_input(&review.line, node, at, &moves))
        });
        if let Some(input) = input.flatten() {
            page_state.act(input);
        }
    };
    view! {
        <button type="button" class="detail-line" title=title on:click=add>
            {text}
        </button>
    }
}
