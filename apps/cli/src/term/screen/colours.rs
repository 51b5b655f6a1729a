//! The colours screen: a theme, and changes to single colours. The screen shows them immediately.

use std::str::FromStr;

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::style::Color;

use crate::term::config::Look;
use crate::term::keys::{self, Action};
use crate::term::text_field::TextField;
use crate::term::theme::{Part, Theme, ThemeName};

/// Colours that the arrow keys step through: those of the 256 that suit boards, stones and text.
const PALETTE: &[u8] = &[
    16, 232, 235, 238, 241, 244, 247, 250, 253, 231, 94, 130, 136, 137, 143, 173, 179, 180, 186, 216, 222,
    223, 229, 58, 64, 71, 108, 114, 150, 22, 29, 36, 73, 80, 116, 24, 25, 31, 67, 74, 110, 111, 39, 21, 55,
    61, 97, 103, 140, 146, 89, 125, 132, 168, 175, 52, 88, 124, 160, 196, 203, 209, 167, 202, 208, 214, 220,
    226,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    Keys,
    Back,
}

pub struct Colours {
    pub look: Look,
    default_theme: ThemeName,
    /// Row 0 is the theme; the parts follow.
    pub row: usize,
    pub typing: Option<TextField>,
    /// The text that was typed and is no colour.
    pub wrong: Option<String>,
}

impl Colours {
    pub fn new(look: Look, default_theme: ThemeName) -> Colours {
        Colours { look, default_theme, row: 0, typing: None, wrong: None }
    }

    pub fn theme(&self) -> Theme {
        self.look.theme(self.default_theme)
    }

    pub fn part(&self) -> Option<Part> {
        Part::ALL.get(self.row.checked_sub(1)?).copied()
    }

    pub fn is_custom(&self, part: Part) -> bool {
        self.look.colours.contains_key(part.key())
    }

    pub fn key(&mut self, key: KeyEvent) -> Option<Request> {
        if self.typing.is_some() {
            self.type_colour(key);
            return None;
        }
        match keys::action_for(keys::COLOURS, key)? {
            Action::Up => self.row = (self.row + Part::ALL.len()) % (Part::ALL.len() + 1),
            Action::Down => self.row = (self.row + 1) % (Part::ALL.len() + 1),
            Action::Left => self.change(-1),
            Action::Right => self.change(1),
            Action::Type => self.start_typing(),
            Action::Delete => self.reset(),
            Action::Keys => return Some(Request::Keys),
            Action::Leave => return Some(Request::Back),
            _ => {}
        }
        None
    }

    pub fn can(&self, act: Action) -> bool {
        match act {
            _ if self.typing.is_some() => false,
            Action::Type => self.part().is_some(),
            Action::Delete => self.part().is_some_and(|part| self.is_custom(part)),
            _ => true,
        }
    }

    pub fn change(&mut self, by: isize) {
        match self.part() {
            None => {
                let next = turn(&ThemeName::ALL, |name| *name == self.theme().name, by);
                self.look.theme = Some(next.key().to_owned());
            }
            Some(part) => {
                let now = self.theme().colour(part);
                let next = turn(PALETTE, |number| Color::Indexed(*number) == now, by);
                self.set(part, Color::Indexed(next));
            }
        }
    }

    fn set(&mut self, part: Part, colour: Color) {
        self.look.colours.insert(part.key().to_owned(), colour.to_string());
    }

    fn reset(&mut self) {
        if let Some(part) = self.part() {
            self.look.colours.remove(part.key());
        }
    }

    fn start_typing(&mut self) {
        if let Some(part) = self.part() {
            self.typing = Some(TextField::selected(&self.theme().colour(part).to_string()));
        }
    }

    fn type_colour(&mut self, key: KeyEvent) {
        self.wrong = None;
        let (Some(part), Some(field)) = (self.part(), &mut self.typing) else { return };
        match key.code {
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => {
                let text = field.text();
                match Color::from_str(text.trim()) {
                    Ok(colour) => {
                        self.set(part, colour);
                        self.typing = None;
                    }
                    Err(_) => self.wrong = Some(text),
                }
            }
            _ => drop(field.key(key)),
        }
    }
}

fn turn<T: Copy>(all: &[T], is_now: impl Fn(&T) -> bool, by: isize) -> T {
    let count = all.len() as isize;
    let next = match all.iter().position(is_now) {
        Some(now) => (now as isize + by).rem_euclid(count),
        None if by < 0 => count - 1,
        None => 0,
    };
    all[next as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::testing::keys;

    fn after(text: &str) -> Colours {
        let mut colours = Colours::new(Look::default(), ThemeName::Dark);
        for key in keys(text) {
            assert_eq!(colours.key(key), None);
        }
        colours
    }

    #[test]
    fn a_chosen_theme_shows_immediately() {
        assert_eq!(after("l").theme(), Theme::new(ThemeName::Light));
        assert_eq!(after("h").theme(), Theme::new(ThemeName::Ascii));
    }

    #[test]
    fn a_colour_can_be_changed_and_reset() {
        let colours = after("jl");
        assert_eq!(colours.theme().colour(Part::Board), Color::Indexed(180));
        assert!(colours.can(Action::Delete));
        assert_eq!(after("jlx").look, Look::default());
    }

    #[test]
    fn a_colour_can_be_typed_and_invalid_text_is_rejected() {
        let colours = after("j<Enter><C-u>#d0b070<Enter>");
        assert_eq!(colours.theme().colour(Part::Board), Color::Rgb(0xd0, 0xb0, 0x70));
        let colours = after("j<Enter>wood<Enter>");
        assert!(colours.typing.is_some());
        assert_eq!(colours.wrong.as_deref(), Some("wood"));
        assert_eq!(colours.look, Look::default());
        assert!(after("j<Enter><C-u>wood<Esc>").typing.is_none());
    }
}
