//! Time controls as people and game records write them.
//!
//!     TimeControl::parse("10+3x30")   // ten minutes, then three periods of 30 seconds
//!     TimeControl::parse("5+8")       // five minutes, and eight seconds more for each move

use std::fmt;
use std::time::Duration;

use super::TimeControl;

const MOST_MINUTES: u64 = 24 * 60;
const MOST_SECONDS: u64 = 60 * 60;

impl TimeControl {
    /// Minutes, then `+periodsxseconds` or `+seconds` for each move. None for anything else, and for no time at all.
    pub fn parse(text: &str) -> Option<TimeControl> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let (minutes, rest) = text.split_once('+').unwrap_or((&text, ""));
        let base = Duration::from_secs(number(minutes, MOST_MINUTES)? * 60);
        let control = match rest {
            "" => TimeControl { base, periods: 0, period: Duration::ZERO, increment: Duration::ZERO },
            rest => TimeControl { base, ..overtime(rest)? },
        };
        (!control.total().is_zero()).then_some(control)
    }

    /// The values of TM and OT.
    pub fn to_sgf(self) -> (String, String) {
        let overtime = match (self.periods, self.increment.as_secs()) {
            (0, 0) => String::new(),
            (0, increment) => format!("{increment} fischer"),
            (periods, _) => format!("{periods}x{} byo-yomi", self.period.as_secs()),
        };
        (self.base.as_secs().to_string(), overtime)
    }

    /// From the values of TM and OT; None for other kinds of overtime.
    pub fn from_sgf(time: &str, other: &str) -> Option<TimeControl> {
        let seconds: f64 = time.trim().parse().ok()?;
        let base = Duration::try_from_secs_f64(seconds).ok()?;
        let other = other.trim().to_lowercase();
        let (amount, kind) = other.split_once(' ').unwrap_or((&other, ""));
        let control = match (amount, kind) {
            ("", _) => TimeControl { base, periods: 0, period: Duration::ZERO, increment: Duration::ZERO },
            (amount, "byo-yomi" | "fischer" | "") => TimeControl { base, ..overtime(amount)? },
            _ => return None,
        };
        (!control.total().is_zero()).then_some(control)
    }

    fn total(self) -> Duration {
        self.base
            .saturating_add(self.period.saturating_mul(self.periods.into()))
            .saturating_add(self.increment)
    }
}

fn overtime(text: &str) -> Option<TimeControl> {
    let text = text.trim_end_matches('s');
    let none =
        TimeControl { base: Duration::ZERO, periods: 0, period: Duration::ZERO, increment: Duration::ZERO };
    match text.split_once('x') {
        Some((periods, seconds)) => {
            let period = Duration::from_secs(number(seconds, MOST_SECONDS).filter(|seconds| *seconds > 0)?);
            let periods = u8::try_from(number(periods, 99)?).ok().filter(|periods| *periods > 0)?;
            Some(TimeControl { periods, period, ..none })
        }
        None => Some(TimeControl { increment: Duration::from_secs(number(text, MOST_SECONDS)?), ..none }),
    }
}

fn number(text: &str, most: u64) -> Option<u64> {
    text.parse().ok().filter(|number| *number <= most)
}

/// As `parse` reads it; a base time in seconds only is rounded down to minutes.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.base.as_secs() / 60)?;
        match (self.periods, self.increment.as_secs()) {
            (0, 0) => Ok(()),
            (0, increment) => write!(f, "+{increment}"),
            (periods, _) => write!(f, "+{periods}x{}", self.period.as_secs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for text in ["10+3x30", "5+8", "30", "0+5x10"] {
            let control = TimeControl::parse(text).unwrap();
            assert_eq!(control.to_string(), text);
            let (time, overtime) = control.to_sgf();
            assert_eq!(TimeControl::from_sgf(&time, &overtime), Some(control), "{text}");
        }
        assert_eq!(TimeControl::parse("10 + 3x30s"), TimeControl::parse("10+3x30"));
        assert_eq!(TimeControl::minutes(10), TimeControl::parse("10+3x30").unwrap());
    }

    #[test]
    fn nonsense_is_no_time_control() {
        for text in ["", "0", "0+0", "ten", "10+3x", "10+x30", "-1", "10+0x30", "10+3x0", "99999", "5+9999"] {
            assert_eq!(TimeControl::parse(text), None, "{text:?}");
        }
        assert_eq!(TimeControl::from_sgf("600", "25/600 Canadian"), None);
        assert_eq!(TimeControl::from_sgf("NaN", ""), None);
    }
}
