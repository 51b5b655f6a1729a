//! What an engine thinks, on the chess board: arrows to the moves it considers, or the line that is looked at as ghosts.

use diagram::HintGrade;
use diagram::chess::Hint;
use leptos::prelude::*;
use rules::chess::{LineMove, Position};

use super::live::LiveAnalysis;
use super::question::About;

/// Moves of a line that are shown on the board.
const SHOWN: usize = 6;

impl LiveAnalysis {
    /// The engine's lines in words, the best first.
    pub fn chess_lines(self) -> Vec<Vec<LineMove>> {
        let lines = self.read(|question, update| {
            let About::Chess { position, .. } = &question.about else { return Vec::new() };
            let read =
                |line: &analysis::Line| position.read_engine_line(line.moves.iter().map(String::as_str));
            update.report.lines.iter().map(read).collect()
        });
        lines.unwrap_or_default()
    }

    /// The first moves of the lines, or the line that is pointed at.
    pub fn chess_hints(self) -> Vec<Hint> {
        if !self.shows_hints() {
            return Vec::new();
        }
        let pointed = self.pointed.get();
        let hints = self.read(|question, update| {
            let About::Chess { position, .. } = &question.about else { return Vec::new() };
            let lines = &update.report.lines;
            if let Some(line) = pointed.and_then(|rank| lines.get(rank)) {
                return line_hints(position, &line.moves);
            }
            let hint = |(rank, line): (usize, &analysis::Line)| {
                let step = position.read_uci(line.moves.first()?)?.step()?;
                let (best, value) = (lines.first()?.evaluation, line.evaluation);
                let grade = if rank == 0 { HintGrade::Best } else { question.grade(&best, &value) };
                Some(Hint { step, grade, ghost: None })
            };
            lines.iter().enumerate().filter_map(hint).collect()
        });
        hints.unwrap_or_default()
    }
}

/// The moves of a line as arrows, and the pieces where they end up. Both sides have their own colour.
fn line_hints(position: &Position, moves: &[String]) -> Vec<Hint> {
    let line = position.read_engine_line(moves.iter().take(SHOWN).map(String::as_str));
    let last = line.iter().try_fold(position.clone(), |position, one| position.play(one.mv));
    let pieces: Vec<_> = last.map(|last| last.pieces().collect()).unwrap_or_default();
    let hint = |(ply, one): (usize, &LineMove)| {
        let step = one.mv.step()?;
        let moves_on = line.iter().skip(ply + 1).filter_map(|later| later.mv.step());
        let stays = !moves_on.into_iter().any(|later| later.to == step.to || later.from == step.to);
        let ghost = pieces.iter().find(|(square, _)| *square == step.to).map(|(_, piece)| *piece);
        let grade = if ply % 2 == 0 { HintGrade::Best } else { HintGrade::Good };
        Some(Hint { step, grade, ghost: ghost.filter(|_| stays) })
    };
    line.iter().enumerate().filter_map(hint).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_shows_its_pieces_where_they_end_up() {
        let moves = ["e2e4", "d7d5", "e4d5", "d8d5"].map(str::to_owned);
        let hints = line_hints(&Position::initial(), &moves);
        let ghosts: Vec<bool> = hints.iter().map(|hint| hint.ghost.is_some()).collect();
        assert_eq!(ghosts, [false, false, false, true], "the queen has taken on d5");
    }
}
