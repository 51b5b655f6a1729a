//! Cube decisions by their equities: which of the doubler's five options and which of the taker's answers is right,
//! independent of a program's wording.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Equities for the player on roll: not doubling, being taken, being passed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeEquities {
    pub no_double: f64,
    pub take: f64,
    pub pass: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CubeOption {
    NoDoubleTake,
    DoubleTake,
    DoublePass,
    TooGoodTake,
    TooGoodPass,
}

/// The right option, and whether a double would even be beavered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    pub option: CubeOption,
    pub beaver: bool,
}

impl CubeOption {
    pub const ALL: [CubeOption; 5] = [
        CubeOption::NoDoubleTake,
        CubeOption::DoubleTake,
        CubeOption::DoublePass,
        CubeOption::TooGoodTake,
        CubeOption::TooGoodPass,
    ];

    pub fn label(self) -> &'static str {
        match self {
            CubeOption::NoDoubleTake => "No double/Take",
            CubeOption::DoubleTake => "Double/Take",
            CubeOption::DoublePass => "Double/Pass",
            CubeOption::TooGoodTake => "Too good/Take",
            CubeOption::TooGoodPass => "Too good/Pass",
        }
    }

    pub fn named(label: &str) -> Option<CubeOption> {
        CubeOption::ALL.into_iter().find(|option| option.label() == label)
    }

    pub fn doubles(self) -> bool {
        matches!(self, CubeOption::DoubleTake | CubeOption::DoublePass)
    }

    pub(crate) fn passes(self) -> bool {
        matches!(self, CubeOption::DoublePass | CubeOption::TooGoodPass)
    }

    fn is_too_good(self) -> bool {
        matches!(self, CubeOption::TooGoodTake | CubeOption::TooGoodPass)
    }

    /// Neither doubles, but one plays on for a gammon: equal in equity, opposite in judgement of the position.
    pub(crate) fn differs_in_reason_from(self, other: CubeOption) -> bool {
        !self.doubles() && !other.doubles() && self.is_too_good() != other.is_too_good()
    }
}

/// The taker's answers to a double. Beavers only where the stake allows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TakeOption {
    Take,
    Pass,
    Beaver,
}

impl TakeOption {
    pub const ALL: [TakeOption; 3] = [TakeOption::Take, TakeOption::Pass, TakeOption::Beaver];

    pub fn label(self) -> &'static str {
        match self {
            TakeOption::Take => "Take",
            TakeOption::Pass => "Pass",
            TakeOption::Beaver => "Beaver",
        }
    }

    pub fn named(label: &str) -> Option<TakeOption> {
        TakeOption::ALL.into_iter().find(|option| option.label() == label)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict { option: CubeOption::NoDoubleTake, beaver: true } => f.write_str("No double/Beaver"),
            Verdict { option, .. } => f.write_str(option.label()),
        }
    }
}

impl CubeEquities {
    pub fn verdict(&self, beavers_allowed: bool) -> Verdict {
        let CubeEquities { no_double, take, pass } = *self;
        let passes = take > pass;
        let doubled = take.min(pass);
        let option = match (passes, no_double > pass) {
            (true, true) => CubeOption::TooGoodPass,
            (true, false) => CubeOption::DoublePass,
            (false, _) if doubled > no_double => CubeOption::DoubleTake,
            (false, true) => CubeOption::TooGoodTake,
            (false, false) => CubeOption::NoDoubleTake,
        };
        Verdict { option, beaver: beavers_allowed && take < 0.0 }
    }

    /// Too good to double is worth as much as not doubling.
    pub fn of(&self, option: CubeOption) -> f64 {
        match option {
            CubeOption::NoDoubleTake | CubeOption::TooGoodTake | CubeOption::TooGoodPass => self.no_double,
            CubeOption::DoubleTake => self.take,
            CubeOption::DoublePass => self.pass,
        }
    }
}

/// What a player did with the cube in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CubePlay {
    Rolled,
    Doubled,
    Took,
    Passed,
    Beavered,
}

impl CubePlay {
    /// The doubler's option with this choice that is otherwise right, so that only this player's error counts.
    pub(crate) fn option(self, best: CubeOption) -> CubeOption {
        let doubles = self != CubePlay::Rolled;
        let passes = match self {
            CubePlay::Took | CubePlay::Beavered => false,
            CubePlay::Passed => true,
            CubePlay::Rolled | CubePlay::Doubled => best.passes(),
        };
        let same = |option: &CubeOption| option.doubles() == doubles && option.passes() == passes;
        Some(best).filter(same).or_else(|| CubeOption::ALL.into_iter().find(same)).unwrap_or(best)
    }

    /// The answer to a double; none if this is the doubler's play.
    pub fn answer(self) -> Option<TakeOption> {
        match self {
            CubePlay::Rolled | CubePlay::Doubled => None,
            CubePlay::Took => Some(TakeOption::Take),
            CubePlay::Passed => Some(TakeOption::Pass),
            CubePlay::Beavered => Some(TakeOption::Beaver),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(no_double: f64, take: f64, pass: f64) -> String {
        CubeEquities { no_double, take, pass }.verdict(true).to_string()
    }

    #[test]
    fn numbers_alone_give_the_verdict() {
        for (no_double, take, pass, expected) in [
            (0.337, 0.215, 1.0, "No double/Take"),
            (0.580, 0.689, 1.0, "Double/Take"),
            (0.735, 1.336, 1.0, "Double/Pass"),
            (1.027, 1.869, 1.0, "Too good/Pass"),
            (1.100, 0.950, 1.0, "Too good/Take"),
            (0.057, -0.568, 1.0, "No double/Beaver"),
            (1.000, 1.200, 1.0, "Double/Pass"),
        ] {
            assert_eq!(verdict(no_double, take, pass), expected);
        }
    }

    #[test]
    fn beavers_need_the_rule() {
        let equities = CubeEquities { no_double: 0.057, take: -0.568, pass: 1.0 };
        assert!(!equities.verdict(false).beaver);
    }
}
