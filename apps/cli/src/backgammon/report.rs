//! The report on a deck: errors and warnings with file, line and column; counts; progress.

use flashcards::{Card, CardKind};
use i18n::visible_line;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::count::count;
use crate::output;

/// An error or a warning, and where it is: `file:line:column`.
pub struct Diagnostic {
    pub location: String,
    pub what: String,
    pub is_error: bool,
}

#[derive(Default)]
pub struct Report {
    pub diagnostics: Vec<Diagnostic>,
    pub checker: usize,
    pub cube: usize,
    /// Where the deck went, as a sentence.
    pub outcome: String,
}

impl Report {
    pub fn error(&mut self, location: String, what: impl ToString) {
        self.diagnostics.push(Diagnostic { location, what: what.to_string(), is_error: true });
    }

    pub fn warn(&mut self, location: String, what: impl ToString) {
        self.diagnostics.push(Diagnostic { location, what: what.to_string(), is_error: false });
    }

    pub fn count(&mut self, cards: &[Card]) {
        self.checker = cards.iter().filter(|card| card.kind == CardKind::Checker).count();
        self.cube = cards.len() - self.checker;
    }

    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.is_error)
    }

    pub fn print_diagnostics(&self) {
        for Diagnostic { location, what, is_error } in &self.diagnostics {
            let prefix = if *is_error { "" } else { "warning: " };
            output::report(format!("{}: {prefix}{what}", visible_line(location)));
        }
    }

    pub fn text(&self) -> String {
        let cards = count(self.checker + self.cube, "card");
        let checker = count(self.checker, "checker play");
        let cube = count(self.cube, "cube decision");
        format!("{cards} ({checker}, {cube}): {}\n", self.outcome)
    }

    pub fn json(&self) -> Value {
        let diagnostics = |errors: bool| {
            let of_kind = self.diagnostics.iter().filter(|diagnostic| diagnostic.is_error == errors);
            of_kind.map(|r| json!({ "place": r.location, "message": r.what })).collect::<Vec<_>>()
        };
        json!({
            "cards": self.checker + self.cube, "checker": self.checker, "cube": self.cube,
            "outcome": self.outcome, "errors": diagnostics(true), "warnings": diagnostics(false)
        })
    }
}

/// A bar on a terminal, nothing in a pipe.
pub fn progress(count: usize, doing: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(count as u64);
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    bar.set_message(doing);
    bar
}
