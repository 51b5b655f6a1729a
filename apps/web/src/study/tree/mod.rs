//! The game tree: only what is in sight is drawn, and the layout is made anew only when the tree's shape changes.

mod draw;
mod faces;
mod sight;

use std::collections::BTreeSet;
use std::sync::Arc;

use diagram::tree::{Paper, Window};
use leptos::ev::MouseEvent;
use leptos::html;
use leptos::prelude::*;
use leptos::svg::Svg;
use record::NodeId;
use record::layout::Layout;
use study::{Desk, GameId, Input};

use super::session::Session;
use super::timed::Timed;
use super::twins::{TwinJump, Twins};
use crate::icons;
use crate::language;
use crate::pane::room_in;
use draw::{Drawn, FROM, draw, drawn_around, sheet_of};
use sight::{Sight, follow};

/// Two layouts are the same only if nothing was laid out in between.
#[derive(Clone)]
struct Shared(Arc<Layout>);

impl PartialEq for Shared {
    fn eq(&self, other: &Shared) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

#[component]
pub fn TreeView() -> impl IntoView {
    let session = Session::here();
    let (pane, sheet) = (NodeRef::<html::Div>::new(), NodeRef::<html::Div>::new());
    let svg = NodeRef::<Svg>::new();
    let room = room_in(pane);
    let scrolled = RwSignal::new((0.0, 0.0));
    let view = Memo::new(move |_| {
        let ((x, y), (width, height)) = (scrolled.get(), room.get());
        Window { x, y, width, height }
    });
    let folded = RwSignal::new(BTreeSet::new());
    let twins = Twins::watch(session);
    let layout = layout(session, folded);
    let here = session.watch(|desk| desk.current().here());
    let drawn = Memo::new(move |_| {
        let spot = layout.with(|Shared(layout)| layout.spot(here.get()));
        sheet_of(drawn_around(view.get(), spot.map(|spot| Paper::default().center(spot).0)))
    });
    let corner = Memo::new(move |_| drawn.with(|drawn| drawn.corner));
    unfold_for_cursor(session, folded, layout);
    draw(session, svg, Drawn { layout, folded, drawn, twins });
    follow(session, layout, Sight { pane, sheet, room, scrolled });
    let node_under = move |event: &MouseEvent| node_under(event, sheet, &layout.get_untracked().0);
    let go = move |event: MouseEvent| {
        if let Some(node) = node_under(&event) {
            session.act(Input::GoTo(node));
        }
    };
    let fold = move |event: MouseEvent| {
        if let Some(node) = node_under(&event) {
            turn(folded, session, node);
        }
    };
    let note_scroll = move |_| {
        let Some(pane) = pane.get_untracked() else { return };
        let now = (f64::from(pane.scroll_left()), f64::from(pane.scroll_top()));
        if scrolled.get_untracked() != now {
            scrolled.set(now);
        }
    };
    view! {
        <section class="panel tree" id="tree" aria-label=language::study().tree>
            <TreeHead folded twins />
            <div class="tree-room">
                <div
                    class="tree-pane"
                    tabindex="0"
                    role="group"
                    aria-label=language::study().moves_and_branches
                    node_ref=pane
                    on:scroll=note_scroll
                    on:click=go
                    on:dblclick=fold
                >
                    <div class="tree-sheet" node_ref=sheet>
                        <svg
                            aria-hidden="true"
                            width=move || FROM.0 + 4.0 * room.get().0
                            height=move || FROM.1 + 4.0 * room.get().1
                            style:left=move || format!("{}px", corner.get().0)
                            style:top=move || format!("{}px", corner.get().1)
                            node_ref=svg
                        ></svg>
                    </div>
                </div>
            </div>
        </section>
    }
}

#[component]
fn TreeHead(folded: RwSignal<BTreeSet<NodeId>>, twins: Twins) -> impl IntoView {
    let session = Session::here();
    let fold = move |_| turn(folded, session, session.peek(|desk| desk.current().here()));
    view! {
        <div class="tree-head">
            <h2 class="caption">{language::study().tree}</h2>
            <TwinJump twins />
            <button class="tool" title=language::study().fold_title aria-label=language::study().fold on:click=fold>
                {icons::FOLD.draw()}
            </button>
        </div>
    }
}

fn turn(folded: RwSignal<BTreeSet<NodeId>>, session: Session, node: NodeId) {
    let leaf = session.peek(|desk| desk.current().tree().is_leaf(node));
    folded.update(|folded| {
        if !folded.remove(&node) && !leaf {
            folded.insert(node);
        }
    });
}

/// Who walks into what is folded away wants to see it.
fn unfold_for_cursor(session: Session, folded: RwSignal<BTreeSet<NodeId>>, layout: Memo<Shared>) {
    Effect::new(move |_| {
        let Shared(layout) = layout.get();
        let hidden = session.read(|desk| {
            let game = desk.current();
            let hidden = layout.spot(game.here()).is_none();
            hidden.then(|| game.tree().line(game.here()))
        });
        if let Some(line) = hidden.filter(|_| !folded.with_untracked(BTreeSet::is_empty)) {
            folded.update(|folded| folded.retain(|node| !line.contains(node)));
        }
    });
}

fn node_under(event: &MouseEvent, sheet: NodeRef<html::Div>, layout: &Layout) -> Option<NodeId> {
    let corner = sheet.get_untracked()?.get_bounding_client_rect();
    let (x, y) = (f64::from(event.client_x()) - corner.left(), f64::from(event.client_y()) - corner.top());
    layout.at(Paper::default().hit(x, y)?)
}

/// Which tree it is, and in which shape.
fn shape(desk: &Desk) -> (GameId, usize, NodeId, u64) {
    let game = desk.current();
    (game.id(), game.game_number(), game.root(), game.shape_revision())
}

/// The layout of the game in front; made anew for another game, another shape, or other folds.
fn layout(session: Session, folded: RwSignal<BTreeSet<NodeId>>) -> Memo<Shared> {
    let shape = session.watch(shape);
    Effect::new(move |before: Option<_>| {
        let (game, number, root, _) = shape.get();
        if before.is_some_and(|before| before != (game, number, root)) {
            folded.set(BTreeSet::new());
        }
        (game, number, root)
    });
    Memo::new(move |_| {
        let _ = shape.get();
        let _timed = Timed::start("tree layout");
        let lay_out = |desk: &Desk, folded: &BTreeSet<NodeId>| {
            let game = desk.current();
            Layout::new(game.tree(), game.root(), folded)
        };
        Shared(Arc::new(folded.with(|folded| session.peek(|desk| lay_out(desk, folded)))))
    })
}
