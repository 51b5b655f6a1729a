//! The report on a deck: errors and warnings with their place, counts, progress.

use flashcards::{Card, CardKind};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

/// An error or a warning with its place.
pub struct Remark {
    pub place: String,
    pub what: String,
    pub is_error: bool,
}

#[derive(Default)]
pub struct Report {
    pub remarks: Vec<Remark>,
    pub checker: usize,
    pub cube: usize,
    /// Where the deck went, as a sentence.
    pub outcome: String,
}

impl Report {
    pub fn error(&mut self, place: String, what: impl ToString) {
        self.remarks.push(Remark { place, what: what.to_string(), is_error: true });
    }

    pub fn warn(&mut self, place: String, what: impl ToString) {
        self.remarks.push(Remark { place, what: what.to_string(), is_error: false });
    }

    pub fn count(&mut self, cards: &[Card]) {
        self.checker = cards.iter().filter(|card| card.kind == CardKind::Checker).count();
        self.cube = cards.len() - self.checker;
    }

    pub fn has_errors(&self) -> bool {
        self.remarks.iter().any(|remark| remark.is_error)
    }

    pub fn print_remarks(&self) {
        for Remark { place, what, is_error } in &self.remarks {
            let prefix = if *is_error { "" } else { "warning: " };
            eprintln!("tabiya: {place}: {prefix}{what}");
        }
    }

    pub fn text(&self) -> String {
        let (checker, cube) = (self.checker, self.cube);
        format!(
            "{} cards ({checker} checker plays, {cube} cube decisions): {}\n",
            checker + cube,
            self.outcome
        )
    }

    pub fn json(&self) -> Value {
        let remarks = |errors: bool| {
            let of_kind = self.remarks.iter().filter(|remark| remark.is_error == errors);
            of_kind.map(|r| json!({ "place": r.place, "message": r.what })).collect::<Vec<_>>()
        };
        json!({
            "cards": self.checker + self.cube, "checker": self.checker, "cube": self.cube,
            "outcome": self.outcome, "errors": remarks(true), "warnings": remarks(false)
        })
    }
}

/// A bar on a terminal, nothing in a pipe.
pub fn progress(count: usize, doing: &str) -> ProgressBar {
    let bar = ProgressBar::new(count as u64);
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    bar.set_message(doing.to_owned());
    bar
}
