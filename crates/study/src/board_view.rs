//! How a board is seen. Nothing of it is written to the file.

use crate::tool_state::Direction;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardView {
    /// Quarter turns clockwise, below 4.
    turns: u8,
    /// Whether left and right are then exchanged.
    is_mirrored: bool,
}

impl BoardView {
    pub fn turned(is_turned: bool) -> BoardView {
        BoardView { turns: if is_turned { 2 } else { 0 }, is_mirrored: false }
    }

    /// Whether it is seen from the other side, as games with two sides are.
    pub fn is_turned(self) -> bool {
        self.turns >= 2
    }

    pub fn quarter_turns(self) -> u8 {
        self.turns
    }

    pub fn is_mirrored(self) -> bool {
        self.is_mirrored
    }

    pub(crate) fn flip(&mut self) {
        self.turns = (self.turns + 2) % 4;
    }

    /// Clockwise, as it is seen.
    pub(crate) fn turn(&mut self) {
        // Behind a mirror that is the other way round.
        self.turns = (self.turns + if self.is_mirrored { 3 } else { 1 }) % 4;
    }

    pub(crate) fn mirror(&mut self) {
        self.is_mirrored = !self.is_mirrored;
    }

    /// The direction on the board of a direction as it is seen.
    pub(crate) fn on_board(self, seen: Direction) -> Direction {
        let unmirrored = match seen {
            Direction::Left if self.is_mirrored => Direction::Right,
            Direction::Right if self.is_mirrored => Direction::Left,
            other => other,
        };
        (0..self.turns).fold(unmirrored, |direction, _| match direction {
            Direction::Right => Direction::Up,
            Direction::Up => Direction::Left,
            Direction::Left => Direction::Down,
            Direction::Down => Direction::Right,
        })
    }
}
