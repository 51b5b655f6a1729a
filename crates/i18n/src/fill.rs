//! Texts with placeholders: fills in `{name}`, and picks the plural form of `one|many`.

use crate::Language;

/// Replaces placeholders by values. A placeholder without a value stays as it is, and values are not expanded again.
///
///     assert_eq!(i18n::fill("{n} of {all}", &[("n", "3"), ("all", "7")]), "3 of 7");
pub fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, placeholder)) = rest.split_once('{') {
        out.push_str(before);
        let value = placeholder.split_once('}').and_then(|(name, after)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((*value, after))
        });
        match value {
            Some((value, after)) => {
                out.push_str(value);
                rest = after;
            }
            None => {
                out.push('{');
                rest = placeholder;
            }
        }
    }
    out.push_str(rest);
    out
}

impl Language {
    /// The plural form for this count, with the number for `{n}`.
    pub fn count(self, text: &'static str, count: usize) -> String {
        self.count_with(text, count, &[])
    }

    /// The same with more values.
    pub fn count_with(self, text: &'static str, count: usize, values: &[(&str, &str)]) -> String {
        let number = self.number(count as u64);
        let values: Vec<_> = std::iter::once(("n", &*number)).chain(values.iter().copied()).collect();
        fill(self.form(text, count), &values)
    }

    fn form(self, text: &'static str, count: usize) -> &'static str {
        let which = match self {
            Language::En => usize::from(count != 1),
            Language::Vi | Language::Zh => 0,
        };
        text.split('|').nth(which).unwrap_or(text)
    }

    /// The number of plural forms.
    pub const fn forms(self) -> usize {
        match self {
            Language::En => 2,
            Language::Vi | Language::Zh => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn singular_and_plural_differ_where_the_language_has_both() {
        for (language, text, count, expected) in [
            (Language::En, "{n} card|{n} cards", 1, "1 card"),
            (Language::En, "{n} card|{n} cards", 0, "0 cards"),
            (Language::En, "{n} card|{n} cards", 12_345, "12,345 cards"),
            (Language::Vi, "{n} thẻ", 1, "1 thẻ"),
            (Language::Vi, "{n} thẻ", 12_345, "12.345 thẻ"),
            (Language::Zh, "{n} 张卡片", 2, "2 张卡片"),
        ] {
            assert_eq!(language.count(text, count), expected);
        }
    }

    #[test]
    fn values_are_not_expanded_again() {
        assert_eq!(fill("{name}: {n}", &[("name", "{n}"), ("n", "1")]), "{n}: 1");
        assert_eq!(fill("{unknown} { {n}", &[("n", "1")]), "{unknown} { 1");
    }

    proptest! {
        #[test]
        fn a_text_without_placeholders_is_unchanged(text in "[^{]*", value in ".*") {
            prop_assert_eq!(fill(&text, &[("n", &value)]), text);
        }
    }
}
