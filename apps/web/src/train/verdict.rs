//! How far one has come, in words and numbers.

use std::time::Duration;

use drill::{Attempted, Stage};

use super::shelf::Progress;
use super::trainer::stage;

pub fn stage_words(progress: &Progress) -> String {
    match stage(progress) {
        None if progress.attempts.is_empty() => "not begun".to_owned(),
        None => format!("{} tried", progress.attempts.len()),
        Some(Stage::Cycle { number, of, today: 0, left, .. }) => {
            format!("cycle {number} of {of}: done for today, {left} left")
        }
        Some(Stage::Cycle { number, of, today, .. }) => format!("cycle {number} of {of}: {today} today"),
        Some(Stage::Rest { .. }) => "resting before the next cycle".to_owned(),
        Some(Stage::Repetition { due: 0 }) => "all cycles done, nothing due".to_owned(),
        Some(Stage::Repetition { due }) => format!("all cycles done, {due} due"),
    }
}

/// `0:07`, `12:30`, `1:02:03`.
pub fn clock(seconds: u64) -> String {
    match seconds {
        0..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

pub fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

pub fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// How a puzzle went, in one line.
pub fn attempt_words(attempted: &Attempted) -> String {
    let mut words = vec![seconds(attempted.think)];
    match attempted.mistakes {
        0 => {}
        1 => words.push("1 mistake".to_owned()),
        many => words.push(format!("{many} mistakes")),
    }
    match attempted.hints {
        0 => {}
        1 => words.push("1 hint".to_owned()),
        many => words.push(format!("{many} hints")),
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_as_clocks_tell_them() {
        for (seconds, told) in [(7, "0:07"), (600, "10:00"), (3723, "1:02:03")] {
            assert_eq!(clock(seconds), told);
        }
    }

    #[test]
    fn an_attempt_is_told_in_one_line() {
        let think = Duration::from_millis(12_340);
        let attempted = Attempted { puzzle: 0, right: false, think, mistakes: 1, hints: 2 };
        assert_eq!(attempt_words(&attempted), "12.3 s, 1 mistake, 2 hints");
    }
}
