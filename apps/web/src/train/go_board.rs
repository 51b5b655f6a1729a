//! The board of a Go problem: a click is a stone.

use diagram::go::{Geometry, Ghost, GhostKind, Mark, MarkKind, Scene, draw};
use drill::{Hint, Lesson};
use leptos::ev::PointerEvent;
use leptos::html;
use leptos::prelude::*;
use leptos::svg::Svg;
use rules::go::{Move, Point, Position, Size};

use super::class::{Act, Class, walked};
use super::trainer::Trainer;
use crate::board::{label, point_under, stretch};
use crate::canvas::paint;
use crate::pane::room_in;

#[component]
pub fn GoBoard(walk: RwSignal<Option<usize>>) -> impl IntoView {
    let trainer = Trainer::here();
    let pane = NodeRef::<html::Div>::new();
    let room = room_in(pane);
    let over = RwSignal::new(None::<Point>);
    let scene = Memo::new(move |_| {
        let scene = trainer.read_class(|class| scene(class, walk.get(), over.get())).flatten();
        scene.unwrap_or_else(|| Scene::new(Size::NINETEEN))
    });
    let size = Memo::new(move |_| scene.with(|scene| scene.size));
    let geometry = Memo::new(move |_| {
        let (width, height) = room.get();
        Geometry::new(size.get()).fitting(width, height)
    });
    let svg = NodeRef::<Svg>::new();
    paint(svg, move || scene.with(|scene| draw(scene, &geometry.get())));
    let picture = Memo::new(move |_| geometry.with(|geometry| (geometry.width(), geometry.height())));
    let stretched = move || stretch(picture.get(), room.get());
    let under = move |event: &PointerEvent| point_under(event, &geometry.get_untracked());
    view! {
        <div class="board-place pane go" node_ref=pane>
            <svg
                class="board"
                width=move || picture.get().0 * stretched()
                height=move || picture.get().1 * stretched()
                viewBox=move || format!("0 0 {} {}", picture.get().0, picture.get().1)
                role="img"
                aria-label=move || scene.with(|scene| scene.label.clone())
                on:pointermove=move |event| over.set(under(&event))
                on:pointerleave=move |_| over.set(None)
                on:pointerup=move |event| {
                    if let Some(at) = under(&event).filter(|_| event.button() == 0) {
                        trainer.act(Act::Point(at));
                    }
                }
                node_ref=svg
            ></svg>
        </div>
    }
}

fn scene(class: &Class, walk: Option<usize>, over: Option<Point>) -> Option<Scene> {
    let Class::Go(lesson) = class else { return None };
    let walked = walk.and_then(|step| walked(lesson, step));
    let is_walking = walked.is_some();
    let (position, last) = walked.or_else(|| Some((lesson.board.clone()?, lesson.last)))?;
    let mut scene = Scene { label: label(position.board().size()), ..Scene::of(position.board()) };
    if let Some(Move::Place(at)) = last {
        scene.last.push(at);
    }
    if !is_walking {
        scene.marks.extend(hint(lesson));
        let free = over.filter(|at| lesson.is_your_turn() && position.board().get(*at).is_none());
        scene.ghosts.extend(free.map(|at| Ghost { at, color: position.to_play(), kind: GhostKind::Pointer }));
    }
    Some(scene)
}

/// The point itself; where to look is said in words.
fn hint(lesson: &Lesson<Position>) -> Option<Mark> {
    match lesson.hint {
        Some((Hint::Arrow, Move::Place(at))) => Some(Mark { at, kind: MarkKind::Circle }),
        _ => None,
    }
}
