//! The game tree: only what is in sight is drawn, and the layout is made anew only when the tree's shape changes.

use std::collections::BTreeSet;
use std::sync::Arc;

use diagram::tree::{Cell, Kind, Link, Paper, Spot, Tree, Window};
use diagram::{Ink, Layer, Shape};
use leptos::ev::MouseEvent;
use leptos::html;
use leptos::prelude::*;
use leptos::svg::Svg;
use record::NodeId;
use record::go::GoRecord;
use record::layout::Layout;
use study::{Desk, Input};

use super::session::Session;
use super::twins::{TwinJump, Twins};
use crate::canvas::paint;
use crate::icons;
use crate::pane::room_in;

/// Drawn around what is in sight, so that scrolling seldom draws: in pixels, whole cells of the paper.
const AROUND: (f64, f64) = (28.0 * 8.0, 30.0 * 6.0);

/// Where each node goes, and the number of its move.
struct Plan {
    layout: Layout,
    numbers: Vec<u32>,
}

/// Two plans are the same only if nothing was planned in between.
#[derive(Clone)]
struct Shared(Arc<Plan>);

impl PartialEq for Shared {
    fn eq(&self, other: &Shared) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Plan {
    fn new(record: &GoRecord, folded: &BTreeSet<NodeId>) -> Plan {
        let tree = record.tree();
        let mut numbers = vec![0_u32; tree.len()];
        for node in tree.preorder(record.root()) {
            let before = tree.parent(node).and_then(|parent| numbers.get(parent.index()).copied());
            let moves = record.node(node).moves(record.size()).count() as u32;
            let said = if moves > 0 { record.node(node).integer("MN") } else { None };
            let counted = before.unwrap_or(0).saturating_add(moves);
            if let Some(number) = numbers.get_mut(node.index()) {
                *number = said.and_then(|n| u32::try_from(n).ok()).unwrap_or(counted);
            }
        }
        Plan { layout: Layout::new(tree, record.root(), folded), numbers }
    }

    fn cell(&self, record: &GoRecord, node: NodeId, at: Spot, folded: &BTreeSet<NodeId>) -> Cell {
        let text = record.node(node);
        let mover = text.moves(record.size()).last().map(|(color, _)| color);
        let number = self.numbers.get(node.index()).copied().unwrap_or(0);
        let kind = match mover {
            _ if node == record.root() => Kind::Start,
            Some(color) => Kind::Move(color, number),
            None if text.has_setup() => Kind::SetUp,
            None => Kind::Plain,
        };
        Cell { at, kind, has_comment: text.has("C"), folded: folded.contains(&node) }
    }

    /// The cells and lines in a window, with what is highlighted now.
    fn tree(&self, record: &GoRecord, window: &Window, folded: &BTreeSet<NodeId>) -> Tree {
        let (columns, rows) = Paper::default().visible(window);
        let cells = self.layout.within(columns.clone(), rows.clone());
        let links = self.layout.links(record.tree(), columns, rows);
        Tree {
            cells: cells.into_iter().map(|(node, at)| self.cell(record, node, at, folded)).collect(),
            links: links.into_iter().map(Link::from).collect(),
            current: self.layout.spot(record.here()),
            next: self.next(record),
        }
    }

    /// The branch that the next step takes, where there is a choice.
    fn next(&self, record: &GoRecord) -> Option<Spot> {
        let several = record.chosen_branch().is_some_and(|(_, all)| all > 1);
        let next = record.tree().preferred(record.here()).filter(|_| several)?;
        self.layout.spot(next)
    }
}

/// The part of the paper that is drawn for a view: larger than it, and the same for small ways of scrolling.
fn drawn_around(view: Window) -> Window {
    let start = |at: f64, step: f64| ((at / step).floor() - 1.0).max(0.0) * step;
    let (x, y) = (start(view.x, AROUND.0), start(view.y, AROUND.1));
    Window { x, y, width: view.width + 3.0 * AROUND.0, height: view.height + 3.0 * AROUND.1 }
}

#[component]
pub fn TreeView() -> impl IntoView {
    let session = Session::here();
    let pane = NodeRef::<html::Div>::new();
    let sheet = NodeRef::<html::Div>::new();
    let svg = NodeRef::<Svg>::new();
    let room = room_in(pane);
    let scrolled = RwSignal::new((0.0, 0.0));
    let view = Memo::new(move |_| {
        let ((x, y), (width, height)) = (scrolled.get(), room.get());
        Window { x, y, width, height }
    });
    let around = Memo::new(move |_| drawn_around(view.get()));
    let folded = RwSignal::new(BTreeSet::new());
    let twins = Twins::watch(session);
    let plan = plan(session, folded);
    unfold_for_cursor(session, folded, plan);
    let picture = move || {
        let (around, Shared(plan)) = (around.get(), plan.get());
        let tree =
            folded.with(|folded| session.read(|desk| plan.tree(desk.current().record(), &around, folded)));
        let mut picture = Paper::default().draw(&tree, &around);
        picture.layers.push(twins_in(&plan.layout, twins, &around));
        picture
    };
    paint(svg, picture);
    follow(session, plan, room, pane, sheet);
    let node_under = move |event: &MouseEvent| node_under(event, sheet, &plan.get_untracked().0.layout);
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
        if let Some(pane) = pane.get_untracked() {
            scrolled.set((f64::from(pane.scroll_left()), f64::from(pane.scroll_top())));
        }
    };
    let fold_here = move |_| turn(folded, session, session.peek(|desk| desk.current().record().here()));
    view! {
        <section class="panel tree" id="tree" aria-label="Tree">
            <div class="tree-head">
                <h2 class="caption">"Tree"</h2>
                <TwinJump twins />
                <button class="tool" title="Fold what follows, or unfold it (double click on a move)" aria-label="Fold what follows" on:click=fold_here>
                    {icons::FOLD.draw()}
                </button>
            </div>
            <div
                class="tree-pane"
                tabindex="0"
                role="group"
                aria-label="Moves and branches"
                node_ref=pane
                on:scroll=note_scroll
                on:click=go
                on:dblclick=fold
            >
                <div class="tree-sheet" node_ref=sheet>
                    <svg
                        aria-hidden="true"
                        width=move || around.get().width
                        height=move || around.get().height
                        style:left=move || format!("{}px", around.get().x)
                        style:top=move || format!("{}px", around.get().y)
                        node_ref=svg
                    ></svg>
                </div>
            </div>
        </section>
    }
}

/// A dot over each move whose position comes elsewhere too.
fn twins_in(layout: &Layout, twins: Twins, around: &Window) -> Layer {
    let paper = Paper::default();
    let (columns, rows) = paper.visible(around);
    let dot = |(_, at): (NodeId, Spot)| {
        let (x, y) = paper.center(at);
        Shape::circle((x - around.x + 9.0, y - around.y - 10.0), 2.5).fill(Ink::Accent)
    };
    let nodes = layout.within(columns, rows).into_iter().filter(|(node, _)| twins.has(*node));
    Layer { class: "twins", shapes: nodes.map(dot).collect() }
}

/// The plan of the game in front; made anew for another game, another shape, or other folds.
fn plan(session: Session, folded: RwSignal<BTreeSet<NodeId>>) -> Memo<Shared> {
    let shape = session.watch(|desk: &Desk| {
        let game = desk.current();
        (game.id(), game.record().root(), game.record().editor().shape_revision())
    });
    Effect::new(move |before: Option<_>| {
        let (game, root, _) = shape.get();
        if before.is_some_and(|before| before != (game, root)) {
            folded.set(BTreeSet::new());
        }
        (game, root)
    });
    Memo::new(move |_| {
        shape.track();
        let plan = folded.with(|folded| session.peek(|desk| Plan::new(desk.current().record(), folded)));
        Shared(Arc::new(plan))
    })
}

fn turn(folded: RwSignal<BTreeSet<NodeId>>, session: Session, node: NodeId) {
    let leaf = session.peek(|desk| desk.current().record().tree().is_leaf(node));
    folded.update(|folded| {
        if !folded.remove(&node) && !leaf {
            folded.insert(node);
        }
    });
}

/// Who walks into what is folded away wants to see it.
fn unfold_for_cursor(session: Session, folded: RwSignal<BTreeSet<NodeId>>, plan: Memo<Shared>) {
    Effect::new(move |_| {
        let Shared(plan) = plan.get();
        let hidden = session.read(|desk| {
            let record = desk.current().record();
            let hidden = plan.layout.spot(record.here()).is_none();
            hidden.then(|| record.tree().line(record.here()))
        });
        if let Some(line) = hidden.filter(|_| !folded.with_untracked(BTreeSet::is_empty)) {
            folded.update(|folded| folded.retain(|node| !line.contains(node)));
        }
    });
}

/// Keeps the sheet as large as the tree, and the cursor in sight.
fn follow(
    session: Session,
    plan: Memo<Shared>,
    room: Signal<(f64, f64)>,
    pane: NodeRef<html::Div>,
    sheet: NodeRef<html::Div>,
) {
    Effect::new(move |_| {
        let (Some(pane), Some(sheet)) = (pane.get(), sheet.get()) else { return };
        let (Shared(plan), (width, height)) = (plan.get(), room.get());
        let (columns, rows) = plan.layout.size();
        let paper = Paper::default();
        let size = paper.size(columns, rows);
        for (side, length) in [("width", size.0), ("height", size.1)] {
            let _ = web_sys::HtmlElement::style(&sheet).set_property(side, &format!("{length}px"));
        }
        let here = session.read(|desk| plan.layout.spot(desk.current().record().here()));
        let Some(here) = here.filter(|_| width > 0.0) else { return };
        let (x, y) = (f64::from(pane.scroll_left()), f64::from(pane.scroll_top()));
        let seen = Window { x, y, width, height };
        let wanted = paper.scrolled(seen, here);
        if wanted != seen {
            pane.set_scroll_left(wanted.x as i32);
            pane.set_scroll_top(wanted.y as i32);
        }
    });
}

fn node_under(event: &MouseEvent, sheet: NodeRef<html::Div>, layout: &Layout) -> Option<NodeId> {
    let corner = sheet.get_untracked()?.get_bounding_client_rect();
    let (x, y) = (f64::from(event.client_x()) - corner.left(), f64::from(event.client_y()) - corner.top());
    layout.at(Paper::default().hit(x, y)?)
}

#[cfg(test)]
mod tests {
    use record::sgf;
    use rules::go::Color;

    use super::*;

    fn record(text: &str) -> GoRecord {
        GoRecord::open(sgf::read(text.as_bytes()).unwrap(), 0)
    }

    #[test]
    fn cells_are_numbered_by_moves_not_by_depth() {
        let game = record("(;SZ[9];AB[aa];B[ee]C[here];C[words];W[cc]MN[10];B[dd])");
        let folded = BTreeSet::new();
        let plan = Plan::new(&game, &folded);
        let all = Window { x: 0.0, y: 0.0, width: 900.0, height: 300.0 };
        let tree = plan.tree(&game, &all, &folded);
        let kinds: Vec<Kind> = tree.cells.iter().map(|cell| cell.kind).collect();
        use Color::{Black, White};
        let expected = [
            Kind::Start,
            Kind::SetUp,
            Kind::Move(Black, 1),
            Kind::Plain,
            Kind::Move(White, 10),
            Kind::Move(Black, 11),
        ];
        assert_eq!(kinds, expected);
        assert_eq!(tree.cells.iter().filter(|cell| cell.has_comment).count(), 2);
    }

    #[test]
    fn the_next_branch_shows_only_where_there_is_a_choice() {
        let mut game = record("(;SZ[9];B[aa](;W[bb])(;W[cc]))");
        let plan = Plan::new(&game, &BTreeSet::new());
        assert_eq!(plan.next(&game), None);
        game.forward();
        assert_eq!(plan.next(&game), Some(Spot { column: 2, row: 0 }));
        game.choose_branch(false);
        assert_eq!(plan.next(&game), Some(Spot { column: 2, row: 1 }));
    }

    #[test]
    fn a_little_scrolling_draws_nothing_anew() {
        let view = |x| Window { x, y: 0.0, width: 400.0, height: 200.0 };
        assert_eq!(drawn_around(view(230.0)), drawn_around(view(300.0)));
        for x in [0.0, 100.0, 223.0, 1000.0, 2_799_000.0] {
            let around = drawn_around(view(x));
            assert!(around.x <= x && around.x + around.width >= x + 400.0, "{x}");
        }
    }
}
