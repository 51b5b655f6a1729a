//! The built-in bot's opinion of the position on the screen, reported while it searches.

use std::time::{Duration, Instant};

use analysis::Report;
use play::bot_analysis::BotAnalysis;
use rules::go::{Points, Position};

/// Simulations between two looks at the clock.
const SLICE: u32 = 16;
const INTERVAL: Duration = Duration::from_millis(200);
/// Then the search ends: more would change little.
const ENOUGH: u32 = 60_000;
/// The moves that are compared.
pub const LINES: usize = 5;

/// A position to search.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisJob {
    /// Reports with an older id are ignored.
    pub id: u32,
    pub position: Position,
    pub komi: Points,
    pub handicap: u32,
}

impl AnalysisJob {
    /// Until it knows enough or is stopped.
    pub fn run(self, is_stopped: &dyn Fn() -> bool, mut notify: impl FnMut(u32, Report)) {
        let komi = self.komi.in_quarters() as f32 / 4.0;
        let mut search = BotAnalysis::of(&self.position, komi, self.handicap, u64::from(self.id));
        let begun = Instant::now();
        let mut reported = Duration::ZERO;
        loop {
            let simulations = search.step(SLICE);
            if is_stopped() {
                return;
            }
            let elapsed = begun.elapsed();
            let is_enough = simulations >= ENOUGH;
            if is_enough || elapsed - reported >= INTERVAL {
                reported = elapsed;
                notify(self.id, search.report(LINES, u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)));
            }
            if is_enough {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use rules::go::Size;

    #[test]
    fn it_reports_until_it_is_stopped() {
        let position = Position::new(Size::square(5).unwrap());
        let job = AnalysisJob { id: 3, position, komi: Points::ZERO, handicap: 0 };
        let reports = Cell::new(0);
        job.run(&|| reports.get() == 2, |id, report| {
            reports.set(reports.get() + 1);
            assert_eq!(id, 3);
            assert!(report.nodes > 0 && (1..=LINES).contains(&report.lines.len()));
        });
        assert_eq!(reports.get(), 2);
    }
}
