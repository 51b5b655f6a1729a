//! Text from files and from other people, made safe to show. A terminal obeys escape sequences, and characters that
//! reverse the direction of text make a name look like another one, so both are replaced by characters that can be seen.
//!
//!     assert_eq!(i18n::visible_line("Ann\u{1b}[2J"), "Ann␛[2J");

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character does something instead of showing something: control characters, and those that set the
/// direction of text.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text of several lines. Line breaks and tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find(|c| is_hidden(c) && !is_layout(c)) else { return text.into() };
    let (plain, rest) = text.split_at(first);
    let mut out = with_room(plain, text);
    let mut rest = rest.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            // Windows ends lines with both.
            '\r' if rest.peek() == Some(&'\n') => {}
            c if is_layout(c) => out.push(c),
            c => push(&mut out, c),
        }
    }
    out.into()
}

/// A text for one line: a name, a file name, a row of a list. Line breaks and tabs are shown too.
pub fn visible_line(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find(is_hidden) else { return text.into() };
    let (plain, rest) = text.split_at(first);
    let mut out = with_room(plain, text);
    rest.chars().for_each(|c| push(&mut out, c));
    out.into()
}

fn is_layout(c: char) -> bool {
    matches!(c, '\n' | '\t')
}

fn with_room(start: &str, text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    out.push_str(start);
    out
}

/// `␛` where Unicode has a picture of the character, `\u{9b}` elsewhere.
fn push(out: &mut String, c: char) {
    let picture = match c {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)),
        '\u{7f}' => Some('␡'),
        c if is_hidden(c) => None,
        c => Some(c),
    };
    match picture {
        Some(picture) => out.push(picture),
        None => drop(write!(out, "{}", c.escape_unicode())),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn characters_that_show_nothing_are_shown() {
        for (text, block, line) in [
            ("\u{1b}]52;c;YQ==\u{7}", "␛]52;c;YQ==␇", "␛]52;c;YQ==␇"),
            ("\u{9b}2J\u{7f}", "\\u{9b}2J␡", "\\u{9b}2J␡"),
            ("one\n\ttwo", "one\n\ttwo", "one␊␉two"),
            ("one\r\ntwo\rthree", "one\ntwo␍three", "one␍␊two␍three"),
            ("Ann\u{202e}nnA", "Ann\\u{202e}nnA", "Ann\\u{202e}nnA"),
            ("Nguyễn Thị 李 🎲", "Nguyễn Thị 李 🎲", "Nguyễn Thị 李 🎲"),
        ] {
            assert_eq!(visible(text), block, "{text:?}");
            assert_eq!(visible_line(text), line, "{text:?}");
        }
    }

    #[test]
    fn every_character_of_the_list_is_hidden_and_no_letter_is() {
        let all = ['\0', '\u{1f}', '\u{7f}', '\u{80}', '\u{9f}', '\u{61c}', '\u{200e}', '\u{200f}'];
        assert!(all.into_iter().all(is_hidden));
        assert!(('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}').all(is_hidden));
        // Zero-width joiners are part of emoji and of several scripts.
        assert!(!['\u{200d}', '\u{a0}', 'ễ', '围', 'א'].into_iter().any(is_hidden));
    }

    /// Texts that are full of hidden characters, which random strings rarely are.
    fn hostile() -> impl Strategy<Value = String> {
        let hidden = prop::char::ranges(std::borrow::Cow::Borrowed(&[
            '\0'..='\u{1f}',
            '\u{7f}'..='\u{9f}',
            '\u{200c}'..='\u{200f}',
            '\u{2029}'..='\u{202f}',
            '\u{2065}'..='\u{206a}',
        ]));
        prop::collection::vec(prop_oneof![hidden, any::<char>()], 0..40).prop_map(String::from_iter)
    }

    proptest! {
        #[test]
        fn nothing_hidden_is_left(text in hostile()) {
            prop_assert!(!visible(&text).chars().any(|c| is_hidden(c) && !is_layout(c)));
            prop_assert!(!visible_line(&text).chars().any(is_hidden));
        }

        #[test]
        fn text_without_hidden_characters_is_borrowed(text in hostile()) {
            let text: String = text.chars().filter(|c| !is_hidden(*c)).collect();
            prop_assert!(matches!(visible(&text), Cow::Borrowed(same) if same == text));
            prop_assert!(matches!(visible_line(&text), Cow::Borrowed(same) if same == text));
        }

        #[test]
        fn what_is_visible_stays_as_it_is(text in hostile()) {
            let once = visible(&text).into_owned();
            prop_assert_eq!(visible(&once), once.as_str());
        }
    }
}
