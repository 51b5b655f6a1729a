//! The grid of a chess board: 800 by 800 units, 100 per square, at any size on the screen.

use rules::chess::{Color, File, Rank, Square};

pub const SIDE: f64 = 800.0;
pub const SQUARE: f64 = 100.0;

/// The board as seen by the side at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    pub bottom: Color,
}

impl View {
    /// Column from the left and row from the top, both from 0.
    pub fn place(self, square: Square) -> (u8, u8) {
        let (file, rank) = (u8::from(square.file()), u8::from(square.rank()));
        match self.bottom {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        }
    }

    pub fn corner(self, square: Square) -> (f64, f64) {
        let (column, row) = self.place(square);
        (f64::from(column) * SQUARE, f64::from(row) * SQUARE)
    }

    pub fn center(self, square: Square) -> (f64, f64) {
        let (x, y) = self.corner(square);
        (x + SQUARE / 2.0, y + SQUARE / 2.0)
    }

    /// The square under a point; None outside the board.
    pub fn square_at(self, (x, y): (f64, f64)) -> Option<Square> {
        if !((0.0..SIDE).contains(&x) && (0.0..SIDE).contains(&y)) {
            return None;
        }
        self.square_of((x / SQUARE) as u8, (y / SQUARE) as u8)
    }

    /// The square in a column from the left and a row from the top.
    pub fn square_of(self, column: u8, row: u8) -> Option<Square> {
        let (column, row) = match self.bottom {
            Color::White => (column, 7_u8.checked_sub(row)?),
            Color::Black => (7_u8.checked_sub(column)?, row),
        };
        let file = File::ALL.get(usize::from(column))?;
        let rank = Rank::ALL.get(usize::from(row))?;
        Some(Square::from_coords(*file, *rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_found_under_its_middle_from_both_sides() {
        for bottom in [Color::White, Color::Black] {
            let view = View { bottom };
            for square in Square::ALL {
                assert_eq!(view.square_at(view.center(square)), Some(square));
                assert_eq!(view.square_at(view.corner(square)), Some(square));
            }
        }
        assert_eq!(View { bottom: Color::White }.corner(Square::A8), (0.0, 0.0));
        assert_eq!(View { bottom: Color::Black }.corner(Square::H1), (0.0, 0.0));
    }

    #[test]
    fn outside_the_board_there_is_no_square() {
        let view = View { bottom: Color::White };
        for point in
            [(-0.1, 5.0), (5.0, -0.1), (800.0, 5.0), (5.0, 800.0), (f64::NAN, 1.0), (1.0, f64::INFINITY)]
        {
            assert_eq!(view.square_at(point), None);
        }
    }
}
