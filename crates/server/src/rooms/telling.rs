//! Why no room was opened, in the words of whoever asked.

use play::protocol::Unplayable;
use words::fill;

use crate::tongue::Tongue;

pub(super) fn unplayable(what: Unplayable, tongue: Tongue) -> String {
    let words = tongue.words();
    match what {
        Unplayable::BoardSize(lines) => fill(words.unplayable_size, &[("n", &lines.to_string())]),
        Unplayable::Komi(halves) => {
            let points = tongue.0.decimal(f64::from(halves) / 2.0, if halves % 2 == 0 { 0 } else { 1 });
            fill(words.unplayable_komi, &[("points", &points)])
        }
        Unplayable::Handicap(stones) => fill(words.unplayable_handicap, &[("n", &stones.to_string())]),
        Unplayable::Opponent => words.unplayable_opponent.to_owned(),
        Unplayable::Time => words.unplayable_time.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use words::Language;

    use super::*;

    #[test]
    fn in_english_it_is_what_the_table_says_itself() {
        for what in [
            Unplayable::BoardSize(26),
            Unplayable::Komi(725),
            Unplayable::Handicap(3),
            Unplayable::Opponent,
            Unplayable::Time,
        ] {
            let said = what.to_string();
            assert_eq!(unplayable(what, Tongue(Language::En)), said);
        }
    }
}
