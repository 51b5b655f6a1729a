//! Maps points to pixels and pixels to points.

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
    /// Whether the columns run from right to left, and the rows from the bottom up.
    reversed: (bool, bool),
}

impl Geometry {
    /// The whole board with coordinates, 32 pixels from line to line.
    pub fn new(size: Size) -> Geometry {
        let (columns, rows) = ((0, size.width() - 1), (0, size.height() - 1));
        Geometry { size, columns, rows, cell: 32.0, coordinates: true, reversed: (false, false) }
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

    /// Turned by 180 degrees, or with left and right exchanged, or both.
    #[must_use]
    pub fn seen(self, is_turned: bool, is_mirrored: bool) -> Geometry {
        Geometry { reversed: (is_turned != is_mirrored, is_turned), ..self }
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
        let across = f64::from(self.columns.1 - self.columns.0) + 2.0 * self.margin_cells();
        let down = f64::from(self.rows.1 - self.rows.0) + 2.0 * self.margin_cells();
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
        f64::from(self.columns.1 - self.columns.0) * self.cell + 2.0 * self.margin() + self.line_width() % 2.0
    }

    pub fn height(&self) -> f64 {
        f64::from(self.rows.1 - self.rows.0) * self.cell + 2.0 * self.margin() + self.line_width() % 2.0
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
        (along(at.x, self.columns, self.reversed.0), along(at.y, self.rows, self.reversed.1))
    }

    /// The point under a pixel: each point owns the square around it.
    pub fn hit(&self, x: f64, y: f64) -> Option<Point> {
        let [left, top, ..] = self.ends();
        let line = |along: f64, (first, last): (u8, u8), reversed: bool| {
            let steps = (along / self.cell + 0.5).floor();
            let inside = steps >= 0.0 && steps <= f64::from(last - first);
            inside.then(|| if reversed { last - steps as u8 } else { first + steps as u8 })
        };
        Some(Point::new(
            line(x - left, self.columns, self.reversed.0)?,
            line(y - top, self.rows, self.reversed.1)?,
        ))
    }

    pub fn shows(&self, at: Point) -> bool {
        (self.columns.0..=self.columns.1).contains(&at.x) && (self.rows.0..=self.rows.1).contains(&at.y)
    }

    /// Points shown, row by row.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        let columns = self.columns;
        (self.rows.0..=self.rows.1).flat_map(move |y| (columns.0..=columns.1).map(move |x| Point::new(x, y)))
    }

    pub(super) fn columns(&self) -> std::ops::RangeInclusive<u8> {
        self.columns.0..=self.columns.1
    }

    pub(super) fn rows(&self) -> std::ops::RangeInclusive<u8> {
        self.rows.0..=self.rows.1
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
        let across = cut(self.columns, self.size.width(), self.reversed.0);
        let down = cut(self.rows, self.size.height(), self.reversed.1);
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
            let places =
                [(false, false), (true, false), (false, true), (true, true)].map(|(turned, mirrored)| {
                    let seen = whole.seen(turned, mirrored);
                    for at in seen.points() {
                        let (x, y) = seen.center(at);
                        assert_eq!(seen.hit(x, y), Some(at), "{at:?} {turned} {mirrored}");
                    }
                    let (x, y) = seen.center(corner);
                    (x < seen.width() / 2.0, y < seen.height() / 2.0)
                });
            assert_eq!(places, [(true, true), (false, false), (false, true), (true, false)]);
        }
    }
}
