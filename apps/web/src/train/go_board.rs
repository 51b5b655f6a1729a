//! The board of a Go problem: a click places a stone.

use diagram::go::{Geometry, Ghost, GhostKind, Mark, MarkKind, Scene, draw};
use drill::{Hint, SessionView};
use leptos::ev::PointerEvent;
use leptos::html;
use leptos::prelude::*;
use leptos::svg::Svg;
use rules::go::{Move, Point, Position, Size};

use super::session_host::{AnySession, SessionCommand, solution_position};
use super::trainer::Trainer;
use crate::board::{label, point_under, scale_to_fit};
use crate::canvas::paint;
use crate::element_size::available_size;

#[component]
pub fn GoBoard(solution_step: RwSignal<Option<usize>>) -> impl IntoView {
    let trainer = Trainer::here();
    let pane = NodeRef::<html::Div>::new();
    let available = available_size(pane);
    let over = RwSignal::new(None::<Point>);
    let scene = Memo::new(move |_| {
        let scene = trainer.read_session(|session| scene(session, solution_step.get(), over.get())).flatten();
        scene.unwrap_or_else(|| Scene::new(Size::NINETEEN))
    });
    let size = Memo::new(move |_| scene.with(|scene| scene.size));
    let geometry = Memo::new(move |_| {
        let (width, height) = available.get();
        Geometry::new(size.get()).fitting(width, height)
    });
    let svg = NodeRef::<Svg>::new();
    paint(svg, move || scene.with(|scene| draw(scene, &geometry.get())));
    let picture = Memo::new(move |_| geometry.with(|geometry| (geometry.width(), geometry.height())));
    let scale = move || scale_to_fit(picture.get(), available.get());
    let under = move |event: &PointerEvent| point_under(event, &geometry.get_untracked());
    view! {
        <div class="board-area pane go" node_ref=pane>
            <svg
                class="board"
                width=move || picture.get().0 * scale()
                height=move || picture.get().1 * scale()
                viewBox=move || format!("0 0 {} {}", picture.get().0, picture.get().1)
                role="img"
                aria-label=move || scene.with(|scene| scene.label.clone())
                on:pointermove=move |event| over.set(under(&event))
                on:pointerleave=move |_| over.set(None)
                on:pointerup=move |event| {
                    if let Some(at) = under(&event).filter(|_| event.button() == 0) {
                        trainer.act(SessionCommand::Point(at));
                    }
                }
                node_ref=svg
            ></svg>
        </div>
    }
}

fn scene(session: &AnySession, solution_step: Option<usize>, over: Option<Point>) -> Option<Scene> {
    let AnySession::Go(view) = session else { return None };
    let solution_position = solution_step.and_then(|step| solution_position(view, step));
    let is_solution = solution_position.is_some();
    let (position, last) = solution_position.or_else(|| Some((view.board.clone()?, view.last)))?;
    let mut scene = Scene { label: label(position.board().size()), ..Scene::of(position.board()) };
    if let Some(Move::Place(at)) = last {
        scene.last.push(at);
    }
    if !is_solution {
        scene.marks.extend(hint(view));
        let free = over.filter(|at| view.is_your_turn() && position.board().get(*at).is_none());
        scene.ghosts.extend(free.map(|at| Ghost { at, color: position.to_play(), kind: GhostKind::Pointer }));
    }
    Some(scene)
}

/// Only the second hint marks a point; the first is text.
fn hint(view: &SessionView<Position>) -> Option<Mark> {
    match view.hint {
        Some((Hint::Arrow, Move::Place(at))) => Some(Mark { at, kind: MarkKind::Circle }),
        _ => None,
    }
}
