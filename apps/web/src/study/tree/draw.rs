//! The tree as a picture: which part of the grid is drawn, and the layers on it.

use std::collections::BTreeSet;

use diagram::tree::{GridCoord, TreeGrid, TreeLayers, Viewport};
use diagram::{HintGrade, Ink, Layer, Shape};
use leptos::prelude::*;
use leptos::svg::Svg;
use record::layout::Layout;
use record::{NodeId, Tree};

use super::SharedLayout;
use super::node_views::{NodeViews, cells};
use crate::canvas::paint_parts;
use crate::study::page_state::PageState;
use crate::study::review::Judgements;
use crate::study::transpositions::TranspositionFinder;

/// The margin drawn around the visible part, so that scrolling seldom redraws: in pixels, whole cells of the grid.
const MARGIN: (f64, f64) = (28.0, 30.0);
/// Pixel coordinates restart after this many cells, so that navigation moves no shapes and numbers stay small in any
/// tree.
pub const ORIGIN_STEP: (f64, f64) = (28.0 * 256.0, 30.0 * 256.0);

/// The part of the grid that is drawn for a view: larger than the view, and unchanged by small scrolling. At the edge
/// of the view a step scrolls by two thirds of it, so that much is drawn ahead of the cursor and kept behind it: every
/// step draws one column and none draws ten.
pub fn drawn_around(view: Viewport, here: Option<f64>) -> Viewport {
    let near = |x: &f64| (view.x - view.width..view.x + 2.0 * view.width).contains(x);
    let here = here.filter(near).unwrap_or(view.x + view.width / 3.0);
    let (left, right) =
        (view.x.min(here - view.width), (view.x + view.width).max(here + view.width * 2.0 / 3.0));
    let start = |at: f64, step: f64| ((at / step).floor() - 1.0).max(0.0) * step;
    let end = |at: f64, step: f64| ((at / step).ceil() + 1.0) * step;
    let x = start(left, MARGIN.0);
    // Navigation rarely goes far up or down: only visible rows are drawn.
    let y = (view.y / MARGIN.1).floor() * MARGIN.1;
    Viewport { x, y, width: end(right, MARGIN.0) - x, height: view.height + MARGIN.1 }
}

pub fn layers_of(window: Viewport) -> TreeLayers {
    let corner = (
        (window.x / ORIGIN_STEP.0).floor() * ORIGIN_STEP.0,
        (window.y / ORIGIN_STEP.1).floor() * ORIGIN_STEP.1,
    );
    TreeLayers { grid: TreeGrid::default(), viewport: window, corner }
}

/// What the drawing of the tree depends on.
#[derive(Clone, Copy)]
pub struct TreeDrawing {
    pub layout: Memo<SharedLayout>,
    pub folded: RwSignal<BTreeSet<NodeId>>,
    pub drawn: Memo<TreeLayers>,
    pub transpositions: TranspositionFinder,
}

/// The current node behind everything; the tree, which navigation does not change; the next node in front.
pub fn draw(
    page_state: PageState,
    svg: NodeRef<Svg>,
    TreeDrawing { layout, folded, drawn, transpositions }: TreeDrawing,
) {
    let (node_views, judgements) = (NodeViews::watch(page_state), Judgements::here());
    let still = move || {
        let (drawn, SharedLayout(layout)) = (drawn.get(), layout.get());
        let (cells, links) = folded.with(|folded| {
            page_state.peek(|workspace| {
                let record = workspace.current().record();
                let of = (record.tree(), record.root());
                node_views.read(|outline| cells(of, &layout, outline, &drawn.viewport, folded))
            })
        });
        let transpositions = transposition_dots(&layout, transpositions, &drawn);
        let errors = judgements.with(|judgements| drawn.errors(errors_of(&layout, judgements)));
        drawn.static_layers(&cells, &links).into_iter().chain([transpositions, errors]).collect()
    };
    let here = page_state.watch(|workspace| workspace.current().record().here());
    let ahead = page_state
        .watch(|workspace| ahead(workspace.current().record().tree(), workspace.current().record().here()));
    let coord = move |node: Option<NodeId>| layout.with(|SharedLayout(layout)| layout.coord(node?));
    let current = move || vec![drawn.get().current(coord(Some(here.get())))];
    let next = move || vec![drawn.get().next(coord(ahead.get()))];
    paint_parts(svg, [Box::new(current), Box::new(still), Box::new(next)]);
}

/// Where the moves are that lost something by the review.
fn errors_of(layout: &Layout, judgements: &Judgements) -> impl Iterator<Item = (GridCoord, HintGrade)> {
    judgements.errors().filter_map(|(node, grade)| Some((layout.coord(node)?, grade)))
}

/// A dot over each move whose position occurs elsewhere too.
fn transposition_dots(layout: &Layout, transpositions: TranspositionFinder, content: &TreeLayers) -> Layer {
    let (columns, rows) = content.grid.visible(&content.viewport);
    let dot = |(_, at): (NodeId, GridCoord)| {
        let (x, y) = content.middle(at);
        Shape::circle((x + 9.0, y - 10.0), 2.5).fill(Ink::Accent)
    };
    let nodes = layout.within(columns, rows).into_iter().filter(|(node, _)| transpositions.has(*node));
    Layer { class: "twins", shapes: nodes.map(dot).collect() }
}

/// The branch that the next step takes, where there is a choice.
fn ahead(tree: &Tree, here: NodeId) -> Option<NodeId> {
    tree.preferred(here).filter(|_| tree.children(here).nth(1).is_some())
}

#[cfg(test)]
mod tests {
    use record::{GameRecord, GoRecord};

    use super::*;
    use crate::study::go_record;

    #[test]
    fn the_next_branch_shows_only_where_there_is_a_choice() {
        let mut game = go_record("(;SZ[9];B[aa](;W[bb])(;W[cc]))");
        let layout = Layout::new(game.tree(), game.root(), &BTreeSet::new());
        let next = |game: &GoRecord| ahead(game.tree(), game.here()).and_then(|node| layout.coord(node));
        assert_eq!(next(&game), None);
        game.forward();
        assert_eq!(next(&game), Some(GridCoord { column: 2, row: 0 }));
        game.choose_branch(false);
        assert_eq!(next(&game), Some(GridCoord { column: 2, row: 1 }));
    }

    #[test]
    fn the_visible_part_is_drawn_wherever_the_cursor_is() {
        let view = |x| Viewport { x, y: 0.0, width: 400.0, height: 200.0 };
        assert_eq!(drawn_around(view(230.0), None), drawn_around(view(240.0), None));
        for x in [0.0, 100.0, 223.0, 1000.0, 2_799_000.0] {
            for here in [None, Some(0.0), Some(x), Some(x + 380.0), Some(x + 790.0), Some(x + 9000.0)] {
                let around = drawn_around(view(x), here);
                assert!(around.x <= x && around.x + around.width >= x + 400.0, "{x} {here:?}");
                assert!(around.width < 1200.0, "{x} {here:?}");
            }
        }
        for y in [0.0, 1.0, 29.0, 30.0, 3_000_017.0] {
            let around = drawn_around(Viewport { y, ..view(0.0) }, None);
            assert!(around.y <= y && around.y + around.height >= y + 200.0, "{y}");
            assert!(around.height < 260.0, "{y}");
        }
    }

    #[test]
    fn a_step_that_scrolls_draws_no_more_than_any_other() {
        let grid = TreeGrid::default();
        let mut view = Viewport { x: 0.0, y: 0.0, width: 400.0, height: 200.0 };
        let mut before: Option<Viewport> = None;
        for column in 20..120 {
            let here = GridCoord { column, row: 0 };
            view = grid.scrolled(view, here);
            let drawn = drawn_around(view, Some(grid.center(here).0));
            if let Some(before) = before.filter(|_| column > 21) {
                assert!((drawn.x - before.x).abs() <= 28.0, "{column}");
                assert!((drawn.x + drawn.width - before.x - before.width).abs() <= 56.0, "{column}");
            }
            before = Some(drawn);
        }
    }
}
