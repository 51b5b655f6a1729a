//! The board by keyboard: arrow keys move the focus, Enter lifts and drops a piece.

use rules::chess::PieceStep;

use super::{BoardEvent, Gestures, Key, State};

impl Gestures {
    pub(super) fn key(&mut self, key: Key) -> Option<BoardEvent> {
        match (key, self.state) {
            (Key::Escape, _) => self.state = State::Idle,
            (Key::Role(role), State::Choosing { step }) => return self.choose(step, Some(role)),
            (Key::Enter, State::Choosing { step }) => return self.choose_at(step, Some(self.focus())),
            (Key::Enter, _) => return self.enter(),
            (Key::Left, _) => self.move_focus(-1, 0),
            (Key::Right, _) => self.move_focus(1, 0),
            (Key::Up, _) => self.move_focus(0, -1),
            (Key::Down, _) => self.move_focus(0, 1),
            (Key::Role(_), _) => {}
        }
        None
    }

    /// Moves as seen on the screen, in either orientation.
    fn move_focus(&mut self, right: i8, down: i8) {
        let (column, row) = self.view.place(self.focus());
        let moved = |at: u8, by: i8| at.checked_add_signed(by).filter(|at| *at < 8).unwrap_or(at);
        self.focus = self.view.square_of(moved(column, right), moved(row, down));
        self.has_focus = true;
    }

    /// Like a click on the focused square.
    fn enter(&mut self) -> Option<BoardEvent> {
        let square = self.focus();
        let selected = self.selected();
        if let Some(from) = selected.filter(|from| self.board.may_go(*from, square)) {
            return self.go(PieceStep { from, to: square });
        }
        let touches = self.board.may_touch(square) && selected != Some(square);
        self.state = if touches { State::Selected { from: square } } else { State::Idle };
        None
    }
}
