//! The cube table of a program as the doubler's decision or as the taker's.

use super::{bare, cost, mark_played};
use crate::cube::{CubeEquities, CubeOption, CubePlay, TakeOption, Verdict};
use crate::decision::{Chances, Choice, Decision, DecisionKind, Played};
use rules::backgammon::{Position, Stage};

/// A row of a cube table, with its rank in the program's own order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CubeRow {
    pub notation: String,
    pub equity: f64,
    pub error: Option<f64>,
    pub confidence: Option<f64>,
    pub rank: usize,
}

impl CubeRow {
    /// XG names the row after the beaver if the taker should, and prints the equity with the cube turned twice.
    /// gnubg always prints the equity of a plain take.
    fn is_beaver(&self) -> bool {
        let name = self.notation.to_lowercase();
        name.contains("beaver") || name.contains("ビーバー")
    }

    /// What it costs to be here instead of in another row.
    fn cost_against(&self, best: &CubeRow) -> f64 {
        cost(self.error, best.equity - self.equity).abs()
    }
}

/// The three rows in the order no double, take, pass. Equities are the doubler's.
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
    fn swap_sides(&mut self) {
        for row in &mut self.rows {
            row.equity = -row.equity;
            row.error = row.error.map(|error| -error);
        }
        self.chances = self.chances.map(Chances::swapped);
    }

    pub fn decision(mut self, position: Position, played: Option<CubePlay>) -> Decision {
        let is_takers = position.stage == Stage::Doubled;
        // Programs may print a pending double for the player who must answer it.
        if is_takers && self.equities().pass < 0.0 {
            self.swap_sides();
        }
        let mut decision = match is_takers {
            true => self.takers(position),
            false => self.doublers(position),
        };
        if let Some(played) = played {
            mark_played(&mut decision, Played::Cube(played));
        }
        decision
    }

    fn doublers(&self, position: Position) -> Decision {
        let verdict = self.equities().verdict(position.beavers_allowed());
        let mut decision = bare(position, DecisionKind::Cube(verdict));
        decision.choices = self.options(verdict);
        decision.chances = self.chances;
        decision
    }

    /// All five options; `from_xg_analysis` is false for the two that programs don't list.
    fn options(&self, verdict: Verdict) -> Vec<Choice> {
        let equities = self.equities();
        let mut choices: Vec<Choice> = CubeOption::ALL
            .into_iter()
            .enumerate()
            .map(|(n, option)| Choice {
                loss: self.loss(option, verdict.option),
                ..self.choice(option.label(), equities.of(option), self.rows.get(n))
            })
            .collect();
        rank(&mut choices, verdict.option.label());
        choices
    }

    /// The larger of the doubler's and the taker's error.
    fn loss(&self, option: CubeOption, best: CubeOption) -> f64 {
        let [no_double, take, pass] = &self.rows;
        let (right, wrong) = if best.passes() { (pass, take) } else { (take, pass) };
        let doubling = match best.doubles() {
            true => no_double.cost_against(right),
            false => right.cost_against(no_double),
        };
        let answering = match best.doubles() {
            true => wrong.cost_against(right),
            // The printed errors are those against no double.
            false => cost(None, right.equity - wrong.equity).abs(),
        };
        let doubler = if option.doubles() == best.doubles() { 0.0 } else { doubling };
        let taker = if option.passes() == best.passes() { 0.0 } else { answering };
        doubler.max(taker)
    }

    fn takers(&self, position: Position) -> Decision {
        let [_, double, pass] = &self.rows;
        let take = if double.is_beaver() { double.equity / 2.0 } else { double.equity };
        let answers =
            [(TakeOption::Take, -take), (TakeOption::Pass, -pass.equity), (TakeOption::Beaver, -2.0 * take)];
        let allowed =
            |(answer, _): &(TakeOption, f64)| *answer != TakeOption::Beaver || position.beavers_allowed();
        let answers: Vec<(TakeOption, f64)> = answers.into_iter().filter(allowed).collect();
        let better = |a: (TakeOption, f64), b: (TakeOption, f64)| if b.1 > a.1 { b } else { a };
        let best = answers.iter().copied().reduce(better).unwrap_or((TakeOption::Take, -take));
        let mut decision = bare(position, DecisionKind::Take(best.0));
        decision.choices = answers.into_iter().map(|answer| self.answer(answer, best)).collect();
        rank(&mut decision.choices, best.0.label());
        // The program's rank was among the doubler's choices.
        for choice in &mut decision.choices {
            choice.xg_rank = choice.xg_rank.map(|_| choice.rank);
        }
        decision.chances = self.chances.map(Chances::swapped);
        decision
    }

    /// Equities and errors of an answer are the taker's, who loses what the doubler wins.
    fn answer(&self, (answer, equity): (TakeOption, f64), best: (TakeOption, f64)) -> Choice {
        let [_, double, pass] = &self.rows;
        let (row, other) = match answer {
            TakeOption::Take if double.is_beaver() => (None, pass),
            TakeOption::Beaver if !double.is_beaver() => (None, pass),
            TakeOption::Take | TakeOption::Beaver => (Some(double), pass),
            TakeOption::Pass => (Some(pass), double),
        };
        let is_best = answer == best.0;
        // The printed error is the taker's if the other row is the program's best.
        let printed = row.filter(|_| !is_best && other.error.is_none()).and_then(|row| row.error);
        let loss = cost(printed, best.1 - equity);
        let chances = self.chances.map(Chances::swapped);
        let xg_error = (!is_best).then_some(-loss);
        Choice { loss, xg_error, chances, ..self.choice(answer.label(), equity, row) }
    }

    /// A choice without loss and rank.
    fn choice(&self, label: &str, equity: f64, row: Option<&CubeRow>) -> Choice {
        Choice {
            label: label.into(),
            equity,
            loss: 0.0,
            rank: 0,
            xg_rank: row.map(|row| row.rank),
            xg_notation: row.map_or(label, |row| &row.notation).into(),
            xg_error: row.and_then(|row| row.error),
            from_xg_analysis: row.is_some(),
            level: self.level.clone(),
            confidence: row.and_then(|row| row.confidence),
            chances: self.chances,
            played: false,
        }
    }
}

/// A cube decision as an earlier version stored it: with other losses, and asking the doubler about a pending double.
pub(crate) fn restored(decision: Decision) -> Decision {
    let rows = decision.choices.iter().take(3).enumerate().map(|(n, choice)| CubeRow {
        notation: choice.xg_notation.clone(),
        equity: choice.equity,
        error: choice.xg_error,
        confidence: choice.confidence,
        rank: choice.xg_rank.unwrap_or(n + 1),
    });
    let Ok(rows) = <[CubeRow; 3]>::try_from(rows.collect::<Vec<_>>()) else { return decision };
    let played = decision.played().and_then(|choice| CubeOption::named(&choice.label));
    let played = played.map(|option| match (decision.position.stage, option) {
        (Stage::Doubled, CubeOption::DoublePass) => CubePlay::Passed,
        (Stage::Doubled, _) => CubePlay::Took,
        (_, option) if option.doubles() => CubePlay::Doubled,
        _ => CubePlay::Rolled,
    });
    let table = CubeTable { rows, level: decision.level().to_owned(), chances: decision.chances };
    let read = table.decision(decision.position, played);
    Decision { kind: read.kind, choices: read.choices, chances: read.chances, ..decision }
}

/// Best first, then by loss, then in the fixed order.
fn rank(choices: &mut [Choice], best: &str) {
    let mut order: Vec<(bool, f64, usize)> =
        choices.iter().enumerate().map(|(n, c)| (c.label != best, c.loss, n)).collect();
    order.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    for (place, (_, _, n)) in order.into_iter().enumerate() {
        choices[n].rank = place + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::Judgement;

    fn table(rows: [(&str, f64, Option<f64>); 3]) -> CubeTable {
        let mut rank = 0;
        let rows = rows.map(|(notation, equity, error)| {
            rank += 1;
            CubeRow { notation: notation.into(), equity, error, confidence: None, rank }
        });
        CubeTable { rows, level: "XG Roller++".into(), chances: None }
    }

    fn position(state: &str) -> Position {
        Position::read(&format!("XGID=-a-B--D-B-a-eE---c-e----B-:{state}:10")).unwrap().position
    }

    fn choices(decision: &Decision) -> Vec<(&str, f64, f64)> {
        decision.choices.iter().map(|c| (c.label.as_str(), c.equity, c.loss)).collect()
    }

    #[test]
    fn the_five_options_keep_their_order_and_mark_those_not_listed() {
        let table = table([
            ("No redouble", 1.027, None),
            ("Redouble/Take", 1.869, Some(0.842)),
            ("Redouble/Pass", 1.000, Some(-0.027)),
        ]);
        let choices = table.options(table.equities().verdict(false));
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

    #[test]
    fn a_cost_is_the_error_that_the_program_printed() {
        // Real tables round the error by itself: here 0.689 - 0.612 would be 0.077.
        let rows = [
            ("No double", 0.612, Some(-0.076)),
            ("Double/Take", 0.689, None),
            ("Double/Pass", 1.0, Some(0.312)),
        ];
        let doublers = table(rows).decision(position("0:0:1:00:0:0:0:7"), None);
        let losses: Vec<f64> = doublers.choices.iter().map(|choice| choice.loss).collect();
        assert_eq!(losses, [0.076, 0.0, 0.312, 0.076, 0.312]);
        let takers = table(rows).decision(position("0:0:1:D:0:0:0:7"), None);
        assert_eq!(choices(&takers), [("Take", -0.689, 0.0), ("Pass", -1.0, 0.312)]);
        // An error that has nothing to do with the equities is none.
        let odd = table([("No double", 0.612, Some(-0.5)), rows[1], rows[2]]);
        assert_eq!(odd.decision(position("0:0:1:00:0:0:0:7"), None).choices[0].loss, 0.077);
    }

    #[test]
    fn a_pending_double_is_the_takers_decision() {
        let pass = table([("No double", 0.9, Some(-0.1)), ("Take", 1.21, Some(0.21)), ("Pass", 1.0, None)]);
        let decision = pass.decision(position("0:0:1:D:0:0:0:7"), Some(CubePlay::Took));
        assert_eq!(decision.kind, DecisionKind::Take(TakeOption::Pass));
        assert_eq!(choices(&decision), [("Take", -1.21, 0.21), ("Pass", -1.0, 0.0)]);
        assert_eq!(decision.played().unwrap().label, "Take");
        assert_eq!(decision.choices[0].xg_error, Some(-0.21));
        // The same table as printed for the taker.
        let takers =
            table([("No double", -0.9, Some(0.1)), ("Take", -1.21, Some(-0.21)), ("Pass", -1.0, None)]);
        let same = takers.decision(position("0:0:1:D:0:0:0:7"), Some(CubePlay::Took));
        assert_eq!(choices(&same), choices(&decision));
    }

    #[test]
    fn a_beaver_is_an_answer_in_money_games_that_allow_it() {
        let plain =
            || table([("No double", 0.052, None), ("Double, take", -0.26, None), ("Pass", 1.0, None)]);
        let decision = plain().decision(position("0:0:1:D:0:0:3:0"), Some(CubePlay::Beavered));
        assert_eq!(choices(&decision), [("Take", 0.26, 0.26), ("Pass", -1.0, 1.52), ("Beaver", 0.52, 0.0)]);
        assert_eq!(decision.played().unwrap().label, "Beaver");
        // XG's row is the beaver already.
        let beaver = table([("No double", 0.052, None), ("Double/Beaver", -0.52, None), ("Pass", 1.0, None)]);
        assert_eq!(choices(&beaver.decision(position("0:0:1:D:0:0:3:0"), None)), choices(&decision));
        let without = plain().decision(position("0:0:1:D:0:0:1:0"), None);
        assert_eq!(choices(&without), [("Take", 0.26, 0.0), ("Pass", -1.0, 1.26)]);
        let good_double = table([("No double", 0.5, None), ("Take", 0.6, None), ("Pass", 1.0, None)]);
        let decision = good_double.decision(position("0:0:1:D:0:0:2:0"), None);
        assert_eq!(choices(&decision), [("Take", -0.6, 0.0), ("Pass", -1.0, 0.4), ("Beaver", -1.2, 0.6)]);
    }

    #[test]
    fn too_good_is_wrong_where_no_double_is_right_though_it_costs_nothing() {
        let judged = |rows, state| {
            let decision = table(rows).decision(position(state), None);
            let judged: Vec<Judgement> = decision.choices.iter().map(|c| decision.judgement(c)).collect();
            judged
        };
        let no_double = [("No", 0.4, None), ("Take", 0.39, Some(-0.01)), ("Pass", 1.0, Some(0.6))];
        let too_good = [("No", 1.1, None), ("Take", 1.3, Some(0.2)), ("Pass", 1.0, Some(-0.1))];
        let nearly = [("No", 1.005, None), ("Take", 1.3, Some(0.295)), ("Pass", 1.0, Some(-0.005))];
        use Judgement::{Close, Right, Wrong};
        assert_eq!(judged(no_double, "0:0:1:00:0:0:0:7"), [Right, Close, Wrong, Wrong, Wrong]);
        assert_eq!(judged(too_good, "0:0:1:00:0:0:0:7"), [Wrong, Wrong, Wrong, Wrong, Right]);
        assert_eq!(judged(nearly, "0:0:1:00:0:0:0:7"), [Wrong, Wrong, Close, Wrong, Right]);
    }
}
