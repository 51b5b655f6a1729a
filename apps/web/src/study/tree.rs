//! The game tree: only what is in sight is drawn, and the layout is made anew only when the tree's shape changes.

use std::collections::BTreeSet;
use std::sync::Arc;

use diagram::tree::{Cell, Kind, Link, Paper, Sheet, Spot, Window};
use diagram::{Ink, Layer, Shape};
use leptos::ev::MouseEvent;
use leptos::html;
use leptos::prelude::*;
use leptos::svg::Svg;
use record::go::{self, Kind as NodeKind};
use record::layout::Layout;
use record::{NodeId, Tree, chess};
use rules::go::Color;
use study::{Desk, GameId, Input, OpenGame};

use super::session::Session;
use super::timed::Timed;
use super::twins::{TwinJump, Twins};
use crate::canvas::paint_parts;
use crate::icons;
use crate::language;
use crate::pane::room_in;

/// Drawn around what is in sight, so that scrolling seldom draws: in pixels, whole cells of the paper.
const AROUND: (f64, f64) = (28.0, 30.0);
/// Pixels are counted from every so many cells, so that walking on moves no shape, and numbers stay small in any tree.
const FROM: (f64, f64) = (28.0 * 256.0, 30.0 * 256.0);

/// Two layouts are the same only if nothing was laid out in between.
#[derive(Clone)]
struct Shared(Arc<Layout>);

impl PartialEq for Shared {
    fn eq(&self, other: &Shared) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What each node has to show.
enum Outline {
    Go(go::Outline),
    Chess(chess::Outline),
}

impl Outline {
    /// Takes over whatever was done to the game, and says whether that shows.
    fn refresh(&mut self, game: &OpenGame) -> bool {
        match (game.chess(), &mut *self) {
            (Some(record), _) => {
                let now = chess::Outline::new(record);
                let shows = !matches!(self, Outline::Chess(before) if *before == now);
                *self = Outline::Chess(now);
                shows
            }
            (None, Outline::Go(outline)) => outline.refresh(game.record()),
            (None, Outline::Chess(_)) => {
                *self = Outline::Go(go::Outline::new(game.record()));
                true
            }
        }
    }

    fn cell(&self, node: NodeId) -> (Kind, bool) {
        match self {
            Outline::Go(outline) => {
                let go::Entry { kind, color, number, has_comment } = outline.of(node);
                let kind = match (kind, color) {
                    (_, Some(color)) => Kind::Move(color, number),
                    (NodeKind::SetUp, None) => Kind::SetUp,
                    (NodeKind::Move | NodeKind::Plain, None) => Kind::Plain,
                };
                (kind, has_comment)
            }
            Outline::Chess(outline) => match outline.of(node) {
                Some(chess::Entry { color, number, has_comment }) => {
                    (Kind::Move(color.fold_wb(Color::White, Color::Black), number), has_comment)
                }
                None => (Kind::Plain, false),
            },
        }
    }
}

/// What stands in the cells, kept current. Walking does not change it.
#[derive(Clone, Copy)]
struct Faces {
    outline: StoredValue<(Option<(GameId, usize)>, Outline), LocalStorage>,
    /// Another number whenever a cell shows something else.
    version: Memo<u64>,
}

impl Faces {
    fn watch(session: Session) -> Faces {
        let outline = StoredValue::new_local((None, Outline::Go(go::Outline::default())));
        let state = session.watch(|desk: &Desk| (shape(desk), desk.current().revision()));
        let version = Memo::new(move |before: Option<&u64>| {
            let ((game, number, ..), _) = state.get();
            let refresh = |(of, outline): &mut (Option<(GameId, usize)>, Outline)| {
                if of.replace((game, number)) != Some((game, number)) {
                    *outline = Outline::Go(go::Outline::default());
                }
                session.peek(|desk| outline.refresh(desk.current()))
            };
            let shows = outline.try_update_value(refresh).unwrap_or(false);
            before.copied().unwrap_or(0) + u64::from(shows)
        });
        Faces { outline, version }
    }

    fn read<T>(self, look: impl FnOnce(&Outline) -> T) -> T {
        // To be told of it is not enough: what is not asked for is not brought up to date.
        let _ = self.version.get();
        self.outline.with_value(|(_, outline)| look(outline))
    }
}

fn cell(outline: &Outline, root: NodeId, (node, at): (NodeId, Spot), folded: &BTreeSet<NodeId>) -> Cell {
    let (kind, has_comment) = outline.cell(node);
    let kind = if node == root { Kind::Start } else { kind };
    Cell { at, kind, has_comment, folded: folded.contains(&node) }
}

/// The cells in a window with the lines between them.
fn cells(
    (tree, root): (&Tree, NodeId),
    layout: &Layout,
    outline: &Outline,
    window: &Window,
    folded: &BTreeSet<NodeId>,
) -> (Vec<Cell>, Vec<Link>) {
    let (columns, rows) = Paper::default().visible(window);
    let links = layout.links(tree, columns.clone(), rows.clone());
    let found = layout.within(columns, rows).into_iter();
    let cells = found.map(|found| cell(outline, root, found, folded));
    (cells.collect(), links.into_iter().map(Link::from).collect())
}

/// The branch that the next step takes, where there is a choice.
fn ahead(tree: &Tree, here: NodeId) -> Option<NodeId> {
    tree.preferred(here).filter(|_| tree.children(here).nth(1).is_some())
}

/// The part of the paper that is drawn for a view: larger than it, and the same for small ways of scrolling. Who walks to
/// the edge of the view scrolls by two thirds of it: as far it is drawn ahead of the cursor, and as far behind it stays,
/// so that every step draws one column and none draws ten.
fn drawn_around(view: Window, here: Option<f64>) -> Window {
    let near = |x: &f64| (view.x - view.width..view.x + 2.0 * view.width).contains(x);
    let here = here.filter(near).unwrap_or(view.x + view.width / 3.0);
    let (left, right) =
        (view.x.min(here - view.width), (view.x + view.width).max(here + view.width * 2.0 / 3.0));
    let start = |at: f64, step: f64| ((at / step).floor() - 1.0).max(0.0) * step;
    let end = |at: f64, step: f64| ((at / step).ceil() + 1.0) * step;
    let (x, y) = (start(left, AROUND.0), start(view.y, AROUND.1));
    Window { x, y, width: end(right, AROUND.0) - x, height: view.height + 3.0 * AROUND.1 }
}

fn sheet_of(window: Window) -> Sheet {
    let corner = ((window.x / FROM.0).floor() * FROM.0, (window.y / FROM.1).floor() * FROM.1);
    Sheet { paper: Paper::default(), window, corner }
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

/// What the drawing of the tree hangs on.
#[derive(Clone, Copy)]
struct Drawn {
    layout: Memo<Shared>,
    folded: RwSignal<BTreeSet<NodeId>>,
    drawn: Memo<Sheet>,
    twins: Twins,
}

/// Where one is, behind everything; the tree, which walking leaves as it is; where the next step leads.
fn draw(session: Session, svg: NodeRef<Svg>, Drawn { layout, folded, drawn, twins }: Drawn) {
    let faces = Faces::watch(session);
    let still = move || {
        let (drawn, Shared(layout)) = (drawn.get(), layout.get());
        let (cells, links) = folded.with(|folded| {
            session.peek(|desk| {
                let of = (desk.current().tree(), desk.current().root());
                faces.read(|outline| cells(of, &layout, outline, &drawn.window, folded))
            })
        });
        let twins = twins_in(&layout, twins, &drawn);
        drawn.still(&cells, &links).into_iter().chain([twins]).collect()
    };
    let here = session.watch(|desk| desk.current().here());
    let ahead = session.watch(|desk| ahead(desk.current().tree(), desk.current().here()));
    let spot = move |node: Option<NodeId>| layout.with(|Shared(layout)| layout.spot(node?));
    let current = move || vec![drawn.get().current(spot(Some(here.get())))];
    let next = move || vec![drawn.get().next(spot(ahead.get()))];
    paint_parts(svg, [Box::new(current), Box::new(still), Box::new(next)]);
}

/// A dot over each move whose position comes elsewhere too.
fn twins_in(layout: &Layout, twins: Twins, sheet: &Sheet) -> Layer {
    let (columns, rows) = sheet.paper.visible(&sheet.window);
    let dot = |(_, at): (NodeId, Spot)| {
        let (x, y) = sheet.middle(at);
        Shape::circle((x + 9.0, y - 10.0), 2.5).fill(Ink::Accent)
    };
    let nodes = layout.within(columns, rows).into_iter().filter(|(node, _)| twins.has(*node));
    Layer { class: "twins", shapes: nodes.map(dot).collect() }
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

/// The pane with the sheet in it that is moved to and fro. To ask the browser how far would make it lay the page out.
#[derive(Clone, Copy)]
struct Sight {
    pane: NodeRef<html::Div>,
    sheet: NodeRef<html::Div>,
    room: Signal<(f64, f64)>,
    scrolled: RwSignal<(f64, f64)>,
}

/// Keeps the sheet as large as the tree, and the cursor in sight.
fn follow(session: Session, layout: Memo<Shared>, sight: Sight) {
    let Sight { pane, sheet, room, scrolled } = sight;
    let paper = Paper::default();
    let size = Memo::new(move |_| layout.with(|Shared(layout)| layout.size()));
    Effect::new(move |_| {
        let (Some(sheet), (columns, rows)) = (sheet.get(), size.get()) else { return };
        let (width, height) = paper.size(columns, rows);
        for (side, length) in [("width", width), ("height", height)] {
            let _ = web_sys::HtmlElement::style(&sheet).set_property(side, &format!("{length}px"));
        }
    });
    let here = session.watch(|desk| desk.current().here());
    Effect::new(move |_| {
        let (Some(pane), (width, height)) = (pane.get(), room.get()) else { return };
        let here = layout.with(|Shared(layout)| layout.spot(here.get()));
        let Some(here) = here.filter(|_| width > 0.0) else { return };
        let (x, y) = scrolled.get_untracked();
        let seen = Window { x, y, width, height };
        let wanted = paper.scrolled(seen, here);
        if wanted != seen {
            // The browser goes no further than the paper reaches.
            let (columns, rows) = size.get_untracked();
            let (across, down) = paper.size(columns, rows);
            let to = |wanted: f64, whole: f64, part: f64| wanted.min(whole - part).max(0.0).floor();
            let (x, y) = (to(wanted.x, across, width), to(wanted.y, down, height));
            scrolled.set((x, y));
            // Once everything of this step is drawn: it makes the browser lay the page out.
            request_animation_frame(move || {
                pane.set_scroll_left(x as i32);
                pane.set_scroll_top(y as i32);
            });
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
    use record::{GoRecord, sgf};

    use super::*;

    fn record(text: &str) -> GoRecord {
        GoRecord::open(sgf::read(text.as_bytes()).unwrap(), 0)
    }

    #[test]
    fn cells_are_numbered_by_moves_not_by_depth() {
        let mut game = record("(;SZ[9];AB[aa];B[ee]C[here];C[words];W[cc]MN[10];B[dd])");
        let folded = BTreeSet::new();
        let layout = Layout::new(game.tree(), game.root(), &folded);
        let all = Window { x: 0.0, y: 0.0, width: 900.0, height: 300.0 };
        let kinds = |game: &GoRecord| -> Vec<Kind> {
            let outline = Outline::Go(go::Outline::new(game));
            let (cells, _) = cells((game.tree(), game.root()), &layout, &outline, &all, &folded);
            cells.iter().map(|cell| cell.kind).collect()
        };
        use Color::{Black, White};
        let expected = |white, black| {
            let moves = [Kind::Move(White, white), Kind::Move(Black, black)];
            [Kind::Start, Kind::SetUp, Kind::Move(Black, 1), Kind::Plain, moves[0], moves[1]]
        };
        assert_eq!(kinds(&game), expected(10, 11));
        game.to_end();
        game.back();
        game.set_property("MN", &["20"]).unwrap();
        assert_eq!(kinds(&game), expected(20, 21));
    }

    #[test]
    fn a_chess_game_is_numbered_as_a_score_sheet_is() {
        let game = record::pgn::Pgn::read(b"1. e4 {well} e5 (1... c5) 2. Nf3 *".to_vec());
        let game = record::ChessRecord::open(game, 0);
        let outline = Outline::Chess(chess::Outline::new(&game));
        let cells: Vec<(Kind, bool)> =
            game.tree().preorder(game.root()).map(|node| outline.cell(node)).collect();
        use Color::{Black, White};
        let moves = [(White, 1, true), (Black, 1, false), (White, 2, false), (Black, 1, false)];
        let moves = moves.map(|(color, number, said)| (Kind::Move(color, number), said));
        assert_eq!(cells, [&[(Kind::Plain, false)], &moves[..]].concat());
    }

    #[test]
    fn the_next_branch_shows_only_where_there_is_a_choice() {
        let mut game = record("(;SZ[9];B[aa](;W[bb])(;W[cc]))");
        let layout = Layout::new(game.tree(), game.root(), &BTreeSet::new());
        let next = |game: &GoRecord| ahead(game.tree(), game.here()).and_then(|node| layout.spot(node));
        assert_eq!(next(&game), None);
        game.forward();
        assert_eq!(next(&game), Some(Spot { column: 2, row: 0 }));
        game.choose_branch(false);
        assert_eq!(next(&game), Some(Spot { column: 2, row: 1 }));
    }

    #[test]
    fn what_is_in_sight_is_drawn_wherever_the_cursor_is() {
        let view = |x| Window { x, y: 0.0, width: 400.0, height: 200.0 };
        assert_eq!(drawn_around(view(230.0), None), drawn_around(view(240.0), None));
        for x in [0.0, 100.0, 223.0, 1000.0, 2_799_000.0] {
            for here in [None, Some(0.0), Some(x), Some(x + 380.0), Some(x + 790.0), Some(x + 9000.0)] {
                let around = drawn_around(view(x), here);
                assert!(around.x <= x && around.x + around.width >= x + 400.0, "{x} {here:?}");
                assert!(around.width < 1200.0, "{x} {here:?}");
            }
        }
    }

    #[test]
    fn a_step_that_scrolls_draws_no_more_than_any_other() {
        let paper = Paper::default();
        let mut view = Window { x: 0.0, y: 0.0, width: 400.0, height: 200.0 };
        let mut before: Option<Window> = None;
        for column in 20..120 {
            let here = Spot { column, row: 0 };
            view = paper.scrolled(view, here);
            let drawn = drawn_around(view, Some(paper.center(here).0));
            if let Some(before) = before.filter(|_| column > 21) {
                assert!((drawn.x - before.x).abs() <= 28.0, "{column}");
                assert!((drawn.x + drawn.width - before.x - before.width).abs() <= 56.0, "{column}");
            }
            before = Some(drawn);
        }
    }
}
