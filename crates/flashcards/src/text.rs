//! Bytes to text, and the small shapes all exports share: numbers with points or commas, lines with their number.

use encoding_rs::{Encoding, SHIFT_JIS, UTF_8, WINDOWS_1252};

/// Windows programs write what their code page says: UTF-8 or UTF-16 with a mark, else Japanese or Western.
pub fn decode(bytes: &[u8]) -> String {
    let (text, _, broken) = UTF_8.decode(bytes);
    if !broken || Encoding::for_bom(bytes).is_some() {
        return text.into_owned();
    }
    let (japanese, broken) = SHIFT_JIS.decode_without_bom_handling(bytes);
    // Accented Western letters can pass for kanji, but never for kana.
    let kana = |c: char| ('\u{3041}'..='\u{30ff}').contains(&c);
    if !broken && japanese.contains(kana) {
        return japanese.into_owned();
    }
    WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned()
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Line<'a> {
    pub number: usize,
    pub text: &'a str,
}

impl<'a> Line<'a> {
    pub fn all(text: &'a str) -> Vec<Line<'a>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        text.lines().enumerate().map(|(n, text)| Line { number: n + 1, text: text.trim_end() }).collect()
    }

    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// `+0.589`, `-0,306`, `.5`: digits with one point or comma and perhaps a sign.
pub(crate) fn decimal(text: &str) -> Option<f64> {
    let text = text.trim();
    let bare = text.strip_prefix(['+', '-', '\u{2212}']).unwrap_or(text);
    let shaped = bare.len() <= 12
        && bare.contains(|c: char| c.is_ascii_digit())
        && bare.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ',')
        && bare.matches(['.', ',']).count() <= 1;
    let value: f64 = if shaped { bare.replace(',', ".").parse().ok()? } else { return None };
    Some(if text.starts_with(['-', '\u{2212}']) { -value } else { value })
}

/// An equity is always printed with its sign.
pub(crate) fn signed(text: &str) -> Option<f64> {
    text.trim().starts_with(['+', '-', '\u{2212}']).then(|| decimal(text)).flatten()
}

/// `79.46%`
pub(crate) fn percent(text: &str) -> Option<f64> {
    decimal(text.trim().strip_suffix('%')?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_pages_are_told_apart() {
        for text in ["Équités avec videau", "Dopplerwürfel: 2"] {
            let (bytes, _, _) = WINDOWS_1252.encode(text);
            assert_eq!(decode(&bytes), text);
        }
        let japanese = "X:プレーヤー 1   O:プレーヤー 2";
        assert_eq!(decode(&SHIFT_JIS.encode(japanese).0), japanese);
        assert_eq!(decode(japanese.as_bytes()), japanese);
        assert_eq!(decode(b"\xef\xbb\xbfXGID"), "XGID");
        assert_eq!(decode(b"\xff\xfeX\0G\0"), "XG");
    }

    #[test]
    fn numbers_are_read_with_points_and_commas_and_nothing_else_is_a_number() {
        assert_eq!(decimal("-0,306"), Some(-0.306));
        assert_eq!(decimal("+0.589"), Some(0.589));
        assert_eq!(percent("79.46%"), Some(79.46));
        assert_eq!(signed("0.5"), None);
        for text in ["", "+", ".", "1.2.3", "nan", "inf", "1e5", "--1", "12345678901234567890"] {
            assert_eq!(decimal(text), None, "{text}");
        }
    }
}
