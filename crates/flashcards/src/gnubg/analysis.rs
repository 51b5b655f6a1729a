//! gnubg's analysis in the nodes of its SGF (GM[6]): plays with their equities, and cube decisions.
//! Chances in a match are winning chances of the match; they become equities by the match equity table.

use record::backgammon::{Action, PlayedAction, read_points};
use record::sgf::Node;
use rules::backgammon::{LegalPlay, Position};

use crate::analysis_table::{CubeRow, CubeTable, PlayRow, checker_decision};
use crate::cube::CubePlay;
use crate::decision::{Chances, Decision};
use crate::error::Problem;
use crate::match_equity;

/// The analysis of one node as text.
#[derive(Default)]
pub(crate) struct NodeAnalysis {
    /// The candidates of property A, best first.
    plays: Vec<String>,
    /// Property DA.
    cube: Option<String>,
}

impl NodeAnalysis {
    pub fn read(node: Node<'_>) -> NodeAnalysis {
        // The first value of A is the number of the play that was made.
        let plays = node.values("A").skip(1).map(|value| value.text().into_owned()).collect();
        NodeAnalysis { plays, cube: node.value("DA").map(|value| value.text().into_owned()) }
    }

    /// `None` without analysis.
    pub fn checker_decision(
        &self,
        position: Position,
        legal: &[LegalPlay],
        turn: &PlayedAction,
    ) -> Option<Result<Decision, Problem>> {
        let rows: Option<Vec<PlayRow>> =
            self.plays.iter().map(|row| play_row(row, &position, legal)).collect();
        let Some(rows) = rows else { return Some(Err(Problem::UnknownPlayAnalysis)) };
        let best = rows.first()?.equity;
        let Action::Roll { play: played, .. } = turn.action else { return None };
        let after = played.on(&position.board, turn.side);
        let rows = rows.into_iter().enumerate().map(|(n, row)| PlayRow {
            played: row.play.on(&position.board, turn.side) == after,
            error: (n > 0).then_some(row.equity - best),
            ..row
        });
        Some(Ok(checker_decision(position, rows.collect())))
    }

    /// `None` without analysis.
    pub fn cube_decision(&self, position: Position, played: CubePlay) -> Option<Result<Decision, Problem>> {
        let table = cube_table(&position, self.cube.as_ref()?).ok_or(Problem::UnknownCubeAnalysis);
        Some(table.map(|table| table.decision(position, Some(played))))
    }
}

/// `mixw E ver 3 p p p p p score 1C …` or, rolled out, `mixw X ver 3 Score s s Trials n Output p p p p p e e …`.
fn play_row(text: &str, position: &Position, legal: &[LegalPlay]) -> Option<PlayRow> {
    let mut words = text.split_whitespace();
    let play = read_points(words.next()?, position.turn)?;
    let rest: Vec<&str> = words.collect();
    let (equity, level, chances) = match rest.as_slice() {
        ["E", "ver", _, chances @ ..] => {
            let equity = number(chances.get(5)?)?;
            (equity, plies(chances.get(6)?), numbers(chances.get(..5)?)?)
        }
        ["X", "ver", _, "Score", score, ..] => {
            let output = after(&rest, "Output")?;
            (number(score)?, rolled_out(&rest), numbers(output.get(..5)?)?)
        }
        _ => return None,
    };
    let after = play.on(&position.board, position.turn);
    let legal = legal.iter().find(|legal| Some(legal.board) == after);
    let notation = legal.map_or(play, |legal| legal.play).to_string();
    let chances = Some(percentages(&chances)?);
    Some(PlayRow { play, notation, equity, error: None, level, confidence: None, chances, played: false })
}

fn after<'a, 'b>(words: &'a [&'b str], mark: &str) -> Option<&'a [&'b str]> {
    let at = words.iter().position(|word| *word == mark)?;
    words.get(at + 1..)
}

fn number(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|n| n.is_finite())
}

fn numbers(words: &[&str]) -> Option<Vec<f64>> {
    words.iter().map(|word| number(word)).collect()
}

/// `1C` means one ply, cubeful.
fn plies(word: &str) -> String {
    format!("{}-ply", word.trim_end_matches('C'))
}

fn rolled_out(words: &[&str]) -> String {
    let trials = after(words, "Trials").and_then(|rest| rest.first().copied()).unwrap_or("?");
    format!("Rollout ({trials} games)")
}

fn percentages(chances: &[f64]) -> Option<Chances> {
    let [wins, gammons, backgammons, lost_gammons, lost_backgammons] = chances else { return None };
    let percent = |n: f64| (n * 10_000.0).round() / 100.0;
    Some(Chances {
        wins: percent(*wins),
        gammons: percent(*gammons),
        backgammons: percent(*backgammons),
        losses: percent(1.0 - wins),
        lost_gammons: percent(*lost_gammons),
        lost_backgammons: percent(*lost_backgammons),
    })
}

/// `E ver 3 1C 1 0 1`, then seven numbers without and seven with a double; or the same rolled out.
fn cube_table(position: &Position, text: &str) -> Option<CubeTable> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (level, no_double, double) = match words.as_slice() {
        ["E", "ver", _, level, _, _, _, rest @ ..] => (plies(level), rest.get(..7)?, rest.get(7..14)?),
        ["X", "ver", _, "Eq", ..] => {
            let outputs = after(&words, "Output")?;
            (rolled_out(&words), outputs.get(..7)?, after(outputs, "Output")?.get(..7)?)
        }
        _ => return None,
    };
    let (no_double, double) = (numbers(no_double)?, numbers(double)?);
    let equity = |values: &[f64]| match_equity::equity(position, *values.get(6)?);
    let equities = [equity(&no_double)?, equity(&double)?, 1.0];
    let chances = Some(percentages(no_double.get(..5)?)?);
    let row = |n: usize, notation: &str| CubeRow {
        notation: notation.into(),
        equity: equities[n],
        error: None,
        confidence: None,
        rank: n + 1,
    };
    let rows = [row(0, "No double"), row(1, "Double, take"), row(2, "Double, pass")];
    Some(CubeTable { rows, level, chances }.with_errors(position))
}
