//! What a review found out, written into the record: only when that is asked for, and as one undo step.

use analysis::Line;
use analysis::review::{Report, ReviewedMove};
use record::NodeId;
use study::{ChessInput, GoInput, Input, ReviewUse};

use super::game_line::GameLine;
use super::reviews::{GameReview, Reviews, current};
use crate::language;
use crate::study::page_state::PageState;

/// Moves of a variation at most.
const LONGEST: usize = 12;

impl Reviews {
    pub fn perform(self, page_state: PageState, what: ReviewUse) {
        let words = language::here().review();
        let texts = match what {
            ReviewUse::Begin => return self.begin(page_state),
            ReviewUse::WriteEvaluations => (words.written, words.nothing_to_write),
            ReviewUse::AddLines => (words.added, words.nothing_to_add),
        };
        let input = page_state.peek(|workspace| {
            let record = workspace.current().record();
            let input = |review: &GameReview| {
                review.line.is_still_in(record).then(|| match what {
                    ReviewUse::AddLines => lines(review, |node| record.tree().parent(node)),
                    ReviewUse::Begin | ReviewUse::WriteEvaluations => evaluations(review),
                })
            };
            self.peek(current(workspace), input).flatten()
        });
        let revision = || page_state.peek(|workspace| workspace.current().record().revision());
        let text = match input {
            None => words.first.to_owned(),
            Some((count, input)) => {
                let before = revision();
                page_state.act(input);
                match revision() == before {
                    true => texts.1.to_owned(),
                    false => language::here().count(texts.0, count),
                }
            }
        };
        page_state.toasts.show(text);
    }
}

fn evaluations(review: &GameReview) -> (usize, Input) {
    let (again, update) = (review.request.again, &review.update);
    let report = Report { moves: update.moves.clone(), start: update.start, players: update.players.clone() };
    match &review.line {
        GameLine::Chess(line) => {
            let evals = line.evals_of(&report, again);
            (evals.len(), Input::Chess(ChessInput::Evals(evals)))
        }
        GameLine::Go(line) => {
            let values = line.values_of(&report, again);
            (values.len(), Input::Go(GoInput::Values(values)))
        }
    }
}

/// What should have been played, after the position in which it should.
fn lines(review: &GameReview, parent: impl Fn(NodeId) -> Option<NodeId>) -> (usize, Input) {
    let is_error = |mv: &&ReviewedMove| mv.verdict.is_some_and(analysis::review::Verdict::is_error);
    let best = |mv: &ReviewedMove| -> Option<(usize, NodeId, Vec<String>)> {
        let node = parent(*review.line.nodes().get(mv.step)?)?;
        Some((mv.step, node, shortened(mv.best.as_ref()?)))
    };
    let lines = review.update.moves.iter().filter(is_error).filter_map(best);
    match &review.line {
        GameLine::Chess(game) => {
            let moves = |at, moves: &[String]| game.line(at, moves).into_iter().map(|one| one.mv).collect();
            let lines: Vec<_> = lines.map(|(at, node, line)| (node, moves(at, &line))).collect();
            (lines.len(), Input::Chess(ChessInput::Lines(lines)))
        }
        GameLine::Go(game) => {
            let lines: Vec<_> = lines.map(|(at, node, line)| (node, game.line(at, &line))).collect();
            (lines.len(), Input::Go(GoInput::Lines(lines)))
        }
    }
}

pub fn shortened(line: &Line) -> Vec<String> {
    line.moves.iter().take(LONGEST).cloned().collect()
}

/// One line as a variation after a node.
pub fn line_input(game: &GameLine, node: NodeId, at: usize, moves: &[String]) -> Input {
    let moves = moves.get(..LONGEST.min(moves.len())).unwrap_or_default();
    match game {
        GameLine::Chess(game) => {
            let moves = game.line(at, moves).into_iter().map(|one| one.mv).collect();
            Input::Chess(ChessInput::Lines(vec![(node, moves)]))
        }
        GameLine::Go(game) => Input::Go(GoInput::Lines(vec![(node, game.line(at, moves))])),
    }
}
