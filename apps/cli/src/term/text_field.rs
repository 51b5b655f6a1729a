//! A single-line text field.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

const MAX_BYTES: usize = 500;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextField {
    before: String,
    after: String,
    /// The next character typed replaces the whole text.
    selected: bool,
}

impl TextField {
    pub fn new(text: &str) -> TextField {
        TextField { before: text.to_owned(), after: String::new(), selected: false }
    }

    /// With all of its text selected.
    pub fn selected(text: &str) -> TextField {
        TextField { selected: !text.is_empty(), ..TextField::new(text) }
    }

    pub fn is_selected(&self) -> bool {
        self.selected
    }

    pub fn text(&self) -> String {
        format!("{}{}", self.before, self.after)
    }

    /// The text before and after the caret.
    pub fn parts(&self) -> (&str, &str) {
        (&self.before, &self.after)
    }

    pub fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }

    /// True if the field used the key.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let was_selected = std::mem::take(&mut self.selected);
        match key.code {
            KeyCode::Backspace | KeyCode::Delete if was_selected => self.clear(),
            KeyCode::Char(c) if was_selected && !control && !key.modifiers.contains(KeyModifiers::ALT) => {
                self.clear();
                self.insert(c);
            }
            KeyCode::Char('u') if control => self.before.clear(),
            KeyCode::Char('w') if control => self.delete_word(),
            KeyCode::Char('a') if control => self.start(),
            KeyCode::Char('e') if control => self.end(),
            KeyCode::Char(_) if control || key.modifiers.contains(KeyModifiers::ALT) => return false,
            KeyCode::Char(c) => self.insert(c),
            KeyCode::Backspace => drop(self.before.pop()),
            KeyCode::Delete if !self.after.is_empty() => drop(self.after.remove(0)),
            KeyCode::Left => self.left(),
            KeyCode::Right => self.right(),
            KeyCode::Home => self.start(),
            KeyCode::End => self.end(),
            _ => {
                self.selected = was_selected;
                return false;
            }
        }
        true
    }

    pub fn paste(&mut self, text: &str) {
        if std::mem::take(&mut self.selected) {
            self.clear();
        }
        text.chars().filter(|c| !c.is_control()).for_each(|c| self.insert(c));
    }

    fn clear(&mut self) {
        self.before.clear();
        self.after.clear();
    }

    fn insert(&mut self, c: char) {
        if self.before.len() + self.after.len() < MAX_BYTES {
            self.before.push(c);
        }
    }

    fn left(&mut self) {
        if let Some(c) = self.before.pop() {
            self.after.insert(0, c);
        }
    }

    fn right(&mut self) {
        if !self.after.is_empty() {
            self.before.push(self.after.remove(0));
        }
    }

    fn start(&mut self) {
        self.after = self.text();
        self.before.clear();
    }

    fn end(&mut self) {
        self.before = self.text();
        self.after.clear();
    }

    fn delete_word(&mut self) {
        let kept = self.before.trim_end().rfind(char::is_whitespace).map_or(0, |at| at + 1);
        self.before.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_goes_where_the_caret_is() {
        let mut field = TextField::default();
        let mut key = |code| field.key(KeyEvent::new(code, KeyModifiers::NONE));
        assert!("k0mi".chars().all(|c| key(KeyCode::Char(c))));
        assert!(
            key(KeyCode::Left) && key(KeyCode::Left) && key(KeyCode::Backspace) && key(KeyCode::Char('o'))
        );
        assert!(!key(KeyCode::Enter));
        assert_eq!(field.parts(), ("ko", "mi"));
        field.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
        assert_eq!(field.text(), "mi");
    }

    #[test]
    fn typing_replaces_a_selected_text_and_moving_the_caret_keeps_it() {
        let typed = |keys: &[KeyCode]| {
            let mut field = TextField::selected("6.5");
            for code in keys {
                field.key(KeyEvent::new(*code, KeyModifiers::NONE));
            }
            field.text()
        };
        assert_eq!(typed(&[KeyCode::Char('7')]), "7");
        assert_eq!(typed(&[KeyCode::End, KeyCode::Char('0')]), "6.50");
        assert_eq!(typed(&[KeyCode::Backspace]), "");
        assert_eq!(typed(&[KeyCode::Up]), "6.5");
    }

    #[test]
    fn a_word_is_deleted_and_pasted_text_has_no_line_breaks() {
        let mut field = TextField::new("gnugo --mode ");
        field.key(KeyEvent::new(KeyCode::Char('w'), KeyModifiers::CONTROL));
        field.paste("größe\n");
        assert_eq!(field.text(), "gnugo größe");
    }
}
