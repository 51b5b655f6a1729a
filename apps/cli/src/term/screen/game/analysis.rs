//! The bot's opinion of the position on the screen, while it is wanted.

use analysis::{Evaluation, Native, Report};
use record::{GameRecord, NodeId};
use rules::go::Point;

use super::{GameScreen, Mode};
use crate::term::analysis::AnalysisJob;

#[derive(Clone, Debug, Default)]
pub struct Analysis {
    is_on: bool,
    /// The node that is searched, and the id of its job.
    searched: Option<(NodeId, u32)>,
    report: Option<Report>,
}

/// What the search has to do after an event.
#[derive(Debug, PartialEq)]
pub enum Follow {
    GoOn,
    Stop,
    Search(Box<AnalysisJob>),
}

impl Analysis {
    pub fn toggle(&mut self) {
        self.is_on = !self.is_on;
    }

    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// A late report about another position is ignored.
    pub fn report(&mut self, id: u32, report: Report) {
        if self.searched.is_some_and(|(_, searched)| searched == id) {
            self.report = Some(report);
        }
    }

    /// About the position on the screen; none in the first moments.
    pub fn latest(&self) -> Option<&Report> {
        self.report.as_ref().filter(|report| self.is_on && !report.lines.is_empty())
    }
}

impl GameScreen {
    /// `id`: for a new search.
    pub fn follow_analysis(&mut self, id: u32) -> Follow {
        let here = self.record().here();
        if !self.analysis.is_on || self.is_counting() {
            (self.analysis.searched, self.analysis.report) = (None, None);
            return Follow::Stop;
        }
        if self.analysis.searched.is_some_and(|(node, _)| node == here) {
            return Follow::GoOn;
        }
        (self.analysis.searched, self.analysis.report) = (Some((here, id)), None);
        Follow::Search(Box::new(AnalysisJob {
            id,
            position: self.record().position().clone(),
            komi: self.local_game.komi(),
            handicap: self.local_game.handicap(),
        }))
    }

    /// The compared moves on the board, the best first. A pass has no point.
    pub fn candidates(&self) -> Vec<Point> {
        let size = self.record().size();
        let lines = self.analysis.latest().map(|report| report.lines.as_slice()).unwrap_or_default();
        let first = lines.iter().filter_map(|line| line.moves.first());
        // While an engine thinks about its move, the board is only for looking at.
        let shown = self.mode != Mode::Live || self.thinking_since().is_none();
        first.filter(|_| shown).filter_map(|name| Point::from_name(name, size)).collect()
    }
}

/// `B 54 %, B+2.1`.
pub fn value(evaluation: &Evaluation) -> String {
    let (leader, share) = match evaluation.expected {
        expected if expected >= 0.5 => ("B", expected),
        expected => ("W", 1.0 - expected),
    };
    let lead = match evaluation.native {
        Native::Points(points) if points > 0.05 => format!(", B+{points:.1}"),
        Native::Points(points) if points < -0.05 => format!(", W+{:.1}", -points),
        _ => String::new(),
    };
    format!("{leader} {:.0} %{lead}", share * 100.0)
}
