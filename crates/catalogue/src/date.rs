//! The date of a game, as far as it is known. Files write it in many ways, but always with a year of four digits.

use std::fmt;

/// Year, month and day; an unknown month or day is 0. Later dates are greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date(u32);

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

impl Date {
    /// Unknown.
    pub const NONE: Date = Date(0);

    pub fn new(year: u32, month: u32, day: u32) -> Date {
        let month = if (1..=12).contains(&month) { month } else { 0 };
        let day = if month > 0 && (1..=31).contains(&day) { day } else { 0 };
        Date(year.min(9999) * 10_000 + month * 100 + day)
    }

    /// From its number, as libraries store it.
    pub fn from_number(number: u32) -> Date {
        Date(number)
    }

    pub fn number(self) -> u32 {
        self.0
    }

    pub fn is_known(self) -> bool {
        self.0 > 0
    }

    /// `2026-02-11`, `2026.02.??`, `1846-09-11,14`, `c. 1850`, `11 Feb 2026`, `February 11, 2026`: the first day counts.
    pub fn read(text: &str) -> Date {
        let words: Vec<&str> =
            text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let is_year = |word: &str| word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
        let Some(at) = words.iter().position(|word| is_year(word)) else { return Date::NONE };
        let number = |word: Option<&&str>| word.and_then(|word| word.parse::<u32>().ok()).unwrap_or(0);
        let year = number(words.get(at));
        let named = words.iter().position(|word| month(word).is_some());
        match named {
            Some(n) => {
                let month = words.get(n).and_then(|word| month(word)).unwrap_or(0);
                let near = [n.checked_sub(1), Some(n + 1)].into_iter().flatten();
                let day = near.map(|n| number(words.get(n))).find(|day| (1..=31).contains(day));
                Date::new(year, month, day.unwrap_or(0))
            }
            None => Date::new(year, number(words.get(at + 1)), number(words.get(at + 2))),
        }
    }

    /// A date that a user typed: `2026`, `2026-02`, `2026-02-11`, `11 Feb 2026`, `February 11, 2026`. None if any of it is
    /// not a date, or the day is not in the calendar: unlike in files, everything typed is meant.
    pub fn typed(text: &str) -> Option<Date> {
        let is_separator = |c: char| c.is_whitespace() || matches!(c, '-' | '.' | '/' | ',');
        let words: Vec<&str> = text.split(is_separator).filter(|word| !word.is_empty()).collect();
        let digits = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
        let year = |word: &str| word.parse().ok().filter(|year| word.len() == 4 && digits(word) && *year > 0);
        let number = |word: &str| word.parse().ok().filter(|_| word.len() <= 2 && digits(word));
        match *words {
            [y] => Date::in_calendar(year(y)?, None),
            [y, m] if digits(y) => Date::in_calendar(year(y)?, Some((number(m)?, None))),
            [m, y] => Date::in_calendar(year(y)?, Some((month(m)?, None))),
            [y, m, d] if digits(y) && digits(m) => {
                Date::in_calendar(year(y)?, Some((number(m)?, Some(number(d)?))))
            }
            [d, m, y] if digits(d) => Date::in_calendar(year(y)?, Some((month(m)?, Some(number(d)?)))),
            [m, d, y] => Date::in_calendar(year(y)?, Some((month(m)?, Some(number(d)?)))),
            _ => None,
        }
    }

    fn in_calendar(year: u32, month: Option<(u32, Option<u32>)>) -> Option<Date> {
        let Some((month, day)) = month else { return Some(Date::new(year, 0, 0)) };
        let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let last = match month {
            2 if is_leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        let is_day = day.is_none_or(|day| (1..=last).contains(&day));
        is_day.then(|| Date::new(year, month, day.unwrap_or(0)))
    }
}

fn month(word: &str) -> Option<u32> {
    let word = word.to_lowercase();
    let found = MONTHS.iter().position(|name| word.starts_with(name))?;
    u32::try_from(found + 1).ok()
}

/// `2026-02-11`, or as much of it as is known.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = (self.0 / 10_000, self.0 / 100 % 100, self.0 % 100);
        match (year, month, day) {
            (0, ..) => Ok(()),
            (_, 0, _) => write!(f, "{year:04}"),
            (_, _, 0) => write!(f, "{year:04}-{month:02}"),
            _ => write!(f, "{year:04}-{month:02}-{day:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_people_write_them() {
        for (text, read) in [
            ("2026-02-11", "2026-02-11"),
            ("2026.02.??", "2026-02"),
            ("????.??.??", ""),
            ("1846-09-11,14,15", "1846-09-11"),
            ("c. 1850", "1850"),
            ("1933-10-16 to 1934-01-19", "1933-10-16"),
            ("11 Feb 2026", "2026-02-11"),
            ("February 11, 2026", "2026-02-11"),
            ("2026-13-40", "2026"),
            ("yesterday", ""),
            ("", ""),
        ] {
            assert_eq!(Date::read(text).to_string(), read, "{text}");
        }
        assert!(Date::read("2025-12-31") < Date::read("2026"));
    }

    #[test]
    fn a_typed_date_is_read_whole_or_refused() {
        for (text, read) in [
            ("2026", "2026"),
            (" 2026-02 ", "2026-02"),
            ("2026.2.1", "2026-02-01"),
            ("2026/02/11", "2026-02-11"),
            ("2024-02-29", "2024-02-29"),
            ("11 Feb 2026", "2026-02-11"),
            ("February 11, 2026", "2026-02-11"),
            ("feb 2026", "2026-02"),
        ] {
            assert_eq!(Date::typed(text).map(|date| date.to_string()).as_deref(), Some(read), "{text}");
        }
        for text in [
            "",
            "-",
            "yesterday",
            "0000",
            "26",
            "20266",
            "2026-13",
            "2026-00",
            "2026-13-40",
            "2026-02-30",
            "2025-02-29",
            "1900-02-29",
            "2026-02-11-3",
            "c. 2026",
            "2026-02-1x",
            "+026",
            "31 Apr 2026",
            "11 2026",
        ] {
            assert_eq!(Date::typed(text), None, "{text}");
        }
    }
}
