//! Exact scores in quarters of a point, and the notation of a game's result.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Neg, Sub};

use super::Color;

/// A number of points, in quarters: komi can be 6.5, 3.75 or 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Points {
    quarters: i32,
}

impl Points {
    pub const ZERO: Points = Points { quarters: 0 };

    pub const fn quarters(quarters: i32) -> Points {
        Points { quarters }
    }

    pub const fn halves(halves: i32) -> Points {
        Points { quarters: halves.saturating_mul(2) }
    }

    pub fn in_quarters(self) -> i32 {
        self.quarters
    }

    /// `6.5`, `6,5`, ` -0.50 `, `7`. Nothing finer than a quarter.
    pub fn parse(text: &str) -> Option<Points> {
        let text = text.trim();
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, part) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
        let all_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        if !all_digits(whole) || !all_digits(part) || whole.len() + part.len() == 0 {
            return None;
        }
        let part = match part.trim_end_matches('0') {
            "" => 0,
            "25" => 1,
            "5" => 2,
            "75" => 3,
            _ => return None,
        };
        let whole: i32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
        let quarters = whole.checked_mul(4)?.checked_add(part)?;
        Some(Points { quarters: if negative { -quarters } else { quarters } })
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.quarters.unsigned_abs();
        let sign = if self.quarters < 0 { "-" } else { "" };
        let part = ["", ".25", ".5", ".75"][size as usize % 4];
        write!(f, "{sign}{}{part}", size / 4)
    }
}

impl From<u32> for Points {
    fn from(whole: u32) -> Points {
        Points { quarters: i32::try_from(whole).unwrap_or(i32::MAX).saturating_mul(4) }
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, more: Points) -> Points {
        Points { quarters: self.quarters.saturating_add(more.quarters) }
    }
}

impl Sub for Points {
    type Output = Points;

    fn sub(self, less: Points) -> Points {
        Points { quarters: self.quarters.saturating_sub(less.quarters) }
    }
}

impl Neg for Points {
    type Output = Points;

    fn neg(self) -> Points {
        Points::ZERO - self
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(all: I) -> Points {
        all.fold(Points::ZERO, Add::add)
    }
}

/// How a game ended, as in SGF's `RE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// By this many points, if known.
    Won(Color, Option<Points>),
    Resigned {
        winner: Color,
    },
    Time {
        winner: Color,
    },
    Forfeit {
        winner: Color,
    },
    Draw,
    Void,
    Unknown,
}

impl Outcome {
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Won(winner, _)
            | Outcome::Resigned { winner }
            | Outcome::Time { winner }
            | Outcome::Forfeit { winner } => Some(winner),
            Outcome::Draw | Outcome::Void | Outcome::Unknown => None,
        }
    }

    /// `B+3.5`, `W+Resign`, `b+R`, `W+0,5`, `Draw`, `0` … None if the text is something else.
    pub fn parse(text: &str) -> Option<Outcome> {
        let text = text.trim().to_lowercase();
        let winner = match text.split_once('+') {
            Some(("b" | "black", _)) => Color::Black,
            Some(("w" | "white", _)) => Color::White,
            _ => return without_winner(&text),
        };
        match text.split_once('+').map(|(_, how)| how.trim())? {
            "" => Some(Outcome::Won(winner, None)),
            "r" | "res" | "resign" | "resignation" => Some(Outcome::Resigned { winner }),
            "t" | "time" => Some(Outcome::Time { winner }),
            "f" | "forfeit" => Some(Outcome::Forfeit { winner }),
            points => Points::parse(points).map(|points| Outcome::Won(winner, Some(points))),
        }
    }
}

fn without_winner(text: &str) -> Option<Outcome> {
    match text {
        "0" | "draw" | "jigo" | "tie" => Some(Outcome::Draw),
        "void" => Some(Outcome::Void),
        "?" => Some(Outcome::Unknown),
        _ => None,
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Won(winner, Some(points)) => write!(f, "{}+{points}", winner.letter()),
            Outcome::Won(winner, None) => write!(f, "{}+", winner.letter()),
            Outcome::Resigned { winner } => write!(f, "{}+R", winner.letter()),
            Outcome::Time { winner } => write!(f, "{}+T", winner.letter()),
            Outcome::Forfeit { winner } => write!(f, "{}+F", winner.letter()),
            Outcome::Draw => f.write_str("0"),
            Outcome::Void => f.write_str("Void"),
            Outcome::Unknown => f.write_str("?"),
        }
    }
}
