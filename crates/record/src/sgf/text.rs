//! FF[4] text: escapes, soft and hard line breaks, both ways.

use std::borrow::Cow;

/// The line break of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineBreak {
    Lf,
    Cr,
    CrLf,
    LfCr,
}

impl LineBreak {
    /// The first one in the bytes; LF if there is none.
    pub(crate) fn of(bytes: &[u8]) -> LineBreak {
        let Some(at) = memchr::memchr2(b'\n', b'\r', bytes) else { return LineBreak::Lf };
        match (bytes.get(at), bytes.get(at + 1)) {
            (Some(b'\r'), Some(b'\n')) => LineBreak::CrLf,
            (Some(b'\n'), Some(b'\r')) => LineBreak::LfCr,
            (Some(b'\r'), _) => LineBreak::Cr,
            _ => LineBreak::Lf,
        }
    }

    pub fn as_str(self) -> &'static str {
        match self {
            LineBreak::Lf => "\n",
            LineBreak::Cr => "\r",
            LineBreak::CrLf => "\r\n",
            LineBreak::LfCr => "\n\r",
        }
    }
}

/// Unescapes a value: `\]` is `]`, a line break after a backslash is removed, other breaks become `\n`, other
/// whitespace a space.
pub(crate) fn text(value: &str) -> Cow<'_, str> {
    unescape(value, '\n')
}

/// Like `text`, on one line.
pub(crate) fn simple_text(value: &str) -> Cow<'_, str> {
    unescape(value, ' ')
}

fn unescape(value: &str, line_break: char) -> Cow<'_, str> {
    // All of them are ASCII, so the text between can be copied.
    let special = |b: u8| b == b'\\' || b < b' ';
    if !value.bytes().any(|b| special(b) && (b != b'\n' || line_break != '\n')) {
        return Cow::Borrowed(value);
    }
    let mut plain = String::with_capacity(value.len());
    let mut rest = value;
    loop {
        let at = rest.bytes().position(special).unwrap_or(rest.len());
        plain.push_str(rest.get(..at).unwrap_or_default());
        let mut chars = rest.get(at..).unwrap_or_default().chars();
        match chars.next() {
            Some('\\') => match chars.next() {
                Some(c @ ('\n' | '\r')) => skip_pair(&mut chars, c),
                Some(c) => plain.push(blank(c)),
                None => {}
            },
            Some(c @ ('\n' | '\r')) => {
                skip_pair(&mut chars, c);
                plain.push(line_break);
            }
            Some(c) => plain.push(blank(c)),
            None => return Cow::Owned(plain),
        }
        rest = chars.as_str();
    }
}

fn blank(c: char) -> char {
    if matches!(c, '\t' | '\u{B}' | '\u{C}') { ' ' } else { c }
}

/// The second half of CRLF or LFCR.
fn skip_pair(rest: &mut std::str::Chars<'_>, first: char) {
    let second = if first == '\n' { '\r' } else { '\n' };
    let mut ahead = rest.clone();
    if ahead.next() == Some(second) {
        *rest = ahead;
    }
}

/// Escapes text for a value. A colon needs a backslash only in composed values.
pub(crate) fn escape(text: &str, composed: bool, line_break: LineBreak) -> String {
    let mut value = String::with_capacity(text.len() + 8);
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\n' | '\r' => {
                skip_pair(&mut rest, c);
                value.push_str(line_break.as_str());
            }
            '\\' | ']' => value.extend(['\\', c]),
            ':' if composed => value.push_str("\\:"),
            c => value.push(c),
        }
    }
    value
}

/// Both halves of a composed value, split at the first unescaped colon.
pub(crate) fn split(value: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    let at = value.bytes().position(|b| {
        let colon = b == b':' && !escaped;
        escaped = b == b'\\' && !escaped;
        colon
    })?;
    Some((value.get(..at)?, value.get(at + 1..)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn text_is_unescaped_as_ff4_demands() {
        for (value, full, simple) in [
            ("plain", "plain", "plain"),
            (r"a\]b\\c\:d", r"a]b\c:d", r"a]b\c:d"),
            ("soft\\\nbreak", "softbreak", "softbreak"),
            ("soft\\\r\nbreak", "softbreak", "softbreak"),
            ("hard\r\nbreak", "hard\nbreak", "hard break"),
            ("hard\n\rbreak\rand\nmore", "hard\nbreak\nand\nmore", "hard break and more"),
            ("two\n\nlines", "two\n\nlines", "two  lines"),
            ("a\tb\u{B}c\\\td", "a b c d", "a b c d"),
            ("ends with \\", "ends with ", "ends with "),
        ] {
            assert_eq!(text(value), full);
            assert_eq!(simple_text(value), simple);
        }
    }

    #[test]
    fn composed_values_split_at_the_first_bare_colon() {
        assert_eq!(split("aa:bb:cc"), Some(("aa", "bb:cc")));
        assert_eq!(split(r"a\:b:c"), Some((r"a\:b", "c")));
        assert_eq!(split(r"a\\:b"), Some((r"a\\", "b")));
        assert_eq!(split("none"), None);
    }

    proptest! {
        #[test]
        fn escaped_text_reads_back(words in "[a-z\\\\\\]:\n é碁]{0,40}") {
            for line_break in [LineBreak::Lf, LineBreak::Cr, LineBreak::CrLf, LineBreak::LfCr] {
                let value = escape(&words, false, line_break);
                prop_assert_eq!(text(&value), words.as_str());
                let pair = format!("aa:{}", escape(&words, true, line_break));
                prop_assert_eq!(split(&pair).map(|(_, b)| text(b).into_owned()), Some(words.clone()));
            }
        }
    }
}
