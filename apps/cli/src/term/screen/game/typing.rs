//! Typing points such as `d4` instead of moving the cursor.

use moment::Moment;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rules::go::Point;

use super::GameScreen;
use super::keys::Done;
use crate::term::keys::Action;
use crate::term::text_field::TextField;

impl GameScreen {
    /// Digits and letters that are not bound to an action start a point: `4d`, `D4`.
    pub(super) fn start_typing(&mut self, key: KeyEvent) -> Done {
        let plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        if let KeyCode::Char(c) = key.code
            && c.is_ascii_alphanumeric()
            && plain
        {
            if self.is_counting() || !self.can(Action::Type) {
                self.explain(Action::Type);
            } else {
                self.typing = Some(TextField::new(&c.to_string()));
            }
        }
        (Vec::new(), None)
    }

    pub(super) fn type_point(&mut self, now: Moment, key: KeyEvent) -> Done {
        let Some(field) = &mut self.typing else { return (Vec::new(), None) };
        match key.code {
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => return self.play_typed(now),
            _ => {
                field.key(key);
                if field.is_empty() {
                    self.typing = None;
                } else if let Some(at) = self.typed_point() {
                    self.cursor = at;
                }
            }
        }
        (Vec::new(), None)
    }

    /// Accepts `d4`, and `4d` for columns whose letter is bound to an action.
    fn typed_point(&self) -> Option<Point> {
        let text = self.typing.as_ref()?.text();
        let text = text.trim();
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
        let (row, column) = text.split_at(digits);
        Point::from_name(&format!("{column}{row}"), self.record().size())
    }

    fn play_typed(&mut self, now: Moment) -> Done {
        let text = self.typing.as_ref().map(TextField::text).unwrap_or_default();
        let at = self.typed_point();
        self.typing = None;
        match at {
            Some(at) => {
                self.cursor = at;
                self.perform(now, Action::Enter)
            }
            None if text.trim().eq_ignore_ascii_case("pass") => self.perform(now, Action::Pass),
            None => {
                self.warn(format!("“{text}” is not a point on this board"));
                (Vec::new(), None)
            }
        }
    }
}
