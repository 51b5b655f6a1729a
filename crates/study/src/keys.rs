//! Key chords: `Ctrl+Shift+Z`, `Left`, `?`.

use std::fmt;

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chord<'k> {
    pub ctrl: bool,
    pub shift: bool,
    pub alt: bool,
    /// The browser's name (`ArrowLeft`, `F2`, `Escape`); letters in either case.
    pub key: &'k str,
}

impl<'k> Chord<'k> {
    /// Reads `Ctrl+Alt+S`. Texts come only from the table and the settings, so there are no errors.
    pub fn parse(text: &'k str) -> Chord<'k> {
        let mut chord = Chord { ctrl: false, shift: false, alt: false, key: text };
        while let Some((held, rest)) = chord.key.split_once('+') {
            match held {
                "Ctrl" => chord.ctrl = true,
                "Shift" => chord.shift = true,
                "Alt" => chord.alt = true,
                _ => break,
            }
            chord.key = rest;
        }
        chord.key = browser_name(chord.key);
        chord
    }

    /// The inverse of `parse`.
    pub fn to_text(self) -> String {
        let mut text = String::new();
        for (held, name) in [(self.ctrl, "Ctrl+"), (self.shift, "Shift+"), (self.alt, "Alt+")] {
            text += if held { name } else { "" };
        }
        text + match self.key {
            "ArrowLeft" => "Left",
            "ArrowRight" => "Right",
            "ArrowUp" => "Up",
            "ArrowDown" => "Down",
            "Escape" => "Esc",
            other => other,
        }
    }

    /// Whether the pressed chord is `wanted`. For a character that needs Shift on some keyboards (`?`), Shift is
    /// ignored.
    pub fn is(self, wanted: Chord<'_>) -> bool {
        let sign = single(wanted.key).is_some_and(|c| !c.is_ascii_alphanumeric());
        self.key.eq_ignore_ascii_case(wanted.key)
            && self.ctrl == wanted.ctrl
            && self.alt == wanted.alt
            && (sign || self.shift == wanted.shift)
    }
}

fn single(key: &str) -> Option<char> {
    let mut letters = key.chars();
    letters.next().filter(|_| letters.next().is_none())
}

fn browser_name(key: &str) -> &str {
    match key {
        "Left" => "ArrowLeft",
        "Right" => "ArrowRight",
        "Up" => "ArrowUp",
        "Down" => "ArrowDown",
        "Esc" => "Escape",
        other => other,
    }
}

impl fmt::Display for Chord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, name) in [(self.ctrl, "Ctrl+"), (self.shift, "Shift+"), (self.alt, "Alt+")] {
            if held {
                f.write_str(name)?;
            }
        }
        match self.key {
            "ArrowLeft" => f.write_str("←"),
            "ArrowRight" => f.write_str("→"),
            "ArrowUp" => f.write_str("↑"),
            "ArrowDown" => f.write_str("↓"),
            "Escape" => f.write_str("Esc"),
            other => f.write_str(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chords_are_parsed() {
        let chord = Chord::parse("Ctrl+Shift+Left");
        assert_eq!(chord, Chord { ctrl: true, shift: true, alt: false, key: "ArrowLeft" });
        assert_eq!(chord.to_string(), "Ctrl+Shift+←");
    }

    #[test]
    fn a_capital_letter_is_the_letter_with_shift() {
        let pressed = Chord { ctrl: false, shift: true, alt: false, key: "W" };
        assert!(pressed.is(Chord::parse("Shift+W")));
        assert!(!pressed.is(Chord::parse("W")));
    }

    #[test]
    fn a_question_mark_is_recognised_on_every_keyboard() {
        for shift in [false, true] {
            assert!(Chord { ctrl: false, shift, alt: false, key: "?" }.is(Chord::parse("?")));
        }
    }
}
