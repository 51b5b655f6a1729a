//! The ASCII board of an export, read to compare it with the position id.

use rules::backgammon::{BAR, Board, Side};

const CELLS: [usize; 12] = [3, 6, 9, 12, 15, 18, 26, 29, 32, 35, 38, 41];
const BAR_CELL: usize = 22;

/// What a drawn board shows for X (below, moving down) and O, by X's own points; 25 and 0 are the bars.
pub struct DrawnBoard {
    cells: [Cell; 26],
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Cell {
    x: u8,
    o: u8,
    /// A number in place of the fifth checker of a tall stack.
    count: Option<u8>,
}

impl Cell {
    fn add_mark(&mut self, mark: &str) {
        match mark {
            "X" => self.x += 1,
            "O" => self.o += 1,
            mark => self.count = mark.parse().ok().or(self.count),
        }
    }

    /// Positive for X.
    fn checkers(self) -> i8 {
        let seen = |n: u8| self.count.unwrap_or(n).min(15) as i8;
        match (self.x, self.o) {
            (0, 0) => 0,
            (x, 0) => seen(x),
            (_, o) => -seen(o),
        }
    }
}

/// The rows between the two lines of point numbers; an incomplete drawing is ignored.
pub fn read<'a>(lines: impl Iterator<Item = &'a str>) -> Option<DrawnBoard> {
    let mut rows = lines.skip_while(|line| !line.trim_start().starts_with("+13-14-15"));
    rows.next()?;
    let rows: Vec<Vec<char>> = rows
        .take_while(|line| !line.trim_start().starts_with('+'))
        .map(|line| line.chars().collect())
        .collect();
    if rows.len() != 11 {
        return None;
    }
    let mut cells = [Cell::default(); 26];
    for (n, row) in rows.iter().enumerate().filter(|(n, _)| *n != 5) {
        for (column, at) in CELLS.into_iter().enumerate() {
            let point = if n < 5 { 13 + column } else { 12 - column };
            cells[point].add_mark(&mark(row, at));
        }
        match mark(row, BAR_CELL).as_str() {
            "X" => cells[25].x += 1,
            "O" => cells[0].o += 1,
            _ => {}
        }
    }
    Some(DrawnBoard { cells })
}

/// The mark around a column, which may be a number of two digits.
fn mark(row: &[char], at: usize) -> String {
    row.get(at.saturating_sub(1)..(at + 2).min(row.len()))
        .unwrap_or_default()
        .iter()
        .filter(|c| **c != ' ')
        .collect()
}

impl DrawnBoard {
    /// The first of the mover's points where the drawing shows something else.
    pub fn differs(&self, board: &Board, mover: Side) -> Option<u8> {
        let view = board.mover_view(mover);
        (0..=BAR)
            .find(|point| self.cells[usize::from(*point)].checkers() != view.points()[usize::from(*point)])
            .map(|point| if point == 0 { BAR } else { point })
    }
}
