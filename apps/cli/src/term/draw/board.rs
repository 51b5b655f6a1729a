//! A Go board in characters: where each point is on the screen, and what is drawn there.
//! A board larger than its area is shown around the cursor.

use diagram::go::star_points;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use rules::go::{Board, Count, Marking, Point, Size, column_name};

use crate::term::theme::{Part, Theme};

/// Columns of one point: the point and the line to the next.
const CELL: u16 = 2;
/// Columns for a row's number and the board's edge.
const SIDE: u16 = 4;

/// Which points are shown, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLayout {
    size: Size,
    /// Position of the first point shown.
    left: u16,
    top: u16,
    first: Point,
    columns: u8,
    rows: u8,
}

impl BoardLayout {
    /// Centred in the area; the point `keep` is always visible.
    pub fn new(area: Rect, size: Size, keep: Point) -> BoardLayout {
        BoardLayout::within(area, size, keep, SIDE, 1)
    }

    /// The same without coordinates, for previews.
    pub fn without_coordinates(area: Rect, size: Size, keep: Point) -> BoardLayout {
        BoardLayout::within(area, size, keep, 1, 0)
    }

    fn within(area: Rect, size: Size, keep: Point, beside: u16, above: u16) -> BoardLayout {
        let room_across = (area.width + 1).saturating_sub(2 * beside) / CELL;
        let (first_x, columns) = shown(size.width(), room_across, keep.x);
        let (first_y, rows) = shown(size.height(), area.height.saturating_sub(2 * above), keep.y);
        let width = u16::from(columns) * CELL - 1 + 2 * beside;
        let height = u16::from(rows) + 2 * above;
        let left = area.x + area.width.saturating_sub(width) / 2 + beside;
        let top = area.y + area.height.saturating_sub(height) / 2 + above;
        BoardLayout { size, left, top, first: Point::new(first_x, first_y), columns, rows }
    }

    /// Screen columns for this many points, with coordinates on both sides.
    pub fn width(columns: u8) -> u16 {
        u16::from(columns) * CELL - 1 + 2 * SIDE
    }

    pub fn point_at(&self, column: u16, row: u16) -> Option<Point> {
        let x = (column + 1).checked_sub(self.left)? / CELL;
        let y = row.checked_sub(self.top)?;
        if x >= self.columns.into() || y >= self.rows.into() {
            return None;
        }
        Some(Point::new(self.first.x + x as u8, self.first.y + y as u8))
    }

    fn cell(&self, at: Point) -> (u16, u16) {
        let across = u16::from(at.x - self.first.x) * CELL;
        (self.left + across, self.top + u16::from(at.y - self.first.y))
    }

    fn shows(&self, at: Point) -> bool {
        (self.first.x..self.first.x + self.columns).contains(&at.x)
            && (self.first.y..self.first.y + self.rows).contains(&at.y)
    }

    fn points(&self) -> impl Iterator<Item = Point> {
        let (first, columns) = (self.first, self.columns);
        (first.y..first.y + self.rows)
            .flat_map(move |y| (first.x..first.x + columns).map(move |x| Point::new(x, y)))
    }
}

/// The first line and the number of lines that fit, with `keep` among them.
fn shown(lines: u8, room: u16, keep: u8) -> (u8, u8) {
    let count = lines.min(u8::try_from(room).unwrap_or(u8::MAX)).max(1);
    let middle = keep.saturating_sub(count / 2);
    (middle.min(lines - count), count)
}

/// What is drawn on the board besides stones.
#[derive(Clone, Copy, Default)]
pub struct Marks<'a> {
    pub cursor: Option<Point>,
    pub last: Option<Point>,
    /// Territory and dead stones, while counting.
    pub count: Option<(&'a Count, &'a Marking)>,
    pub coordinates: bool,
}

pub fn draw(buffer: &mut Buffer, place: BoardLayout, board: &Board, marks: Marks<'_>, theme: &Theme) {
    let line = theme.on_board(Part::Line);
    for at in place.points() {
        let (x, y) = place.cell(at);
        let (shape, style) = match board.get(at) {
            Some(stone) => (theme.shapes.stone(stone), theme.stone(stone)),
            None => (crossing(place.size, at, theme), line),
        };
        set(buffer, x, y, shape, style);
        let across = |inside| if inside { theme.shapes.across } else { " " };
        set(buffer, x + 1, y, across(at.x + 1 < place.size.width()), line);
        if at.x == place.first.x {
            set(buffer, x - 1, y, across(at.x > 0), line);
        }
    }
    stars(buffer, place, board, theme);
    if let Some((count, marking)) = marks.count {
        counted(buffer, place, board, count, marking, theme);
    }
    brackets(buffer, place, marks.last, ["(", ")"], theme.on_board(Part::Last));
    brackets(buffer, place, marks.cursor, ["[", "]"], theme.on_board(Part::Cursor));
    if marks.coordinates {
        coordinates(buffer, place, theme);
    }
}

fn crossing(size: Size, at: Point, theme: &Theme) -> &'static str {
    let edge = |line: u8, lines: u8| usize::from(line > 0) + usize::from(line + 1 == lines && lines > 1);
    theme.shapes.grid[edge(at.y, size.height())][edge(at.x, size.width())]
}

fn stars(buffer: &mut Buffer, place: BoardLayout, board: &Board, theme: &Theme) {
    let free = star_points(place.size).into_iter().filter(|at| place.shows(*at) && board.get(*at).is_none());
    for (x, y) in free.map(|at| place.cell(at)) {
        set(buffer, x, y, theme.shapes.hoshi, theme.on_board(Part::Line));
    }
}

fn counted(
    buffer: &mut Buffer,
    place: BoardLayout,
    board: &Board,
    count: &Count,
    marking: &Marking,
    theme: &Theme,
) {
    for (at, owner) in count.territory().iter().filter(|(at, _)| place.shows(*at) && board.get(*at).is_none())
    {
        let (x, y) = place.cell(*at);
        set(buffer, x, y, theme.shapes.territory(*owner), theme.stone(*owner));
    }
    for at in marking.dead().filter(|at| place.shows(*at)) {
        if let Some(stone) = board.get(at) {
            let (x, y) = place.cell(at);
            set(buffer, x, y, theme.shapes.dead(stone), theme.stone(stone));
        }
    }
}

fn brackets(buffer: &mut Buffer, place: BoardLayout, at: Option<Point>, pair: [&str; 2], style: Style) {
    let Some(at) = at.filter(|at| place.shows(*at)) else { return };
    let (x, y) = place.cell(at);
    set(buffer, x - 1, y, pair[0], style);
    set(buffer, x + 1, y, pair[1], style);
}

fn coordinates(buffer: &mut Buffer, place: BoardLayout, theme: &Theme) {
    let style = theme.text(Part::Faint);
    for x in place.first.x..place.first.x + place.columns {
        // Past Z, names have two equal letters; there is only space for one.
        let name = column_name(x);
        let letter = name.get(..1).unwrap_or_default();
        let (column, _) = place.cell(Point::new(x, place.first.y));
        set(buffer, column, place.top - 1, letter, style);
        set(buffer, column, place.top + u16::from(place.rows), letter, style);
    }
    for y in place.first.y..place.first.y + place.rows {
        let number = place.size.height() - y;
        let (_, row) = place.cell(Point::new(place.first.x, y));
        let right = place.left + u16::from(place.columns) * CELL;
        text(buffer, place.left.saturating_sub(SIDE), row, &format!("{number:>2}"), style);
        text(buffer, right + 1, row, &number.to_string(), style);
    }
}

/// Does nothing outside the screen.
fn set(buffer: &mut Buffer, x: u16, y: u16, symbol: &str, style: Style) {
    if let Some(cell) = buffer.cell_mut((x, y)) {
        // The cell may still be dim or bold from before.
        cell.reset();
        cell.set_symbol(symbol).set_style(style);
    }
}

fn text(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    for (offset, symbol) in (0..).zip(text.split("").filter(|piece| !piece.is_empty())) {
        set(buffer, x + offset, y, symbol, style);
    }
}
