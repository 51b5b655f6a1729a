//! Typing points such as `d4` instead of moving the cursor, and commands on letters that begin a point.

use moment::Moment;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rules::go::Point;

use super::keys::Done;
use super::{GameScreen, Mode};
use crate::term::keys::{self, Action, Binding};
use crate::term::text_field::TextField;

impl GameScreen {
    /// Digits and letters begin a point: `4d`, `D4`. A letter that moved the cursor begins one if a digit follows.
    pub(super) fn start_typing(&mut self, key: KeyEvent, letter_before: Option<char>) -> Done {
        let plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        if let KeyCode::Char(c) = key.code
            && c.is_ascii_alphanumeric()
            && plain
        {
            if self.mode == Mode::Review {
                self.explain(Action::Type);
                return (Vec::new(), None);
            }
            let letter = letter_before.filter(|_| c.is_ascii_digit());
            let text: String = letter.into_iter().chain([c]).collect();
            self.typing = Some(TextField::new(&text));
            self.follow_typed_point();
        }
        (Vec::new(), None)
    }

    pub(super) fn type_point(&mut self, now: Moment, key: KeyEvent) -> Done {
        let Some(field) = &mut self.typing else { return (Vec::new(), None) };
        match key.code {
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => return self.run_typed(now),
            _ => {
                field.key(key);
                if field.is_empty() {
                    self.typing = None;
                }
                self.follow_typed_point();
            }
        }
        (Vec::new(), None)
    }

    fn follow_typed_point(&mut self) {
        if let Some(at) = self.typed_point() {
            self.cursor = at;
        }
    }

    /// Accepts `d4` and `4d`.
    fn typed_point(&self) -> Option<Point> {
        let text = self.typing.as_ref()?.text();
        let text = text.trim();
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
        let (row, column) = text.split_at(digits);
        Point::from_name(&format!("{column}{row}"), self.record().size())
    }

    /// The command of the letter typed, which Enter runs.
    pub fn typed_command(&self) -> Option<&Binding> {
        let text = self.typing.as_ref()?.text();
        let mut chars = text.chars();
        let (Some(letter), None) = (chars.next(), chars.next()) else { return None };
        keys::binding_for(self.table(), KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE))
    }

    fn run_typed(&mut self, now: Moment) -> Done {
        let text = self.typing.as_ref().map(TextField::text).unwrap_or_default();
        let at = self.typed_point();
        let command = self.typed_command().map(|binding| binding.act);
        self.typing = None;
        match (command, at) {
            (Some(act), _) => self.perform(now, act),
            (None, Some(at)) => {
                self.cursor = at;
                self.perform(now, Action::Enter)
            }
            (None, None) if text.trim().eq_ignore_ascii_case("pass") => self.perform(now, Action::Pass),
            (None, None) => {
                self.warn(format!("“{text}” is not a point on this board"));
                (Vec::new(), None)
            }
        }
    }
}
