//! The result of a review: each move with its loss, and what can be said about each player.

use serde::{Deserialize, Serialize};

use super::known::Known;
use super::verdict::{Judged, judge};
use super::{Accuracy, Game, Phase, Player, Step, Verdict};
use crate::{
    Class, Evaluation, Line, Loss, START_CENTIPAWNS, chess_accuracy, chess_expected, game_accuracy,
    go_accuracy,
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewedMove {
    /// Its number from 0; the position before it has the same number.
    pub step: usize,
    pub player: Player,
    pub phase: Phase,
    pub played: String,
    /// Of the position after the move.
    pub value: Option<Evaluation>,
    pub loss: Option<Loss>,
    /// None while the values are unknown.
    pub verdict: Option<Verdict>,
    /// What should have been played, with the continuation; None if it was played.
    pub best: Option<Line>,
    /// The second choice, where two lines were compared.
    pub second: Option<Line>,
    /// What follows after the move that was played.
    pub refutation: Vec<String>,
}

/// What can be said about a player. Moves without a verdict do not count.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayerReport {
    pub moves: usize,
    /// In percent.
    pub accuracy: Option<f32>,
    /// In the order of [`Phase::ALL`].
    pub phases: [Option<f32>; 3],
    pub inaccuracies: usize,
    pub mistakes: usize,
    pub blunders: usize,
    pub unsure: usize,
    /// In the game's own unit, per move.
    pub mean_loss: Option<f32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub moves: Vec<ReviewedMove>,
    /// Of the position before the first move.
    pub start: Option<Evaluation>,
    /// In the order of [`Player::ALL`].
    pub players: [PlayerReport; 2],
}

impl Report {
    /// The moves that lost something for sure, the worst first.
    pub fn worst(&self) -> Vec<&ReviewedMove> {
        let is_error = |mv: &&ReviewedMove| mv.verdict.is_some_and(Verdict::is_error);
        let mut errors: Vec<&ReviewedMove> = self.moves.iter().filter(is_error).collect();
        let lost = |mv: &ReviewedMove| mv.loss.map_or(0.0, |loss| loss.native);
        errors.sort_by(|a, b| lost(b).total_cmp(&lost(a)));
        errors
    }
}

pub(super) fn report(game: &Game, known: &[Known]) -> Report {
    let moves: Vec<ReviewedMove> =
        game.steps.iter().enumerate().map(|(step, played)| reviewed(game, known, step, played)).collect();
    let start = known.first().and_then(Known::value_known);
    let players = Player::ALL.map(|player| player_report(&moves, start, player, game.accuracy));
    Report { moves, start, players }
}

fn reviewed(game: &Game, known: &[Known], step: usize, played: &Step) -> ReviewedMove {
    let (before, after) = (known.get(step), known.get(step + 1));
    let judged = judge(game, known, step);
    let was_not_played = |line: &&Line| line.moves.first().is_some_and(|mv| *mv != played.text);
    ReviewedMove {
        step,
        player: played.player,
        phase: played.phase,
        played: played.text.clone(),
        value: after.and_then(Known::value_known),
        loss: judged.map(|Judged { loss, .. }| loss),
        verdict: judged.map(|Judged { verdict, .. }| verdict),
        best: before.and_then(Known::best_known).filter(was_not_played).cloned(),
        second: before.and_then(Known::second).cloned(),
        refutation: after.and_then(Known::best_known).map(|line| line.moves.clone()).unwrap_or_default(),
    }
}

fn player_report(
    moves: &[ReviewedMove],
    start: Option<Evaluation>,
    player: Player,
    accuracy: Accuracy,
) -> PlayerReport {
    let own: Vec<&ReviewedMove> =
        moves.iter().filter(|mv| mv.player == player && mv.verdict.is_some()).collect();
    let count = |class| own.iter().filter(|mv| mv.verdict == Some(Verdict::Class(class))).count();
    let phases = Phase::ALL.map(|phase| {
        let of_phase: Vec<&ReviewedMove> = own.iter().filter(|mv| mv.phase == phase).copied().collect();
        mean_accuracy(&of_phase, moves, start, accuracy)
    });
    let whole = match accuracy {
        Accuracy::Chess => lichess_accuracy(moves, start, player).filter(|_| !own.is_empty()),
        Accuracy::Go => mean_accuracy(&own, moves, start, accuracy),
    };
    PlayerReport {
        moves: own.len(),
        accuracy: whole,
        phases,
        inaccuracies: count(Class::Inaccuracy),
        mistakes: count(Class::Mistake),
        blunders: count(Class::Blunder),
        unsure: own.iter().filter(|mv| mv.verdict == Some(Verdict::Unsure)).count(),
        mean_loss: mean_loss(&own),
    }
}

fn mean_loss(moves: &[&ReviewedMove]) -> Option<f32> {
    let lost: f32 = moves.iter().filter_map(|mv| mv.loss).map(|loss| loss.native).sum();
    (!moves.is_empty()).then(|| lost / moves.len() as f32)
}

/// The mean over some moves.
fn mean_accuracy(
    some: &[&ReviewedMove],
    all: &[ReviewedMove],
    start: Option<Evaluation>,
    accuracy: Accuracy,
) -> Option<f32> {
    match accuracy {
        Accuracy::Go => mean_loss(some).map(go_accuracy),
        Accuracy::Chess => {
            let of = |mv: &&ReviewedMove| {
                let after = mv.value?.expected;
                let before = value_before(all, start, mv.step)?.expected;
                Some(match mv.player {
                    Player::First => chess_accuracy(before, after),
                    Player::Second => chess_accuracy(1.0 - before, 1.0 - after),
                })
            };
            let each: Vec<f32> = some.iter().filter_map(of).collect();
            (!each.is_empty()).then(|| each.iter().sum::<f32>() / each.len() as f32)
        }
    }
}

fn value_before(all: &[ReviewedMove], start: Option<Evaluation>, step: usize) -> Option<Evaluation> {
    match step.checked_sub(1) {
        None => start,
        Some(before) => all.get(before)?.value,
    }
}

/// A position without a value counts as the one before it.
fn lichess_accuracy(moves: &[ReviewedMove], start: Option<Evaluation>, player: Player) -> Option<f32> {
    let mut last = start.map_or(chess_expected(START_CENTIPAWNS), |value| value.expected);
    let expected: Vec<f32> = moves
        .iter()
        .map(|mv| {
            last = mv.value.map_or(last, |value| value.expected);
            last
        })
        .collect();
    let first_begins = moves.first().is_none_or(|mv| mv.player == Player::First);
    let [first, second] = game_accuracy(&expected, first_begins);
    if player == Player::First { first } else { second }
}
