//! Pictures of game trees.
#![allow(clippy::unwrap_used)]

use diagram::tree::{Cell, CellKind, GridCoord, Link, Tree, TreeGrid, Viewport};
use diagram::{Theme, to_svg};
use proptest::prelude::*;
use rules::go::Color;

fn coord(column: u32, row: u32) -> GridCoord {
    GridCoord { column, row }
}

fn cell(column: u32, row: u32, kind: CellKind) -> Cell {
    Cell { at: coord(column, row), kind, has_comment: false, judgement: None, folded: false }
}

fn numbered(number: u32) -> CellKind {
    CellKind::Move(if number % 2 == 1 { Color::Black } else { Color::White }, number)
}

/// One long line, as of a long game.
fn line(moves: u32) -> Tree {
    let cells = (0..moves).map(|n| cell(n, 0, numbered(n))).collect();
    let links = (1..moves).map(|n| Link { from: coord(n - 1, 0), bend: None, to: coord(n, 0) }).collect();
    Tree { cells, links, ..Tree::default() }
}

#[test]
fn a_small_tree_with_every_kind_of_cell() {
    let mut cells = vec![
        cell(0, 0, CellKind::Start),
        cell(1, 0, CellKind::SetUp),
        cell(2, 0, numbered(1)),
        cell(3, 0, CellKind::Plain),
        cell(3, 1, numbered(2)),
        cell(3, 3, numbered(12_346)),
    ];
    cells[2].has_comment = true;
    cells[5].folded = true;
    let straight = |a, b| Link { from: a, bend: None, to: b };
    let tree = Tree {
        cells,
        links: vec![
            straight(coord(0, 0), coord(1, 0)),
            straight(coord(1, 0), coord(2, 0)),
            straight(coord(2, 0), coord(3, 0)),
            straight(coord(2, 0), coord(3, 1)),
            Link { from: coord(2, 0), bend: Some(coord(2, 2)), to: coord(3, 3) },
        ],
        current: Some(coord(2, 0)),
        next: Some(coord(3, 1)),
    };
    let grid = TreeGrid::default();
    let (width, height) = grid.size(4, 4);
    let picture = grid.draw(&tree, &Viewport { x: 0.0, y: 0.0, width, height });
    insta::assert_snapshot!(to_svg(&picture, Theme::Light));
}

#[test]
fn a_link_that_only_passes_through_is_drawn() {
    let long = Link { from: coord(5, 0), bend: Some(coord(5, 99)), to: coord(6, 100) };
    let tree = Tree { links: vec![long], ..Tree::default() };
    let grid = TreeGrid::default();
    let (x, y) = grid.center(coord(5, 50));
    let drawn = |x: f64| {
        let window = Viewport { x, y, width: 60.0, height: 60.0 };
        grid.draw(&tree, &window).layer("links").unwrap().shapes.len()
    };
    assert_eq!(drawn(x - 30.0), 1);
    assert_eq!(drawn(x + 300.0), 0);
}

#[test]
fn moving_the_cursor_changes_only_the_highlights() {
    let window = Viewport { x: 0.0, y: 0.0, width: 400.0, height: 100.0 };
    let draw =
        |current| TreeGrid::default().draw(&Tree { current: Some(coord(current, 0)), ..line(20) }, &window);
    let (here, there) = (draw(3), draw(4));
    for (one, other) in here.layers.iter().zip(&there.layers) {
        assert_eq!(one == other, one.class != "current", "{}", one.class);
    }
}

fn windows() -> impl Strategy<Value = Viewport> {
    (0.0..1e5, 0.0..1e4, 100.0..2000.0, 100.0..2000.0).prop_map(|(x, y, width, height)| Viewport {
        x,
        y,
        width,
        height,
    })
}

proptest! {
    #[test]
    fn the_middle_of_a_cell_hits_it(column in 0u32..200_000, row in 0u32..5_000) {
        let grid = TreeGrid::default();
        let (x, y) = grid.center(coord(column, row));
        prop_assert_eq!(grid.hit(x, y), Some(coord(column, row)));
    }

    #[test]
    fn what_is_hit_in_a_window_is_visible_in_it(window in windows(), dx in 0.0..1.0, dy in 0.0..1.0) {
        let grid = TreeGrid::default();
        let (columns, rows) = grid.visible(&window);
        if let Some(at) = grid.hit(window.x + dx * window.width, window.y + dy * window.height) {
            prop_assert!(columns.contains(&at.column) && rows.contains(&at.row));
        }
    }

    #[test]
    fn a_cell_scrolled_to_is_fully_visible_and_then_stays(
        window in windows(), column in 0u32..4_000, row in 0u32..400
    ) {
        let grid = TreeGrid::default();
        let at = coord(column, row);
        let there = grid.scrolled(window, at);
        let (x, y) = grid.center(at);
        prop_assert!(there.x >= 0.0 && there.y >= 0.0);
        prop_assert!(there.x <= x - grid.column / 2.0 && x + grid.column / 2.0 <= there.x + there.width);
        prop_assert!(there.y <= y - grid.row / 2.0 && y + grid.row / 2.0 <= there.y + there.height);
        prop_assert_eq!(grid.scrolled(there, at), there);
    }

    #[test]
    fn only_what_is_visible_is_drawn(column in 0u32..1_500) {
        let grid = TreeGrid::default();
        let window = Viewport { x: grid.center(coord(column, 0)).0, y: 0.0, width: 280.0, height: 100.0 };
        let picture = grid.draw(&line(1_500), &window);
        let shapes: usize = picture.layers.iter().map(|layer| layer.shapes.len()).sum();
        prop_assert!(shapes <= 12 * 3, "{shapes} shapes");
    }

    #[test]
    fn no_numbers_make_hit_panic(x in any::<f64>(), y in any::<f64>(), width in any::<f64>(), height in any::<f64>()) {
        let grid = TreeGrid::default();
        let window = Viewport { x, y, width, height };
        let _ = (grid.hit(x, y), grid.visible(&window), grid.draw(&line(5), &window));
    }
}

#[test]
fn a_layout_of_the_record_is_drawn_as_it_is() {
    let mut tree = record::Tree::new();
    let root = tree.add_detached();
    let first = tree.add(root);
    let (second, _) = (tree.add(first), tree.add(root));
    let layout = record::layout::Layout::new(&tree, root, &std::collections::BTreeSet::new());
    let (columns, rows) = layout.size();
    let links = layout.links(&tree, 0..=columns, 0..=rows).into_iter().map(Link::from).collect();
    let cells = layout.within(0..=columns, 0..=rows);
    let cells = cells.into_iter().map(|(_, at)| cell(at.column, at.row, CellKind::Plain)).collect();
    let grid = TreeGrid::default();
    let (width, height) = grid.size(columns, rows);
    let tree = Tree { cells, links, current: layout.coord(second), next: None };
    let picture = grid.draw(&tree, &Viewport { x: 0.0, y: 0.0, width, height });
    let shapes = |class| picture.layer(class).unwrap().shapes.len();
    assert_eq!((shapes("cells"), shapes("links"), shapes("current")), (4, 3, 1));
}
