//! What a game needs for training in the terminal: a way to draw its board.

use ::drill::{Board, Hint, Side};
use ratatui::text::Line;

/// Everything shown on the board.
pub struct BoardView<'a, B: Board> {
    pub board: &'a B,
    pub bottom: Side,
    pub last: Option<&'a B::Move>,
    /// The hinted move: its square, or the whole move.
    pub hint: Option<(Hint, &'a B::Move)>,
    /// Rows of the screen available to the board.
    pub rows: u16,
    pub is_colored: bool,
}

pub trait TerminalBoard: Board {
    /// Moves are points, not the moves of pieces.
    const IS_GO: bool;

    fn draw(shown: &BoardView<'_, Self>) -> Vec<Line<'static>>;
    /// The board as plain text, for screen readers.
    fn text(&self, bottom: Side, last: Option<&Self::Move>) -> String;
}
