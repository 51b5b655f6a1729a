//! The figures of some attempts.

use std::time::Duration;

use crate::attempt::Help;
use crate::session::{FinishedAttempt, median};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// All attempts, skipped ones included.
    pub attempts: usize,
    /// All but those that were skipped without a mistake.
    pub tried: usize,
    pub right: usize,
    /// Right, after a hint that did not show the move.
    pub with_hints: usize,
    /// A hint showed a move.
    pub moves_shown: usize,
    pub solutions_shown: usize,
    pub skipped: usize,
    /// Share of the tried ones that were right; none if nothing was tried.
    pub accuracy: Option<f64>,
    /// Of the tried ones.
    pub median: Option<Duration>,
}

impl Totals {
    pub fn of<'a>(all: impl Iterator<Item = &'a FinishedAttempt> + Clone) -> Totals {
        let count =
            |counts: fn(&FinishedAttempt) -> bool| all.clone().filter(|attempt| counts(attempt)).count();
        let (tried, right) = (count(FinishedAttempt::is_tried), count(|attempt| attempt.right));
        let times = all.clone().filter(|attempt| attempt.is_tried()).map(|attempt| attempt.think);
        Totals {
            attempts: count(|_| true),
            tried,
            right,
            with_hints: count(|attempt| attempt.right && attempt.hints > 0),
            moves_shown: count(|attempt| attempt.help == Help::Move),
            solutions_shown: count(|attempt| attempt.help == Help::Solution),
            skipped: count(|attempt| attempt.help == Help::Skipped),
            accuracy: (tried > 0).then(|| right as f64 / tried as f64),
            median: (tried > 0).then(|| median(times)),
        }
    }
}
