//! Number formats. Numbers of up to four digits have no separator, as is usual for years and move numbers.

use crate::Language;

impl Language {
    /// `12,345`, in Vietnamese `12.345`.
    pub fn number(self, number: u64) -> String {
        let digits = number.to_string();
        if digits.len() < 5 {
            return digits;
        }
        let mut out = String::with_capacity(digits.len() + digits.len() / 3);
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                out.push(self.thousands());
            }
            out.push(digit);
        }
        out
    }

    /// With this many decimal places: `0.5`, in Vietnamese `0,5`.
    pub fn decimal(self, number: f64, places: usize) -> String {
        let plain = format!("{number:.places$}");
        let (sign, plain) = plain.strip_prefix('-').map_or(("", &*plain), |plain| ("-", plain));
        let (whole, part) = plain.split_once('.').unwrap_or((plain, ""));
        let whole = whole.parse().map_or_else(|_| whole.to_owned(), |whole| self.number(whole));
        match part {
            "" => format!("{sign}{whole}"),
            part => format!("{sign}{whole}{}{part}", self.point()),
        }
    }

    /// A fraction as a whole percentage.
    pub fn percent(self, share: f64) -> String {
        let number = self.decimal(share * 100.0, 0);
        match self {
            Language::En => format!("{number} %"),
            Language::Vi | Language::Zh => format!("{number}%"),
        }
    }

    fn point(self) -> char {
        match self {
            Language::En | Language::Zh => '.',
            Language::Vi => ',',
        }
    }

    fn thousands(self) -> char {
        match self {
            Language::En | Language::Zh => ',',
            Language::Vi => '.',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_formatted_by_language() {
        for (language, number, places, written) in [
            (Language::En, 12_345.6, 1, "12,345.6"),
            (Language::Vi, 12_345.6, 1, "12.345,6"),
            (Language::Zh, 12_345.6, 1, "12,345.6"),
            (Language::Vi, -0.5, 3, "-0,500"),
            (Language::En, 1234.0, 0, "1234"),
            (Language::En, 1_234_567.0, 0, "1,234,567"),
            (Language::Vi, f64::INFINITY, 1, "inf"),
        ] {
            assert_eq!(language.decimal(number, places), written);
        }
        assert_eq!(Language::Vi.number(100_000), "100.000");
        assert_eq!(Language::En.percent(0.5), "50 %");
        assert_eq!(Language::Zh.percent(0.5), "50%");
    }
}
