//! How a game ends without a count.

use record::go::Field;
use rules::go::{Color, Outcome};

use super::{LocalGame, Output, Phase, Refusal, refuse};

impl LocalGame {
    pub(super) fn end(&mut self, outcome: Outcome) -> Vec<Output> {
        if let Some(result) = Field::named("RE") {
            // Results are ASCII, so no charset lacks them.
            drop(self.record.set_info(&[(result, &outcome.to_string())]));
        }
        self.phase = Phase::Over(outcome);
        vec![Output::Changed, Output::Ended(outcome)]
    }

    pub(super) fn resign(&mut self, color: Color) -> Vec<Output> {
        if self.is_over() {
            return refuse(Refusal::Over);
        }
        let mut out = self.cancel_query();
        out.append(&mut self.end(Outcome::Resigned { winner: color.other() }));
        out
    }

    pub(super) fn forfeit(&mut self, color: Color) -> Vec<Output> {
        if self.is_over() {
            return refuse(Refusal::Over);
        }
        let mut out = self.cancel_query();
        out.append(&mut self.end(Outcome::Forfeit { winner: color.other() }));
        out
    }
}
