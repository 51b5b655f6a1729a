//! Stones as discs of several characters. Each character has four quarters, and block characters show two colours in
//! any arrangement of the quarters; where there is no stone, the lines of the board are drawn.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use rules::go::{Board, Color, Point};

use super::board_layout::BoardLayout;
use crate::term::theme::{Part, Theme};

/// By the quarters in the foreground: upper left 1, upper right 2, lower left 4, lower right 8.
const QUARTERS: [&str; 16] = [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];

/// A little less than from point to point, so that neighbours can be told apart.
const STONE: f32 = 0.93;

pub struct Canvas {
    area: Rect,
    quarters: Vec<Option<Color>>,
}

impl Canvas {
    pub fn new(area: Rect) -> Canvas {
        Canvas { area, quarters: vec![None; usize::from(area.width) * usize::from(area.height) * 4] }
    }

    pub fn stones(&mut self, place: &BoardLayout, board: &Board) {
        for at in place.points() {
            if let Some(stone) = board.get(at) {
                self.disc(place, at, stone, STONE);
            }
        }
    }

    /// A disc; at 1 it touches the next one. Distances are in columns, and a half row is as high as a column is wide.
    pub fn disc(&mut self, place: &BoardLayout, at: Point, color: Color, scale: f32) {
        let radius = f32::from(place.pitch) / 2.0;
        let odd = if place.pitch.is_multiple_of(2) { 0.0 } else { 0.5 };
        let middle_y = f32::from(place.middle_of(at)) + odd;
        let middle_x = f32::from(place.column_of(at)) + 0.5;
        let limit = (radius * scale).powi(2);
        let reach = place.pitch / 2 + 1;
        for y in place.middle_of(at).saturating_sub(reach)..=place.middle_of(at) + reach {
            for x in 2 * place.column_of(at).saturating_sub(reach)..2 * (place.column_of(at) + reach + 1) {
                let (dx, dy) = (f32::from(x) / 2.0 + 0.25 - middle_x, f32::from(y) + 0.5 - middle_y);
                if dx * dx + dy * dy <= limit {
                    self.set(x, y, color);
                }
            }
        }
    }

    fn set(&mut self, x: u16, y: u16, color: Color) {
        let (column, row) = (x / 2, y / 2);
        if let Some(cell) = self.index(column, row)
            && let Some(quarter) = self.quarters.get_mut(cell + usize::from(y % 2 * 2 + x % 2))
        {
            *quarter = Some(color);
        }
    }

    fn index(&self, column: u16, row: u16) -> Option<usize> {
        let inside = self.area.contains((column, row).into());
        let (x, y) = (column.checked_sub(self.area.x)?, row.checked_sub(self.area.y)?);
        inside.then(|| (usize::from(y) * usize::from(self.area.width) + usize::from(x)) * 4)
    }

    fn quarters(&self, column: u16, row: u16) -> [Option<Color>; 4] {
        let cell = self.index(column, row).unwrap_or(usize::MAX);
        std::array::from_fn(|n| self.quarters.get(cell.saturating_add(n)).copied().flatten())
    }

    /// The colour behind a character drawn there: the stone that fills most of it.
    pub fn stone_at(&self, column: u16, row: u16) -> Option<Color> {
        let quarters = self.quarters(column, row);
        Color::BOTH
            .into_iter()
            .find(|color| quarters.iter().filter(|quarter| **quarter == Some(*color)).count() > 2)
    }

    pub fn draw(&self, buffer: &mut Buffer, place: &BoardLayout, theme: &Theme) {
        for row in self.area.top()..self.area.bottom() {
            for column in self.area.left()..self.area.right() {
                let quarters = self.quarters(column, row);
                let (symbol, style) = match quarters == [None; 4] {
                    true => (line(place, column, row, theme), theme.on_board(Part::Line)),
                    false => blocks(quarters, theme),
                };
                if let Some(cell) = buffer.cell_mut((column, row)) {
                    cell.reset();
                    cell.set_symbol(&symbol).set_style(style);
                }
            }
        }
    }
}

/// Three colours do not fit into a character: then the board's gives way.
fn blocks(quarters: [Option<Color>; 4], theme: &Theme) -> (String, Style) {
    let has = |color| quarters.contains(&Some(color));
    let (front, back) = match (has(Color::Black), has(Color::White)) {
        (true, true) => (Color::Black, Some(Color::White)),
        (true, false) => (Color::Black, None),
        _ => (Color::White, None),
    };
    let bits = (0..).zip(quarters).filter(|(_, quarter)| *quarter == Some(front)).map(|(bit, _)| 1 << bit);
    let shape: usize = bits.sum();
    let paper = back.map_or(theme.colour(Part::Board), |back| theme.colour(ink(back)));
    let style = Style::new().fg(theme.colour(ink(front))).bg(paper);
    (QUARTERS[shape % QUARTERS.len()].to_owned(), style)
}

pub fn ink(color: Color) -> Part {
    match color {
        Color::Black => Part::Black,
        Color::White => Part::White,
    }
}

/// The line of the board at a character: box drawing where lines are in the middle of rows, else dots.
fn line(place: &BoardLayout, column: u16, row: u16, theme: &Theme) -> String {
    match place.pitch.is_multiple_of(2) {
        true => boxes(place, column, row, theme).to_owned(),
        false => dots(place, column, row).to_string(),
    }
}

/// Which line of points is at a column, if one is; and whether the column is between the first and the last of the board.
fn column_line(place: &BoardLayout, column: u16) -> (Option<u8>, bool) {
    let first = if place.first.x > 0 { 0 } else { place.left };
    let last_shown = place.first.x + place.columns;
    let last = place.left + u16::from(place.columns - 1) * place.pitch;
    let last = if last_shown < place.size.width() { u16::MAX } else { last };
    let across = column.checked_sub(place.left).filter(|across| across % place.pitch == 0);
    let line = across.map(|across| across / place.pitch).filter(|n| *n < place.columns.into());
    (line.map(|n| place.first.x + n as u8), (first..=last).contains(&column))
}

pub fn boxes(place: &BoardLayout, column: u16, row: u16, theme: &Theme) -> &'static str {
    let (x, inside_x) = column_line(place, column);
    let top = place.middle_of(place.first) / 2;
    let rows = place.pitch / 2;
    let bottom = top + u16::from(place.rows - 1) * rows;
    let y = row.checked_sub(top).filter(|down| down % rows == 0 && row <= bottom);
    let y = y.map(|down| place.first.y + (down / rows) as u8);
    let edge = |line: u8, lines: u8| usize::from(line > 0) + usize::from(line + 1 == lines && lines > 1);
    match (x, y) {
        (Some(x), Some(y)) => theme.shapes.grid[edge(y, place.size.height())][edge(x, place.size.width())],
        (None, Some(_)) if inside_x => theme.shapes.across,
        (Some(_), None) if (top..=bottom).contains(&row) => theme.shapes.down,
        _ => " ",
    }
}

/// The dots of a braille character, each row of a character having four.
fn dots(place: &BoardLayout, column: u16, row: u16) -> char {
    const LEFT: [u32; 4] = [0x01, 0x02, 0x04, 0x40];
    const RIGHT: [u32; 4] = [0x08, 0x10, 0x20, 0x80];
    let (x, inside_x) = column_line(place, column);
    let last_point = Point::new(place.first.x, place.first.y + place.rows - 1);
    let dot_of = |at| 2 * place.middle_of(at) + 1;
    let (top, bottom) = (dot_of(place.first), dot_of(last_point));
    let last = place.left + u16::from(place.columns - 1) * place.pitch;
    let mut bits = 0;
    for n in 0..4_u16 {
        let dot = 4 * row + n;
        let inside_y = (top..=bottom).contains(&dot);
        let on_line = inside_y && (dot - top).is_multiple_of(2 * place.pitch);
        let place_in_cell = usize::from(n);
        if on_line && inside_x {
            let is_last = column == last && place.first.x + place.columns == place.size.width();
            bits |= LEFT[place_in_cell] | if is_last { 0 } else { RIGHT[place_in_cell] };
        }
        if inside_y && x.is_some() {
            bits |= LEFT[place_in_cell];
        }
    }
    if bits == 0 { ' ' } else { char::from_u32(0x2800 + bits).unwrap_or(' ') }
}
