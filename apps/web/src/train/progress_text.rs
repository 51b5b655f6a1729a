//! Progress as text and figures.

use std::time::Duration;

use drill::{FinishedAttempt, Progress, Stage, Totals};
use i18n::fill;
use leptos::prelude::*;

use super::set_store::today;
use crate::language;

pub fn stage_text(progress: &Progress) -> String {
    let (language, words) = (language::here(), language::train());
    let cycle = |text, number: usize, of: usize, name, count: usize| {
        let [number, of, count] = [number, of, count].map(|n| language.number(n as u64));
        fill(text, &[("number", &number), ("of", &of), (name, &count)])
    };
    match progress.stage(today()) {
        None if progress.attempts().is_empty() => words.not_started.to_owned(),
        None => language.count(words.tried_count, progress.attempts().len()),
        Some(Stage::Cycle { number, of, today: 0, left, .. }) => {
            cycle(words.cycle_done, number, of, "left", left)
        }
        Some(Stage::Cycle { number, of, today, .. }) => cycle(words.cycle_today, number, of, "today", today),
        Some(Stage::Rest { .. }) => words.resting.to_owned(),
        Some(Stage::Repetition { due: 0 }) => words.nothing_due.to_owned(),
        Some(Stage::Repetition { due }) => language.count(words.some_due, due),
    }
}

/// `0:07`, `12:30`, `1:02:03`.
pub fn clock(seconds: u64) -> String {
    match seconds {
        0..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

/// `figures` and tables show this where there is no value.
const NO_VALUE: &str = "–";

pub fn seconds_or_none(time: Option<Duration>) -> String {
    time.map_or_else(|| NO_VALUE.to_owned(), seconds)
}

pub fn percent_or_none(share: Option<f64>) -> String {
    share.map_or_else(|| NO_VALUE.to_owned(), percent)
}

pub fn seconds(time: Duration) -> String {
    fill(language::train().seconds, &[("n", &language::here().decimal(time.as_secs_f64(), 1))])
}

pub fn percent(share: f64) -> String {
    language::here().percent(share)
}

/// What was tried and found, and apart from it what was shown or skipped.
pub fn figures(class: &'static str, totals: Totals) -> impl IntoView {
    let (language, words, solving) = (language::here(), language::train(), language::solving());
    let one = |name: &'static str, value: String| view! { <div><dt>{name}</dt><dd>{value}</dd></div> };
    let counts = [
        (solving.with_hints, totals.with_hints),
        (solving.moves_shown, totals.moves_shown),
        (solving.solutions_shown, totals.solutions_shown),
        (solving.skipped, totals.skipped),
    ];
    let some = counts.into_iter().filter(|(_, count)| *count > 0);
    view! {
        <dl class=class>
            {one(words.tried, language.number(totals.tried as u64))}
            {one(words.right, language.number(totals.right as u64))}
            {one(words.accuracy, percent_or_none(totals.accuracy))}
            {one(words.median, seconds_or_none(totals.median))}
            {some.map(|(name, count)| one(name, language.number(count as u64))).collect_view()}
        </dl>
    }
}

/// The result of an attempt in one line.
pub fn attempt_text(attempted: &FinishedAttempt) -> String {
    let words = language::train();
    let counted = [(attempted.mistakes, words.mistake_count), (attempted.hints, words.hint_count)];
    let some = counted.into_iter().filter(|(count, _)| *count > 0);
    let counts = some.map(|(count, text)| language::here().count(text, count as usize));
    std::iter::once(seconds(attempted.think)).chain(counts).collect::<Vec<_>>().join(language::frame().comma)
}

#[cfg(test)]
mod tests {
    use drill::Help;

    use super::*;

    #[test]
    fn times_look_like_a_clock() {
        for (seconds, text) in [(7, "0:07"), (600, "10:00"), (3723, "1:02:03")] {
            assert_eq!(clock(seconds), text);
        }
    }

    #[test]
    fn an_attempt_fits_in_one_line() {
        let think = Duration::from_millis(12_340);
        let attempted =
            FinishedAttempt { puzzle: 0, right: false, think, mistakes: 1, hints: 2, help: Help::None };
        assert_eq!(attempt_text(&attempted), "12.3 s, 1 mistake, 2 hints");
    }
}
