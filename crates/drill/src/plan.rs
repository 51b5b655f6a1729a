//! How long the cycles of a set are, and how a player writes that down: `28 14 7 4 2 1`.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The length of each cycle in days, and the days of rest between two cycles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    pub cycles: Vec<u32>,
    pub rest: u32,
}

/// The text is not a list of cycle lengths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanError {
    Empty,
    TooMany,
    /// This part is not a number of days from 1 to 365.
    NotDays(String),
}

impl Plan {
    pub const MAX_CYCLES: usize = 20;
    pub const MAX_DAYS: u32 = 365;

    /// Reads the days of each cycle, separated by commas or spaces.
    pub fn read(days: &str, rest: u32) -> Result<Plan, PlanError> {
        let parts = days.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '，' | '、'));
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        if parts.is_empty() {
            return Err(PlanError::Empty);
        }
        if parts.len() > Plan::MAX_CYCLES {
            return Err(PlanError::TooMany);
        }
        let days = |part: &str| {
            let days = part.parse().ok().filter(|days| (1..=Plan::MAX_DAYS).contains(days));
            days.ok_or_else(|| PlanError::NotDays(part.to_owned()))
        };
        Ok(Plan { cycles: parts.into_iter().map(days).collect::<Result<_, _>>()?, rest })
    }

    /// The days of each cycle, as `read` reads them.
    pub fn days_text(&self) -> String {
        self.cycles.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
    }
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { cycles: vec![28, 14, 7, 4, 2, 1], rest: 1 }
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::Empty => f.write_str("there is no cycle"),
            PlanError::TooMany => write!(f, "there are more than {} cycles", Plan::MAX_CYCLES),
            PlanError::NotDays(part) => {
                write!(f, "{part:?} is not a number of days from 1 to {}", Plan::MAX_DAYS)
            }
        }
    }
}

impl std::error::Error for PlanError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_days_of_the_cycles_are_read_with_commas_or_spaces() {
        for text in ["10 5 2", "10, 5,2", " 10;5\t2 ", "10，5、2"] {
            let plan = Plan::read(text, 3).unwrap();
            assert_eq!(
                (plan.cycles.as_slice(), plan.rest, plan.days_text().as_str()),
                ([10, 5, 2].as_slice(), 3, "10 5 2")
            );
        }
    }

    #[test]
    fn what_is_not_a_list_of_days_is_refused_with_the_part_that_is_wrong() {
        assert_eq!(Plan::read(" , ", 1), Err(PlanError::Empty));
        assert_eq!(Plan::read(&"1 ".repeat(21), 1), Err(PlanError::TooMany));
        for (text, part) in [("7 seven", "seven"), ("0", "0"), ("366 1", "366"), ("-1", "-1"), ("2.5", "2.5")]
        {
            assert_eq!(Plan::read(text, 1), Err(PlanError::NotDays(part.to_owned())));
        }
    }
}
