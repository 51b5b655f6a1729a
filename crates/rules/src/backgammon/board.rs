//! The board: the number of checkers on each point, independent of who is on roll.

use std::fmt;

/// Each side has fifteen; those not on the board have been borne off.
pub const CHECKERS: u8 = 15;
/// The bar in a player's own numbering: one step behind the 24 point.
pub const BAR: u8 = 25;
/// Borne off, in a player's own numbering.
pub const OFF: u8 = 0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    Bottom,
    Top,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Bottom, Side::Top];

    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::Bottom => Side::Top,
            Side::Top => Side::Bottom,
        }
    }
}

/// Points 1 to 24 in the bottom player's numbering, between the top player's bar (0) and the bottom player's (25).
/// Positive numbers are the bottom player's checkers, negative ones the top player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    points: [i8; 26],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// More than fifteen checkers of one side.
    TooMany { side: Side, checkers: u16 },
    /// A bar holding the other side's checkers.
    WrongBar { side: Side },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::TooMany { side, checkers } => {
                write!(f, "{checkers} checkers for the {side} player, who has only {CHECKERS}")
            }
            BoardError::WrongBar { side } => write!(f, "the {side} player's bar holds the other's checkers"),
        }
    }
}

impl std::error::Error for BoardError {}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Bottom => "bottom",
            Side::Top => "top",
        })
    }
}

impl Board {
    pub const START: Board =
        Board { points: [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0] };

    pub fn new(points: [i8; 26]) -> Result<Board, BoardError> {
        let board = Board::lenient(points)?;
        match Side::BOTH.into_iter().find(|side| board.in_play(*side) > u16::from(CHECKERS)) {
            Some(side) => Err(BoardError::TooMany { side, checkers: board.in_play(side) }),
            None => Ok(board),
        }
    }

    /// A board that may have more than fifteen checkers of a side: impossible, but some programs print such boards.
    pub fn lenient(points: [i8; 26]) -> Result<Board, BoardError> {
        let board = Board { points: points.map(|checkers| checkers.clamp(-99, 99)) };
        match Side::BOTH.into_iter().find(|side| board.count(*side, OFF) > 0) {
            Some(side) => Err(BoardError::WrongBar { side: side.other() }),
            None => Ok(board),
        }
    }

    /// Checkers on the board and the bar.
    pub fn in_play(&self, side: Side) -> u16 {
        let own = |checkers: i8| match side {
            Side::Bottom => checkers.max(0),
            Side::Top => checkers.min(0),
        };
        self.points.iter().map(|checkers| u16::from(own(*checkers).unsigned_abs())).sum()
    }

    pub fn points(&self) -> &[i8; 26] {
        &self.points
    }

    /// Checkers of `side` at a point of its own numbering; 25 is its bar.
    pub fn count(&self, side: Side, at: u8) -> u8 {
        let point = match side {
            Side::Bottom => Some(at),
            Side::Top => BAR.checked_sub(at),
        };
        let checkers = point.and_then(|p| self.points.get(usize::from(p))).copied().unwrap_or(0);
        match side {
            Side::Bottom => checkers.max(0).unsigned_abs(),
            Side::Top => checkers.min(0).unsigned_abs(),
        }
    }

    pub fn off(&self, side: Side) -> u8 {
        u16::from(CHECKERS).saturating_sub(self.in_play(side)) as u8
    }

    pub fn pips(&self, side: Side) -> u16 {
        (1..=BAR).map(|at| u16::from(at) * u16::from(self.count(side, at))).sum()
    }

    /// The same board with `mover` sitting at the bottom.
    #[must_use]
    pub fn mover_view(&self, mover: Side) -> Board {
        match mover {
            Side::Bottom => *self,
            Side::Top => {
                let mut points = self.points.map(|checkers| -checkers);
                points.reverse();
                Board { points }
            }
        }
    }

    /// Moves one checker of the bottom player, hitting a blot. Returns true for a hit.
    /// For mover's views only; the caller has checked that the move is possible.
    pub(super) fn move_checker(&mut self, from: u8, to: u8) -> bool {
        let mut hit = false;
        if let Some(checkers) = self.points.get_mut(usize::from(from)) {
            *checkers -= 1;
        }
        if to == OFF {
            return hit;
        }
        if let Some(checkers) = self.points.get_mut(usize::from(to)) {
            hit = *checkers == -1;
            *checkers = if hit { 1 } else { *checkers + 1 };
        }
        if hit {
            self.points[0] -= 1;
        }
        hit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_167_pips_each_and_nobody_off() {
        for side in Side::BOTH {
            assert_eq!(Board::START.pips(side), 167);
            assert_eq!(Board::START.off(side), 0);
        }
        assert_eq!(Board::START.mover_view(Side::Top), Board::START);
    }

    #[test]
    fn sixteen_checkers_or_the_opponents_checker_on_a_bar_are_refused() {
        let mut points = [0; 26];
        points[6] = 16;
        assert_eq!(Board::new(points), Err(BoardError::TooMany { side: Side::Bottom, checkers: 16 }));
        points[6] = 0;
        points[25] = -1;
        assert_eq!(Board::new(points), Err(BoardError::WrongBar { side: Side::Bottom }));
        points[25] = 0;
        points[3] = i8::MIN;
        assert_eq!(Board::new(points), Err(BoardError::TooMany { side: Side::Top, checkers: 99 }));
    }
}
