//! Turns an analysis table of any program into the choices of a decision.

use crate::cube::{CubeEquities, CubeOption, CubePlay, Verdict};
use crate::decision::{Chances, Choice, Decision, DecisionKind, Played, Players, Source, Warning};
use rules::backgammon::{Play, Position, Stage};

/// A row of a list of plays, best first as the program sees it.
#[derive(Clone, Debug)]
pub(crate) struct PlayRow {
    pub play: Play,
    pub notation: String,
    pub equity: f64,
    pub error: Option<f64>,
    pub level: String,
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
            loss: exact(best - row.equity).max(0.0),
            rank: n + 1,
            xg_rank: Some(n + 1),
            xg_notation: row.notation,
            xg_error: row.error,
            from_xg_analysis: true,
            level: row.level,
            chances: row.chances,
            played: row.played,
        });
    }
    decision
}

/// A row of a cube table, with its rank in the program's own order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CubeRow {
    pub notation: String,
    pub equity: f64,
    pub error: Option<f64>,
    pub rank: usize,
}

/// The three rows in the order no double, take, pass.
pub(crate) struct CubeTable {
    pub rows: [CubeRow; 3],
    pub level: String,
    pub chances: Option<Chances>,
}

impl CubeTable {
    pub fn equities(&self) -> CubeEquities {
        let [no_double, take, pass] = &self.rows;
        CubeEquities { no_double: no_double.equity, take: take.equity, pass: pass.equity }
    }

    /// Errors against the right action, for programs that print none.
    pub fn with_errors(mut self, position: &Position) -> CubeTable {
        let equities = self.equities();
        let best = equities.of(equities.verdict(position.beavers_allowed()).option);
        for row in &mut self.rows {
            let error = row.equity - best;
            row.error = (error != 0.0).then_some(error);
        }
        self
    }

    /// The same table seen by the other player.
    pub fn swap_sides(&mut self) {
        for row in &mut self.rows {
            row.equity = -row.equity;
            row.error = row.error.map(|error| -error);
        }
        self.chances = self.chances.map(Chances::swapped);
    }

    pub fn decision(&self, position: Position, played: Option<CubePlay>) -> Decision {
        let verdict = self.equities().verdict(position.beavers_allowed());
        let mut decision = bare(position, DecisionKind::Cube(verdict));
        decision.choices = self.choices(verdict, position.stage == Stage::Doubled);
        decision.chances = self.chances;
        if let Some(played) = played {
            mark_played(&mut decision, Played::Cube(played));
        }
        decision
    }

    /// All five options; `from_xg_analysis` is false for the two that programs don't list.
    fn choices(&self, verdict: Verdict, doubled: bool) -> Vec<Choice> {
        let equities = self.equities();
        let mut choices: Vec<Choice> = CubeOption::ALL
            .into_iter()
            .enumerate()
            .map(|(n, option)| {
                let row = self.rows.get(n);
                Choice {
                    label: option.label().into(),
                    equity: equities.of(option),
                    loss: exact(equities.loss(option, verdict.option, doubled)),
                    rank: 0,
                    xg_rank: row.map(|row| row.rank),
                    xg_notation: row.map_or(option.label(), |row| &row.notation).into(),
                    xg_error: row.and_then(|row| row.error),
                    from_xg_analysis: row.is_some(),
                    level: self.level.clone(),
                    chances: self.chances,
                    played: false,
                }
            })
            .collect();
        rank(&mut choices, verdict.option);
        choices
    }
}

/// Printed numbers have three or four digits; rounds away floating-point noise in a difference.
fn exact(difference: f64) -> f64 {
    (difference * 1e6).round() / 1e6
}

/// Best first, then by loss, then in the fixed order.
fn rank(choices: &mut [Choice], best: CubeOption) {
    let mut order: Vec<(bool, f64, usize)> =
        choices.iter().enumerate().map(|(n, c)| (c.label != best.label(), c.loss, n)).collect();
    order.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    for (place, (_, _, n)) in order.into_iter().enumerate() {
        choices[n].rank = place + 1;
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_five_options_keep_their_order_and_mark_those_not_listed() {
        let row =
            |notation: &str, equity, error, rank| CubeRow { notation: notation.into(), equity, error, rank };
        let table = CubeTable {
            rows: [
                row("No redouble", 1.027, None, 1),
                row("Redouble/Take", 1.869, Some(0.842), 2),
                row("Redouble/Pass", 1.000, Some(-0.027), 3),
            ],
            level: "XG Roller++".into(),
            chances: None,
        };
        let choices = table.choices(table.equities().verdict(false), false);
        let seen: Vec<_> = choices
            .iter()
            .map(|c| (c.label.as_str(), c.rank, c.from_xg_analysis, c.xg_notation.as_str()))
            .collect();
        assert_eq!(
            seen,
            [
                ("No double/Take", 3, true, "No redouble"),
                ("Double/Take", 4, true, "Redouble/Take"),
                ("Double/Pass", 2, true, "Redouble/Pass"),
                ("Too good/Take", 5, false, "Too good/Take"),
                ("Too good/Pass", 1, false, "Too good/Pass"),
            ]
        );
        assert_eq!(choices[4].equity, 1.027);
        assert!((choices[2].loss - 0.027).abs() < 1e-9);
    }
}
