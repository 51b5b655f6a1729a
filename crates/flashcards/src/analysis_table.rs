//! Turns an analysis table of any program into the choices of a decision.

mod cube;

pub(crate) use cube::{CubeRow, CubeTable, restored};

use crate::decision::{Chances, Choice, Decision, DecisionKind, Played, Players, Source, Warning};
use rules::backgammon::{Play, Position};

/// A row of a list of plays, best first as the program sees it.
#[derive(Clone, Debug)]
pub(crate) struct PlayRow {
    pub play: Play,
    pub notation: String,
    pub equity: f64,
    pub error: Option<f64>,
    pub level: String,
    pub confidence: Option<f64>,
    pub chances: Option<Chances>,
    pub played: bool,
}

/// Marks the choice that was played. Plays are equal if they lead to the same board.
pub(crate) fn mark_played(decision: &mut Decision, played: Played) {
    let position = decision.position;
    let reaches = |play: &Play| play.on(&position.board, position.turn);
    for choice in &mut decision.choices {
        choice.played = match (played, decision.kind) {
            (Played::Play(play), DecisionKind::Checker) => {
                choice.label.parse().is_ok_and(|label| reaches(&label) == reaches(&play))
            }
            (Played::Cube(play), DecisionKind::Cube(verdict)) => {
                choice.label == play.option(verdict.option).label()
            }
            (Played::Cube(play), DecisionKind::Take(_)) => {
                play.answer().is_some_and(|answer| choice.label == answer.label())
            }
            _ => false,
        };
    }
}

pub(crate) fn checker_decision(position: Position, rows: Vec<PlayRow>) -> Decision {
    let legal = position.legal_plays();
    let best = rows.first().map_or(0.0, |row| row.equity);
    let mut decision = bare(position, DecisionKind::Checker);
    for (n, row) in rows.into_iter().enumerate() {
        let after = row.play.on(&position.board, position.turn);
        let found = legal.iter().find(|legal| Some(legal.board) == after);
        let nothing_to_play = row.play.is_empty() && legal.is_empty();
        if found.is_none() && !nothing_to_play {
            decision.warnings.push(Warning::IllegalPlay { notation: row.notation.clone() });
        }
        decision.choices.push(Choice {
            label: found.map_or(row.play, |legal| legal.play).to_string(),
            equity: row.equity,
            loss: cost(row.error, best - row.equity).max(0.0),
            rank: n + 1,
            xg_rank: Some(n + 1),
            xg_notation: row.notation,
            xg_error: row.error,
            from_xg_analysis: true,
            level: row.level,
            confidence: row.confidence,
            chances: row.chances,
            played: row.played,
        });
    }
    decision
}

/// The error that the program printed, if it is the difference to the best choice: it was rounded once, not three times.
/// Printed equities have three or four digits; the difference of two is rounded to lose floating-point noise.
fn cost(printed: Option<f64>, difference: f64) -> f64 {
    let cost = match printed {
        Some(error) if (error.abs() - difference.abs()).abs() < 0.002 => error.abs() * difference.signum(),
        _ => difference,
    };
    (cost * 1e6).round() / 1e6
}

fn bare(position: Position, kind: DecisionKind) -> Decision {
    Decision {
        position,
        kind,
        players: Players::default(),
        choices: Vec::new(),
        chances: None,
        note: String::new(),
        footnotes: Vec::new(),
        source: Source::default(),
        warnings: Vec::new(),
        line: 0,
    }
}
