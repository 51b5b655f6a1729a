//! The value of a position. Whatever an engine reports, it is kept as the first player sees it: Black in Go, White in
//! chess, the player at the bottom in backgammon.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::expectation::{chess_expected, equity_expected};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The expected result of the first player, from 0 to 1.
    #[serde(rename = "e")]
    pub expected: f32,
    #[serde(rename = "v")]
    pub native: Native,
    #[serde(rename = "d")]
    pub effort: Effort,
}

/// The value in the game's own unit, positive if the first player is ahead.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Native {
    Points(f32),
    Centipawns(i32),
    /// Moves until the first player mates, or is mated if negative. Zero: the side to move is mated.
    Mate(i32),
    Equity(f32),
}

/// How thoroughly the engine looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    Depth(u32),
    Visits(u32),
    Plies(u8),
}

impl Evaluation {
    /// Of a game whose native unit determines the expected result. For points it does not: see [`Evaluation::of_points`].
    pub fn new(native: Native, effort: Effort) -> Evaluation {
        let expected = match native {
            Native::Centipawns(centipawns) => chess_expected(centipawns),
            Native::Mate(moves) if moves > 0 => chess_expected(i32::MAX),
            Native::Mate(_) => chess_expected(i32::MIN),
            Native::Equity(equity) => equity_expected(equity),
            Native::Points(points) => 0.5 + 0.5 * points.signum() * f32::from(points != 0.0),
        };
        Evaluation { expected, native, effort }
    }

    /// Go: engines report the chance to win apart from the lead.
    pub fn of_points(expected: f32, lead: f32, effort: Effort) -> Evaluation {
        let expected = if expected.is_finite() { expected.clamp(0.0, 1.0) } else { 0.5 };
        let lead = if lead.is_finite() { lead } else { 0.0 };
        Evaluation { expected, native: Native::Points(lead), effort }
    }

    /// The same as the other player sees it.
    #[must_use]
    pub fn reversed(self) -> Evaluation {
        Evaluation { expected: 1.0 - self.expected, native: self.native.reversed(), effort: self.effort }
    }
}

impl fmt::Display for Native {
    /// `+0.34`, `−1.20`, `#5`, `#−3`: with the sign of the first player, as players write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |is_negative| if is_negative { "−" } else { "+" };
        match *self {
            Native::Mate(moves) => {
                write!(f, "#{}{}", if moves < 0 { "−" } else { "" }, moves.unsigned_abs())
            }
            Native::Centipawns(value) => {
                let value = value.clamp(-99_999, 99_999);
                write!(f, "{}{:.2}", sign(value < 0), f64::from(value.abs()) / 100.0)
            }
            Native::Points(value) => write!(f, "{}{:.1}", sign(value < 0.0), value.abs()),
            Native::Equity(value) => write!(f, "{}{:.3}", sign(value < 0.0), value.abs()),
        }
    }
}

impl Native {
    #[must_use]
    pub fn reversed(self) -> Native {
        match self {
            Native::Points(points) => Native::Points(-points),
            Native::Centipawns(centipawns) => Native::Centipawns(centipawns.saturating_neg()),
            Native::Mate(moves) => Native::Mate(moves.saturating_neg()),
            Native::Equity(equity) => Native::Equity(-equity),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn native() -> impl Strategy<Value = Native> {
        prop_oneof![
            (-500.0f32..500.0).prop_map(Native::Points),
            any::<i32>().prop_map(Native::Centipawns),
            (-200i32..200).prop_filter("decides who mates", |moves| *moves != 0).prop_map(Native::Mate),
            (-3.0f32..3.0).prop_map(Native::Equity),
        ]
    }

    proptest! {
        #[test]
        fn what_one_player_can_expect_the_other_cannot(native in native()) {
            let value = Evaluation::new(native, Effort::Depth(1));
            let other = Evaluation::new(native.reversed(), Effort::Depth(1));
            prop_assert!((0.0..=1.0).contains(&value.expected));
            prop_assert!((value.expected + other.expected - 1.0).abs() < 1e-6);
            prop_assert!((value.reversed().expected - other.expected).abs() < 1e-6);
        }

        #[test]
        fn values_survive_being_sent(native in native()) {
            let value = Evaluation::new(native, Effort::Visits(7));
            let text = serde_json::to_string(&value).unwrap();
            prop_assert_eq!(serde_json::from_str::<Evaluation>(&text).unwrap(), value);
        }
    }

    #[test]
    fn values_are_written_with_their_sign() {
        let texts = [
            Native::Centipawns(34),
            Native::Centipawns(-120),
            Native::Centipawns(0),
            Native::Mate(5),
            Native::Mate(-3),
            Native::Points(-4.25),
            Native::Equity(0.1234),
        ]
        .map(|native| native.to_string());
        assert_eq!(texts, ["+0.34", "−1.20", "+0.00", "#5", "#−3", "−4.2", "+0.123"]);
    }

    #[test]
    fn engines_that_report_nonsense_give_a_value_all_the_same() {
        let value = Evaluation::of_points(f32::NAN, f32::INFINITY, Effort::Visits(0));
        assert_eq!((value.expected, value.native), (0.5, Native::Points(0.0)));
        assert_eq!(Evaluation::of_points(1.2, 3.5, Effort::Visits(1)).expected, 1.0);
    }
}
