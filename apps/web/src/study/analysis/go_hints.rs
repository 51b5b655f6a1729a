//! What an engine thinks, on the Go board: the moves it considers, who will own what, or the line that is looked at.

use analysis::{Effort, Evaluation, Line, Native};
use diagram::HintGrade;
use diagram::go::{Candidate, Hints};
use leptos::prelude::*;
use record::GameRecord;
use rules::go::{Color, Move, Point};
use study::Workspace;

use super::live::LiveAnalysis;
use super::question::{About, Question};
use super::values;
use crate::study::page_state::PageState;

/// A line of the panel.
#[derive(Clone, Debug, PartialEq)]
pub struct GoLine {
    pub evaluation: Evaluation,
    pub grade: HintGrade,
    pub visits: u32,
    pub moves: Vec<Move>,
}

impl LiveAnalysis {
    /// The best first.
    pub fn go_lines(self) -> Vec<GoLine> {
        self.read(|question, update| lines_of(question, &update.report.lines)).unwrap_or_default()
    }

    /// `pointed`: the point under the pointer, which may be that of a candidate.
    pub fn go_hints(self, page_state: PageState, pointed: Option<Point>) -> Hints {
        if !self.switches.is_on.get() {
            return Hints::default();
        }
        let (has_hints, has_ownership) = (self.switches.hints.get(), self.switches.ownership.get());
        let chosen = self.pointed.get();
        let game_move = if has_hints { page_state.read(next_move) } else { None };
        let hints = self.read(|question, update| {
            let About::Go { size, to_play, .. } = question.about else { return Hints::default() };
            let lines = lines_of(question, &update.report.lines);
            let is_pointed =
                |line: &&GoLine| pointed.is_some() && line.moves.first().and_then(placed) == pointed;
            let shown = chosen.and_then(|rank| lines.get(rank)).or_else(|| lines.iter().find(is_pointed));
            let owned = size.points().zip(&update.report.ownership);
            let owned = owned.map(|(at, percent)| (at, f64::from(*percent) / 100.0));
            Hints {
                line: shown.filter(|_| has_hints).map(|line| stones(line, to_play)).unwrap_or_default(),
                candidates: lines
                    .iter()
                    .filter(|_| has_hints)
                    .filter_map(|line| candidate(line, to_play))
                    .collect(),
                game_move: None,
                ownership: owned.filter(|_| has_ownership).collect(),
            }
        });
        Hints { game_move, ..hints.unwrap_or_default() }
    }
}

fn lines_of(question: &Question, lines: &[Line]) -> Vec<GoLine> {
    let best = lines.first().map(|line| line.evaluation);
    let read = |(rank, line): (usize, &Line)| {
        let moves: Vec<Move> = line.moves.iter().map_while(|name| question.go_move(name)).collect();
        let visits = match line.evaluation.effort {
            Effort::Visits(visits) => visits,
            Effort::Depth(_) | Effort::Plies(_) => 0,
        };
        let grade = match rank {
            0 => HintGrade::Best,
            _ => question.grade(&best?, &line.evaluation),
        };
        (!moves.is_empty()).then_some(GoLine { evaluation: line.evaluation, grade, visits, moves })
    };
    lines.iter().enumerate().filter_map(read).collect()
}

fn placed(mv: &Move) -> Option<Point> {
    match mv {
        Move::Place(at) => Some(*at),
        Move::Pass => None,
    }
}

/// A pass has no point.
fn candidate(line: &GoLine, to_play: Color) -> Option<Candidate> {
    let own = match to_play {
        Color::Black => line.evaluation.native,
        Color::White => line.evaluation.native.reversed(),
    };
    Some(Candidate {
        at: placed(line.moves.first()?)?,
        grade: line.grade,
        value: match own {
            Native::Points(points) => values::signed(points),
            other => other.to_string(),
        },
        visits: values::short_count(line.visits),
    })
}

fn stones(line: &GoLine, to_play: Color) -> Vec<(Point, Color)> {
    let colors = [to_play, to_play.other()].into_iter().cycle();
    line.moves.iter().zip(colors).filter_map(|(mv, color)| Some((placed(mv)?, color))).collect()
}

/// The next move of the game.
fn next_move(workspace: &Workspace) -> Option<Point> {
    let record = workspace.current().go()?;
    let next = record.tree().preferred(record.here())?;
    let branch = record.branches().into_iter().find(|branch| branch.node == next)?;
    placed(&branch.mv?.1)
}
