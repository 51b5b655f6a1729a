//! What a game must have to be trained in the terminal: how its board is drawn.

use ::drill::{Board, Hint, Side};
use ratatui::text::Line;

/// What there is to see on the board.
pub struct Sight<'a, B: Board> {
    pub board: &'a B,
    pub bottom: Side,
    pub last: Option<&'a B::Move>,
    /// A move of which the beginning, or all, is pointed at.
    pub hint: Option<(Hint, &'a B::Move)>,
    /// Rows of the screen that the board may take.
    pub rows: u16,
    pub is_colored: bool,
}

pub trait Face: Board {
    fn draw(sight: &Sight<'_, Self>) -> Vec<Line<'static>>;
    /// The board in letters, for those who hear it.
    fn text(&self, bottom: Side, last: Option<&Self::Move>) -> String;
}
