//! What all exports share: numbers with points or commas, numbered lines.

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TextLine<'a> {
    pub number: usize,
    pub text: &'a str,
}

impl<'a> TextLine<'a> {
    pub fn all(text: &'a str) -> Vec<TextLine<'a>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        text.lines().enumerate().map(|(n, text)| TextLine { number: n + 1, text: text.trim_end() }).collect()
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
