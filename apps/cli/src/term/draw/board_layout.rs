//! Where each point of a board is on the screen. The board grows with its area: the pitch is the number of columns from
//! one point to the next, and half of it, because characters are twice as high as wide, the number of rows.

use ratatui::layout::Rect;
use rules::go::{Point, Size};

use crate::term::theme::Theme;

/// The smallest board: a point and the line to the next.
const LEAST: u16 = 2;
const MOST: u16 = 12;

/// Which points are shown, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLayout {
    pub size: Size,
    /// Columns from one point to the next.
    pub pitch: u16,
    /// Whether stones are discs of several characters rather than one.
    pub discs: bool,
    /// Column of the first points shown.
    pub left: u16,
    /// Half rows from the top of the screen to the middle of the first points shown.
    middle: u16,
    pub first: Point,
    pub columns: u8,
    pub rows: u8,
    /// The first row of the board, and those of the letters.
    top: u16,
    pub letters: [Option<u16>; 2],
}

/// What is drawn around the points.
#[derive(Clone, Copy)]
struct Margins {
    /// Columns on each side, for the numbers.
    side: u16,
    letters: u16,
}

impl Margins {
    fn new(pitch: u16, coordinates: bool) -> Margins {
        match coordinates {
            true => Margins { side: 3 + pitch / 2, letters: 1 },
            false => Margins { side: pitch / 2, letters: 0 },
        }
    }
}

impl BoardLayout {
    /// Centred in the area, as large as fits; the point `keep` is always visible.
    pub fn new(area: Rect, size: Size, keep: Point, theme: &Theme) -> BoardLayout {
        BoardLayout::within(area, size, keep, true, theme)
    }

    /// The same without coordinates, for previews.
    pub fn without_coordinates(area: Rect, size: Size, keep: Point, theme: &Theme) -> BoardLayout {
        BoardLayout::within(area, size, keep, false, theme)
    }

    fn within(area: Rect, size: Size, keep: Point, coordinates: bool, theme: &Theme) -> BoardLayout {
        let pitch = best_pitch(area, size, coordinates, theme);
        let discs = pitch > LEAST && theme.draws_discs();
        let margins = Margins::new(pitch, coordinates);
        let room_across = (area.width + pitch - 1).saturating_sub(2 * margins.side) / pitch;
        let (first_x, columns) = shown(size.width(), room_across, keep.x);
        let room_down = match pitch {
            LEAST => area.height.saturating_sub(2 * margins.letters),
            _ => size.height().into(),
        };
        let (first_y, rows) = shown(size.height(), room_down, keep.y);
        let width = u16::from(columns - 1) * pitch + 1 + 2 * margins.side;
        let height = height(rows, pitch, discs);
        // The letters below are left out first.
        let letters = (2 * margins.letters).min(area.height.saturating_sub(height));
        let left = area.x + area.width.saturating_sub(width) / 2 + margins.side;
        let top = area.y + area.height.saturating_sub(height + letters) / 2 + margins.letters.min(letters);
        let letters = [(letters > 0).then(|| top - 1), (letters == 2).then_some(top + height)];
        BoardLayout {
            size,
            pitch,
            discs,
            left,
            middle: 2 * top + first_middle(pitch, discs),
            first: Point::new(first_x, first_y),
            columns,
            rows,
            top,
            letters,
        }
    }

    /// Screen columns that the whole board takes in an area, with coordinates on both sides.
    pub fn width(area: Rect, size: Size, theme: &Theme) -> u16 {
        let pitch = best_pitch(area, size, true, theme);
        across(size, pitch, true)
    }

    pub fn point_at(&self, column: u16, row: u16) -> Option<Point> {
        let half = self.pitch / 2;
        let x = (column + half).checked_sub(self.left)? / self.pitch;
        let y = (2 * row + 1 + half).checked_sub(self.middle)? / self.pitch;
        if x >= self.columns.into() || y >= self.rows.into() {
            return None;
        }
        Some(Point::new(self.first.x + x as u8, self.first.y + y as u8))
    }

    /// The character in the middle of a point.
    pub fn cell(&self, at: Point) -> (u16, u16) {
        let row = match self.pitch % 2 {
            0 => self.middle_of(at) / 2,
            // The middle of the stone is a half row; this row is wholly inside it.
            _ => (self.top_of(at) + (self.pitch - 1) / 2) / 2,
        };
        (self.column_of(at), row)
    }

    pub fn column_of(&self, at: Point) -> u16 {
        self.left + u16::from(at.x - self.first.x) * self.pitch
    }

    /// The half rows of a stone: the first of `pitch`.
    pub fn top_of(&self, at: Point) -> u16 {
        self.middle_of(at).saturating_sub(self.pitch / 2)
    }

    /// For an even pitch the boundary of two half rows; for an odd pitch the middle one.
    pub fn middle_of(&self, at: Point) -> u16 {
        self.middle + u16::from(at.y - self.first.y) * self.pitch
    }

    pub fn shows(&self, at: Point) -> bool {
        (self.first.x..self.first.x + self.columns).contains(&at.x)
            && (self.first.y..self.first.y + self.rows).contains(&at.y)
    }

    pub fn points(&self) -> impl Iterator<Item = Point> {
        let (first, columns) = (self.first, self.columns);
        (first.y..first.y + self.rows)
            .flat_map(move |y| (first.x..first.x + columns).map(move |x| Point::new(x, y)))
    }

    /// Columns of the screen that the points take, with half a point on each side.
    pub fn frame(&self) -> Rect {
        let half = self.pitch / 2;
        let x = self.left.saturating_sub(half);
        let last = self.left + u16::from(self.columns - 1) * self.pitch + half;
        Rect { x, y: self.top, width: last + 1 - x, height: height(self.rows, self.pitch, self.discs) }
    }
}

/// Half rows from the top of the board to the middle of the first point.
fn first_middle(pitch: u16, discs: bool) -> u16 {
    match (discs, pitch.is_multiple_of(2)) {
        (false, _) => 1,
        // The middle of a row, low enough for the disc above it.
        (true, true) => (pitch / 2 - 1).div_ceil(2) * 2 + 1,
        (true, false) => pitch / 2,
    }
}

fn height(rows: u8, pitch: u16, discs: bool) -> u16 {
    let last = first_middle(pitch, discs) + u16::from(rows - 1) * pitch;
    let half_rows = if discs { last + pitch.div_ceil(2) } else { last + 1 };
    half_rows.div_ceil(2)
}

fn across(size: Size, pitch: u16, coordinates: bool) -> u16 {
    u16::from(size.width() - 1) * pitch + 1 + 2 * Margins::new(pitch, coordinates).side
}

/// The largest pitch at which the whole board fits. Odd ones need half rows, so discs.
fn best_pitch(area: Rect, size: Size, coordinates: bool, theme: &Theme) -> u16 {
    let fits = |pitch: &u16| {
        let discs = *pitch > LEAST && theme.draws_discs();
        let letters = if coordinates { 1 } else { 0 };
        (discs || pitch.is_multiple_of(2))
            && across(size, *pitch, coordinates) <= area.width
            && height(size.height(), *pitch, discs) + letters <= area.height
    };
    (LEAST + 1..=MOST).rev().find(fits).unwrap_or(LEAST)
}

/// The first line and the number of lines that fit, with `keep` among them.
fn shown(lines: u8, room: u16, keep: u8) -> (u8, u8) {
    let count = lines.min(u8::try_from(room).unwrap_or(u8::MAX)).max(1);
    let middle = keep.saturating_sub(count / 2);
    (middle.min(lines - count), count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::theme::ThemeName;

    fn layout(width: u16, height: u16, lines: u32, theme: ThemeName) -> BoardLayout {
        let size = Size::square(lines).unwrap();
        BoardLayout::new(Rect::new(0, 1, width, height), size, Point::new(0, 0), &Theme::new(theme))
    }

    #[test]
    fn the_board_grows_with_the_screen() {
        for (width, height, lines, theme, pitch) in [
            (45, 21, 19, ThemeName::Dark, 2),
            (45, 21, 9, ThemeName::Dark, 4),
            (45, 21, 9, ThemeName::Mono, 4),
            (45, 21, 13, ThemeName::Dark, 3),
            (45, 21, 13, ThemeName::Mono, 2),
            (85, 37, 19, ThemeName::Dark, 3),
            (85, 37, 19, ThemeName::Ascii, 2),
            (165, 57, 19, ThemeName::Dark, 5),
            (165, 57, 19, ThemeName::Mono, 6),
            (60, 17, 9, ThemeName::Dark, 3),
            (60, 17, 19, ThemeName::Dark, 2),
        ] {
            assert_eq!(
                layout(width, height, lines, theme).pitch,
                pitch,
                "{width}x{height} {lines} {theme:?}"
            );
        }
    }

    #[test]
    fn every_point_is_inside_and_found_where_it_is_drawn() {
        for theme in [ThemeName::Dark, ThemeName::Mono] {
            for (width, height) in [(45, 21), (60, 17), (85, 37), (165, 57), (31, 9), (300, 100)] {
                for lines in [1, 2, 9, 13, 19, 25] {
                    let layout = layout(width, height, lines, theme);
                    let frame = layout.frame();
                    assert!(frame.bottom() <= 1 + height && frame.right() <= width, "{frame:?} {layout:?}");
                    for at in layout.points() {
                        let (x, y) = layout.cell(at);
                        assert_eq!(layout.point_at(x, y), Some(at), "{layout:?}");
                        assert!(frame.contains((x, y).into()), "{at:?} {frame:?} {layout:?}");
                    }
                }
            }
        }
    }
}
