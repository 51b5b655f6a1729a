//! Keys as players press them: `Ctrl+Shift+Z`, `Left`, `?`.

use std::fmt;

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chord<'k> {
    pub ctrl: bool,
    pub shift: bool,
    pub alt: bool,
    /// As a browser names it (`ArrowLeft`, `F2`, `Escape`), letters in either case.
    pub key: &'k str,
}

impl<'k> Chord<'k> {
    /// Reads `Ctrl+Alt+S`. Only the table and the settings spell chords, so every text means something.
    pub fn spelled(text: &'k str) -> Chord<'k> {
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

    /// The text that `spelled` reads.
    pub fn spelling(self) -> String {
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

    /// Whether pressing `self` is what the table calls `wanted`. A character that needs Shift on some keyboards and
    /// not on others (`?`) is itself, whatever is held.
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
    fn chords_are_read_as_they_are_spelled() {
        let chord = Chord::spelled("Ctrl+Shift+Left");
        assert_eq!(chord, Chord { ctrl: true, shift: true, alt: false, key: "ArrowLeft" });
        assert_eq!(chord.to_string(), "Ctrl+Shift+←");
    }

    #[test]
    fn a_capital_letter_is_the_letter_with_shift() {
        let pressed = Chord { ctrl: false, shift: true, alt: false, key: "W" };
        assert!(pressed.is(Chord::spelled("Shift+W")));
        assert!(!pressed.is(Chord::spelled("W")));
    }

    #[test]
    fn a_question_mark_is_one_on_every_keyboard() {
        for shift in [false, true] {
            assert!(Chord { ctrl: false, shift, alt: false, key: "?" }.is(Chord::spelled("?")));
        }
    }
}
