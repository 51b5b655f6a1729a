//! The board by keyboard: arrows walk, Enter lifts and puts down.

use rules::chess::Step;

use super::{Announcement, Hand, Key, State};

impl Hand {
    pub(super) fn key(&mut self, key: Key) -> Option<Announcement> {
        match (key, self.state) {
            (Key::Escape, _) => self.state = State::Idle,
            (Key::Role(role), State::Choosing { step }) => return self.choose(step, Some(role)),
            (Key::Enter, State::Choosing { step }) => return self.choose_at(step, Some(self.focus())),
            (Key::Enter, _) => return self.enter(),
            (Key::Left, _) => self.walk(-1, 0),
            (Key::Right, _) => self.walk(1, 0),
            (Key::Up, _) => self.walk(0, -1),
            (Key::Down, _) => self.walk(0, 1),
            (Key::Role(_), _) => {}
        }
        None
    }

    /// Over the board as one sees it, whoever sits at the bottom.
    fn walk(&mut self, right: i8, down: i8) {
        let (column, row) = self.view.place(self.focus());
        let moved = |at: u8, by: i8| at.checked_add_signed(by).filter(|at| *at < 8).unwrap_or(at);
        self.focus = self.view.square_of(moved(column, right), moved(row, down));
        self.has_focus = true;
    }

    /// As a click on the square of the focus.
    fn enter(&mut self) -> Option<Announcement> {
        let square = self.focus();
        let selected = self.selected();
        if let Some(from) = selected.filter(|from| self.told.may_go(*from, square)) {
            return self.go(Step { from, to: square });
        }
        let touches = self.told.may_touch(square) && selected != Some(square);
        self.state = if touches { State::Selected { from: square } } else { State::Idle };
        None
    }
}
