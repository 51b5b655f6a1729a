//! SPDX expressions: whether we may use something under the licences that are allowed.

/// `(MIT OR Apache-2.0) AND Unicode-3.0`; also `MIT/Apache-2.0`, as older crates write it.
pub fn is_allowed(expression: &str, allowed: &impl Fn(&str) -> bool) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = Words { words: spaced.split_whitespace().peekable(), allowed };
    words.any_of() && words.words.next().is_none()
}

struct Words<'w, I: Iterator<Item = &'w str>, A> {
    words: std::iter::Peekable<I>,
    allowed: A,
}

impl<'w, I: Iterator<Item = &'w str>, A: Fn(&str) -> bool> Words<'w, I, A> {
    fn any_of(&mut self) -> bool {
        let mut result = self.all_of();
        while self.words.next_if_eq(&"OR").is_some() {
            result |= self.all_of();
        }
        result
    }

    fn all_of(&mut self) -> bool {
        let mut result = self.one();
        while self.words.next_if_eq(&"AND").is_some() {
            result &= self.one();
        }
        result
    }

    fn one(&mut self) -> bool {
        match self.words.next() {
            Some("(") => {
                let result = self.any_of();
                result & self.words.next_if_eq(&")").is_some()
            }
            Some(name) => match self.words.next_if_eq(&"WITH").and_then(|_| self.words.next()) {
                Some(exception) => (self.allowed)(&format!("{name} WITH {exception}")),
                None => (self.allowed)(name),
            },
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_mean_what_spdx_says() {
        let allowed = |name: &str| matches!(name, "MIT" | "Zlib" | "Apache-2.0 WITH LLVM-exception");
        for (expression, expected) in [
            ("MIT", true),
            ("GPL-2.0-only", false),
            ("Apache-2.0/MIT", true),
            ("Apache-2.0 OR BSL-1.0", false),
            ("Apache-2.0 WITH LLVM-exception OR Apache-2.0", true),
            ("(MIT OR Apache-2.0) AND Zlib", true),
            ("(MIT OR Apache-2.0) AND ISC", false),
            ("MIT AND Zlib OR ISC", true),
            ("(MIT", false),
            ("MIT MIT", false),
            ("", false),
        ] {
            assert_eq!(is_allowed(expression, &allowed), expected, "{expression}");
        }
    }
}
