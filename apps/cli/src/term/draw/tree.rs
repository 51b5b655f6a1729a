//! The move tree: the main line across, variations below it, scrolled to the current node.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color as Ink, Style};
use record::GameRecord;
use record::NodeId;
use record::layout::{BranchLine, GridCoord, Layout};

use super::heading;
use crate::term::screen::game::GameScreen;
use crate::term::theme::{Part, Theme};

/// Columns of the screen from one move to the next.
const STEP: u32 = 2;

/// The visible part of the tree.
struct Window {
    area: Rect,
    columns: RangeInclusive<u32>,
    rows: RangeInclusive<u32>,
}

impl Window {
    /// The current move is at two thirds of the width, because past moves matter more than future ones.
    fn new(area: Rect, here: GridCoord) -> Window {
        let area = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        let (wide, high) = (u32::from(area.width) / STEP, u32::from(area.height));
        let column = here.column.saturating_sub(wide * 2 / 3);
        let row = here.row.saturating_sub(high / 2);
        Window { area, columns: column..=column + wide, rows: row..=row + high }
    }

    fn cell(&self, at: GridCoord) -> Option<(u16, u16)> {
        let x = u16::try_from(at.column.checked_sub(*self.columns.start())? * STEP + 1).ok()?;
        let y = u16::try_from(at.row.checked_sub(*self.rows.start())?).ok()?;
        (x < self.area.width && y < self.area.height).then(|| (self.area.x + x, self.area.y + y))
    }
}

fn laid_out(area: Rect, game: &GameScreen) -> (Layout, Window) {
    let layout = Layout::new(game.record().tree(), game.record().root(), &BTreeSet::new());
    let here = layout.coord(game.record().here()).unwrap_or(GridCoord { column: 0, row: 0 });
    (layout, Window::new(area, here))
}

pub fn draw(buffer: &mut Buffer, area: Rect, game: &GameScreen, theme: &Theme) {
    heading(buffer, area, 0, "Tree", theme);
    let (layout, window) = laid_out(area, game);
    // The board's colour behind the stones makes them visible on any terminal background.
    let below = layout.size().1.saturating_sub(*window.rows.start());
    let wood =
        Rect { height: window.area.height.min(u16::try_from(below).unwrap_or(u16::MAX)), ..window.area };
    buffer.set_style(wood, theme.on_board(Part::Line));
    for link in layout.links(game.record().tree(), window.columns.clone(), window.rows.clone()) {
        draw_link(buffer, &window, link, theme);
    }
    for (node, at) in layout.within(window.columns.clone(), window.rows.clone()) {
        let (shape, style) = match game.move_of(node) {
            Some((color, _)) => (theme.shapes.stone(color), theme.stone(color)),
            None => (theme.shapes.root, theme.on_board(Part::Line)),
        };
        let style = if node == game.record().here() { current(style, theme) } else { style };
        set(buffer, &window, at, 0, shape, style);
    }
}

fn current(style: Style, theme: &Theme) -> Style {
    match theme.colour(Part::Cursor) {
        Ink::Reset => style.patch(theme.chosen()),
        colour => style.bg(colour),
    }
}

/// Across, or down from the parent and then diagonally: cells left of the child may belong to other branches.
fn draw_link(buffer: &mut Buffer, window: &Window, link: BranchLine, theme: &Theme) {
    let style = theme.on_board(Part::Line);
    let [across, down, slant] = theme.shapes.tree;
    if link.from.row == link.to.row {
        return set(buffer, window, link.to, 1, across, style);
    }
    let last = link.bend.map_or(link.from.row, |bend| bend.row).min(*window.rows.end());
    for row in (link.from.row + 1).max(*window.rows.start())..=last {
        set(buffer, window, GridCoord { column: link.from.column, row }, 0, down, style);
    }
    set(buffer, window, link.to, 1, slant, style);
}

fn set(buffer: &mut Buffer, window: &Window, at: GridCoord, left: u16, shape: &str, style: Style) {
    let Some((x, y)) = window.cell(at) else { return };
    if let Some(cell) =
        x.checked_sub(left).filter(|x| *x >= window.area.x).and_then(|x| buffer.cell_mut((x, y)))
    {
        cell.reset();
        cell.set_symbol(shape).set_style(style);
    }
}

pub fn hit(area: Rect, game: &GameScreen, x: u16, y: u16) -> Option<NodeId> {
    let (layout, window) = laid_out(area, game);
    let column = u32::from(x.checked_sub(window.area.x)?) / STEP + window.columns.start();
    let row = u32::from(y.checked_sub(window.area.y)?) + window.rows.start();
    if !window.area.contains((x, y).into()) {
        return None;
    }
    layout.at(GridCoord { column, row })
}
