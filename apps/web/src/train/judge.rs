//! Asks the studio's engine whether a move is as good as the solution of a puzzle.

use analysis::{Evaluation, Limit, is_as_good};
use api::analysis::{ChessGame, SearchPosition, SearchRequest, SearchState, SearchUpdate};
use api::engines::{Engine, Game};
use drill::{Question, Verdict};
use rules::chess::{Color, Position};

use crate::client::call;
use crate::pages::is_guest;

/// Long enough to see what a puzzle is about, short enough to wait for.
const THINKING: Limit = Limit::Millis(1000);

/// What an engine is asked, and how its answer is understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    pub number: u32,
    request: SearchRequest,
    played: String,
    solution: String,
    solver_is_white: bool,
}

impl Judgement {
    pub fn of(question: &Question<Position>) -> Judgement {
        let board = &question.board;
        let [played, solution] = [question.played, question.solution].map(|mv| board.uci(mv));
        let game = ChessGame { start: board.fen(), chess960: board.is_chess960(), moves: Vec::new() };
        let only = vec![played.clone(), solution.clone()];
        let request =
            SearchRequest { position: SearchPosition::Chess(game), lines: 2, only, limit: THINKING };
        let solver_is_white = board.turn() == Color::White;
        Judgement { number: question.number, request, played, solution, solver_is_white }
    }

    pub async fn ask(&self) -> Verdict {
        let updates = call(api::analysis::search(&self.request)).await.unwrap_or_default();
        updates.last().and_then(|last| self.verdict(last)).unwrap_or(Verdict::Unknown)
    }

    fn verdict(&self, last: &SearchUpdate) -> Option<Verdict> {
        let value = |mv: &String| -> Option<Evaluation> {
            let line = last.report.lines.iter().find(|line| line.moves.first() == Some(mv))?;
            let value = line.evaluation;
            Some(if self.solver_is_white { value } else { value.reversed() })
        };
        if last.state != SearchState::Finished {
            return None;
        }
        let as_good = is_as_good(&value(&self.solution)?, &value(&self.played)?);
        Some(if as_good { Verdict::AsGood } else { Verdict::Worse })
    }
}

/// The engine that can judge moves of chess, installed or not. None: this page has no studio.
pub async fn engine() -> Option<Engine> {
    if is_guest() {
        return None;
    }
    let engines = call(api::engines::list()).await.ok()?;
    engines.into_iter().find(|engine| engine.game == Game::Chess)
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::{Effort, Line, Native, Report};

    fn judgement(fen: &str, played: &str, solution: &str) -> Judgement {
        let board = Position::from_fen(fen, false).unwrap().position;
        let [played, solution] = [played, solution].map(|text| board.read_uci(text).unwrap());
        Judgement::of(&Question { number: 1, board, played, solution })
    }

    fn answer(lines: &[(&str, i32)]) -> SearchUpdate {
        let line = |(mv, centipawns): &(&str, i32)| Line {
            evaluation: Evaluation::new(Native::Centipawns(*centipawns), Effort::Depth(20)),
            moves: vec![(*mv).to_owned()],
        };
        let report = Report { lines: lines.iter().map(line).collect(), ..Report::default() };
        SearchUpdate { report, state: SearchState::Finished, ..SearchUpdate::default() }
    }

    #[test]
    fn both_moves_are_compared_as_the_solver_sees_them() {
        let black = judgement("4k3/8/8/8/8/8/8/4K2R b - - 0 1", "e8d7", "e8e7");
        assert_eq!(black.request.only, ["e8d7", "e8e7"]);
        let verdict = |lines| black.verdict(&answer(lines));
        assert_eq!(verdict(&[("e8e7", 500), ("e8d7", 510)]), Some(Verdict::AsGood));
        assert_eq!(verdict(&[("e8e7", 100), ("e8d7", 500)]), Some(Verdict::Worse));
        assert_eq!(verdict(&[("e8d7", -300), ("e8e7", 0)]), Some(Verdict::AsGood));
    }

    #[test]
    fn a_search_that_failed_is_no_verdict() {
        let judgement = judgement("4k3/8/8/8/8/8/8/4K2R b - - 0 1", "e8d7", "e8e7");
        assert_eq!(judgement.verdict(&answer(&[("e8e7", 500)])), None);
        let replaced = SearchUpdate { state: SearchState::Replaced, ..answer(&[("e8e7", 5), ("e8d7", 5)]) };
        assert_eq!(judgement.verdict(&replaced), None);
    }
}
