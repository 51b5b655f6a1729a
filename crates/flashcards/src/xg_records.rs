//! eXtreme Gammon's analysis in the records of its own files: equities, errors and comments as the program has them.

use record::backgammon::MatchGame;
use record::backgammon::xg::{Candidate, CheckerRecord, CubeRecord, Evaluation, Level, Record, XgFile};
use rules::backgammon::{LegalPlay, Position};

use crate::analysis_table::{CubeRow, CubeTable, PlayRow, checker_decision};
use crate::cube::CubePlay;
use crate::decision::{Chances, Decision, DecisionKind, Source};

pub(crate) fn source() -> Source {
    Source { program: "eXtreme Gammon".into(), ..Source::default() }
}

/// The analysis of one turn, by the number of its record.
#[derive(Clone, Copy)]
pub(crate) struct RecordAnalysis<'a> {
    pub file: &'a XgFile,
    pub number: usize,
}

impl RecordAnalysis<'_> {
    pub fn exists(&self) -> bool {
        let has_plays = self.file.checker(self.number).is_some_and(|checker| !checker.candidates.is_empty());
        has_plays || self.file.cube(self.number).is_some_and(|cube| cube.analysis.is_some())
    }

    /// `None` without analysis.
    pub fn cube_decision(&self, position: Position, played: Option<CubePlay>) -> Option<Decision> {
        let cube = self.file.cube(self.number)?;
        let table = self.cube_table(cube, &position)?.with_errors(&position);
        let mut decision = table.decision(position, played);
        let error = match played {
            Some(CubePlay::Took | CubePlay::Passed | CubePlay::Beavered) => cube.take_error,
            Some(CubePlay::Rolled | CubePlay::Doubled) => cube.doubling_error,
            None => None,
        };
        set_loss(&mut decision, error);
        // A comment on the roll is shown with the play.
        let is_roll = self.file.checker(self.number).is_some();
        decision.note = self.note().filter(|_| !is_roll).unwrap_or_default();
        Some(decision)
    }

    fn cube_table(&self, cube: &CubeRecord, position: &Position) -> Option<CubeTable> {
        let analysis = cube.analysis.as_ref()?;
        let notation = match position.cube.owner {
            None => ["No double", "Double/Take", "Double/Pass"],
            Some(_) => ["No redouble", "Redouble/Take", "Redouble/Pass"],
        };
        let equities = [analysis.no_double, analysis.take, analysis.pass];
        // The record names the rollout after a double; the one without is right before it.
        let rolled_out = cube.rollout.filter(|_| analysis.level == Level::ROLLOUT);
        let rollouts = [rolled_out.and_then(|index| index.checked_sub(1)), rolled_out, None];
        let row = |n: usize| CubeRow {
            notation: notation[n].to_owned(),
            equity: equities[n],
            error: None,
            confidence: self.file.rollout(rollouts[n]).map(|rollout| rollout.confidence),
            rank: n + 1,
        };
        let level = self.level(analysis.level, rolled_out);
        Some(CubeTable {
            rows: [row(0), row(1), row(2)],
            level,
            chances: Some(chances(&analysis.evaluation)),
        })
    }

    /// `None` without analysis.
    pub fn checker_decision(&self, position: Position, legal: &[LegalPlay]) -> Option<Decision> {
        let checker = self.file.checker(self.number).filter(|checker| !checker.candidates.is_empty())?;
        let rows = checker.candidates.iter().filter_map(|candidate| {
            let legal = legal.iter().find(|legal| legal.board == candidate.board)?;
            Some(self.play_row(candidate, legal, checker))
        });
        let mut decision = checker_decision(position, rows.collect());
        set_loss(&mut decision, checker.error);
        decision.note = self.note().unwrap_or_default();
        decision.best().is_some().then_some(decision)
    }

    fn play_row(&self, candidate: &Candidate, legal: &LegalPlay, checker: &CheckerRecord) -> PlayRow {
        let best = checker.candidates.first().map_or(0.0, |best| best.evaluation.equity);
        let error = candidate.evaluation.equity - best;
        let rolled_out = candidate.rollout.filter(|_| candidate.level == Level::ROLLOUT);
        PlayRow {
            play: legal.play,
            notation: legal.play.to_string(),
            equity: candidate.evaluation.equity,
            error: (error != 0.0).then_some(error),
            level: self.level(candidate.level, rolled_out),
            confidence: self.file.rollout(rolled_out).map(|rollout| rollout.confidence),
            chances: Some(chances(&candidate.evaluation)),
            played: checker.after == Some(candidate.board),
        }
    }

    fn level(&self, level: Level, rolled_out: Option<usize>) -> String {
        match self.file.rollout(rolled_out) {
            Some(rollout) => format!("{level} ({} games)", rollout.games),
            None => level.to_string(),
        }
    }

    fn note(&self) -> Option<String> {
        self.file.comment(self.number)
    }
}

/// The cube decision of a position file in which nobody has doubled or rolled yet, and the number of its record.
pub(crate) fn unanswered(file: &XgFile, game: &MatchGame) -> Option<(Decision, usize)> {
    let number = game.location.record()? + 1;
    let is_cube = matches!(file.records().get(number), Some(Record::Cube(_)));
    if !game.actions.is_empty() || !is_cube {
        return None;
    }
    let decision = RecordAnalysis { file, number }.cube_decision(game.start, None)?;
    Some((decision, number))
}

/// Takes over the error as the program prints it: the difference of two rounded equities may differ by a thousandth.
fn set_loss(decision: &mut Decision, error: Option<f64>) {
    let Some(error) = error.map(f64::abs) else { return };
    let Some(played) = decision.choices.iter_mut().find(|choice| choice.played) else { return };
    played.loss = (error * 1e6).round() / 1e6;
    // A row of the doubler's table may be compared with another one than the played one's error.
    let is_same = |shown: f64| (shown.abs() - played.loss).abs() < 0.002;
    let is_doublers = matches!(decision.kind, DecisionKind::Cube(_));
    if let Some(shown) = played.xg_error.filter(|shown| !is_doublers || is_same(*shown)) {
        played.xg_error = Some(shown.signum() * played.loss);
    }
}

fn chances(evaluation: &Evaluation) -> Chances {
    let percent = |share: f64| (share * 10_000.0).round() / 100.0;
    Chances {
        wins: percent(evaluation.wins),
        gammons: percent(evaluation.gammons),
        backgammons: percent(evaluation.backgammons),
        losses: percent(evaluation.losses),
        lost_gammons: percent(evaluation.lost_gammons),
        lost_backgammons: percent(evaluation.lost_backgammons),
    }
}
