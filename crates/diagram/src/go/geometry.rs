//! Maps points to pixels and pixels to points.

use std::ops::RangeInclusive;

use rules::go::{Point, Size};

/// The visible part of a board and its scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Geometry {
    size: Size,
    /// First and last column, first and last row shown.
    columns: (u8, u8),
    rows: (u8, u8),
    cell: f64,
    coordinates: bool,
    /// Whether the board lies on its side: its rows run down the picture.
    sideways: bool,
    /// Whether the lines that are counted from left to right, and from top to bottom, are counted the other way.
    reversed: (bool, bool),
}

impl Geometry {
    /// The whole board with coordinates, 32 pixels from line to line.
    pub fn new(size: Size) -> Geometry {
        let (columns, rows) = ((0, size.width() - 1), (0, size.height() - 1));
        Geometry {
            size,
            columns,
            rows,
            cell: 32.0,
            coordinates: true,
            sideways: false,
            reversed: (false, false),
        }
    }

    /// Whole pixels from line to line, so that lines stay crisp; at least 4.
    #[must_use]
    pub fn with_cell(self, cell: f64) -> Geometry {
        Geometry { cell: cell.clamp(4.0, 512.0).floor(), ..self }
    }

    #[must_use]
    pub fn with_coordinates(self, coordinates: bool) -> Geometry {
        Geometry { coordinates, ..self }
    }

    /// Turned clockwise by quarters, then with left and right exchanged.
    #[must_use]
    pub fn seen(self, quarter_turns: u8, is_mirrored: bool) -> Geometry {
        let turns = quarter_turns % 4;
        let reversed = (matches!(turns, 1 | 2) != is_mirrored, turns >= 2);
        Geometry { sideways: turns % 2 == 1, reversed, ..self }
    }

    /// Only the rectangle around these points; the whole board if none of them lies on it.
    #[must_use]
    pub fn cropped_to(self, points: impl IntoIterator<Item = Point>) -> Geometry {
        let wider = |range: Option<(u8, u8)>, line: u8| {
            let (first, last) = range.unwrap_or((line, line));
            Some((first.min(line), last.max(line)))
        };
        let on_board = points.into_iter().filter(|at| self.size.contains(*at));
        let ranges = on_board.fold((None, None), |(xs, ys), at| (wider(xs, at.x), wider(ys, at.y)));
        let (Some(columns), Some(rows)) = ranges else { return self };
        Geometry { columns, rows, ..self }
    }

    /// Scaled to fit into this space, in pixels.
    #[must_use]
    pub fn fitting(self, width: f64, height: f64) -> Geometry {
        let cells = |(first, last): (u8, u8)| f64::from(last - first) + 2.0 * self.margin_cells();
        let (across, down) = (cells(self.across()), cells(self.down()));
        self.with_cell((width / across).min(height / down))
    }

    pub fn size(&self) -> Size {
        self.size
    }

    pub fn cell(&self) -> f64 {
        self.cell
    }

    pub fn has_coordinates(&self) -> bool {
        self.coordinates
    }

    pub fn width(&self) -> f64 {
        self.length(self.across())
    }

    pub fn height(&self) -> f64 {
        self.length(self.down())
    }

    fn length(&self, (first, last): (u8, u8)) -> f64 {
        f64::from(last - first) * self.cell + 2.0 * self.margin() + self.line_width() % 2.0
    }

    /// The lines that are counted from left to right: columns, unless the board lies on its side.
    fn across(&self) -> (u8, u8) {
        if self.sideways { self.rows } else { self.columns }
    }

    /// The lines that are counted from top to bottom.
    fn down(&self) -> (u8, u8) {
        if self.sideways { self.columns } else { self.rows }
    }

    /// The point where such lines cross.
    pub(super) fn crossing(&self, across: u8, down: u8) -> Point {
        if self.sideways { Point::new(down, across) } else { Point::new(across, down) }
    }

    /// The centre of a point, even if it is not shown.
    pub fn center(&self, at: Point) -> (f64, f64) {
        // Lines of odd width are crisp only at half pixels.
        let first = self.margin() + self.line_width() % 2.0 / 2.0;
        let along = |line: u8, (from, to): (u8, u8), reversed: bool| {
            let steps =
                if reversed { f64::from(to) - f64::from(line) } else { f64::from(line) - f64::from(from) };
            first + steps * self.cell
        };
        let (across, down) = if self.sideways { (at.y, at.x) } else { (at.x, at.y) };
        (along(across, self.across(), self.reversed.0), along(down, self.down(), self.reversed.1))
    }

    /// The point under a pixel: each point owns the square around it.
    pub fn hit(&self, x: f64, y: f64) -> Option<Point> {
        let [left, top, ..] = self.ends();
        let line = |along: f64, (first, last): (u8, u8), reversed: bool| {
            let steps = (along / self.cell + 0.5).floor();
            let inside = steps >= 0.0 && steps <= f64::from(last - first);
            inside.then(|| if reversed { last - steps as u8 } else { first + steps as u8 })
        };
        let across = line(x - left, self.across(), self.reversed.0)?;
        Some(self.crossing(across, line(y - top, self.down(), self.reversed.1)?))
    }

    pub fn shows(&self, at: Point) -> bool {
        (self.columns.0..=self.columns.1).contains(&at.x) && (self.rows.0..=self.rows.1).contains(&at.y)
    }

    /// Points shown, row by row.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        let columns = self.columns;
        (self.rows.0..=self.rows.1).flat_map(move |y| (columns.0..=columns.1).map(move |x| Point::new(x, y)))
    }

    /// See `crossing`.
    pub(super) fn lines_across(&self) -> RangeInclusive<u8> {
        self.across().0..=self.across().1
    }

    pub(super) fn lines_down(&self) -> RangeInclusive<u8> {
        self.down().0..=self.down().1
    }

    pub(super) fn is_sideways(&self) -> bool {
        self.sideways
    }

    pub(super) fn line_width(&self) -> f64 {
        (self.cell / 30.0).round().max(1.0)
    }

    /// The distance from the picture's edge to the outermost line.
    pub(super) fn margin(&self) -> f64 {
        (self.margin_cells() * self.cell).round()
    }

    fn margin_cells(&self) -> f64 {
        if self.coordinates { 1.3 } else { 0.75 }
    }

    /// The extent of the grid to the left, top, right and bottom: to the edge lines, or past the crop.
    pub(super) fn reach(&self) -> [f64; 4] {
        let [left, top, right, bottom] = self.ends();
        let more = |cut: bool| if cut { (self.cell * 0.45).round() } else { 0.0 };
        let cut = |(first, last): (u8, u8), lines: u8, reversed: bool| {
            let cut = (first > 0, last + 1 < lines);
            if reversed { (cut.1, cut.0) } else { cut }
        };
        let (width, height) = (self.size.width(), self.size.height());
        let (wide, high) = if self.sideways { (height, width) } else { (width, height) };
        let across = cut(self.across(), wide, self.reversed.0);
        let down = cut(self.down(), high, self.reversed.1);
        [left - more(across.0), top - more(down.0), right + more(across.1), bottom + more(down.1)]
    }

    /// The outermost lines that are shown: left, top, right, bottom.
    fn ends(&self) -> [f64; 4] {
        let (x1, y1) = self.center(Point::new(self.columns.0, self.rows.0));
        let (x2, y2) = self.center(Point::new(self.columns.1, self.rows.1));
        [x1.min(x2), y1.min(y2), x1.max(x2), y1.max(y2)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_or_mirrored_board_is_clicked_where_it_is_drawn() {
        let size = Size::new(9, 13).unwrap();
        let corner = Point::new(0, 0);
        let cropped = Geometry::new(size).cropped_to([Point::new(1, 2), Point::new(5, 7)]);
        for whole in [Geometry::new(size), cropped] {
            let corners = |is_mirrored: bool| {
                [0, 1, 2, 3].map(|turns| {
                    let seen = whole.seen(turns, is_mirrored);
                    for at in seen.points() {
                        let (x, y) = seen.center(at);
                        assert_eq!(seen.hit(x, y), Some(at), "{at:?} {turns} {is_mirrored}");
                        assert!(x < seen.width() && y < seen.height());
                    }
                    let (x, y) = seen.center(corner);
                    (x < seen.width() / 2.0, y < seen.height() / 2.0)
                })
            };
            let (left, right, top, bottom) = (true, false, true, false);
            assert_eq!(
                corners(false),
                [(left, top), (right, top), (right, bottom), (left, bottom)],
                "clockwise"
            );
            assert_eq!(corners(true), [(right, top), (left, top), (left, bottom), (right, bottom)]);
        }
    }

    #[test]
    fn a_board_on_its_side_is_as_wide_as_it_was_high() {
        let whole = Geometry::new(Size::new(9, 13).unwrap());
        let turned = whole.seen(1, false);
        assert_eq!((turned.width(), turned.height()), (whole.height(), whole.width()));
        let part = whole.cropped_to([Point::new(0, 0), Point::new(3, 5)]).seen(1, false);
        let [left, top, right, bottom] = part.reach();
        // The part goes on to the left and below: only there the lines reach beyond its points.
        assert!(left < part.margin() && bottom > part.height() - part.margin());
        assert!(top >= part.margin() && right <= part.width() - part.margin() + 1.0);
    }
}
