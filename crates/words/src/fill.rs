//! Texts with gaps: `{name}` is filled, and of `one|many` the form is chosen that the number asks for.

use crate::Language;

/// Puts the values into the gaps of their names. A gap without a value stays as it is, and what a value holds is
/// never taken for a gap.
///
///     assert_eq!(words::fill("{n} of {all}", &[("n", "3"), ("all", "7")]), "3 of 7");
pub fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, gap)) = rest.split_once('{') {
        out.push_str(before);
        let value = gap.split_once('}').and_then(|(name, after)| {
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
                rest = gap;
            }
        }
    }
    out.push_str(rest);
    out
}

impl Language {
    /// The right form with the number in its gap `{n}`.
    pub fn count(self, text: &'static str, count: usize) -> String {
        self.count_with(text, count, &[])
    }

    /// The same where there is more to fill in.
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

    /// How many forms a counted text has.
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
    fn one_is_told_apart_where_the_language_does() {
        for (language, text, count, told) in [
            (Language::En, "{n} card|{n} cards", 1, "1 card"),
            (Language::En, "{n} card|{n} cards", 0, "0 cards"),
            (Language::En, "{n} card|{n} cards", 12_345, "12,345 cards"),
            (Language::Vi, "{n} thẻ", 1, "1 thẻ"),
            (Language::Vi, "{n} thẻ", 12_345, "12.345 thẻ"),
            (Language::Zh, "{n} 张卡片", 2, "2 张卡片"),
        ] {
            assert_eq!(language.count(text, count), told);
        }
    }

    #[test]
    fn what_is_filled_in_is_never_filled_again() {
        assert_eq!(fill("{name}: {n}", &[("name", "{n}"), ("n", "1")]), "{n}: 1");
        assert_eq!(fill("{unknown} { {n}", &[("n", "1")]), "{unknown} { 1");
    }

    proptest! {
        #[test]
        fn a_text_without_gaps_is_told_as_it_is(text in "[^{]*", value in ".*") {
            prop_assert_eq!(fill(&text, &[("n", &value)]), text);
        }
    }
}
