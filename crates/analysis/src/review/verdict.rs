//! What a move lost, by each of the two searches, and what is said of it.

use serde::{Deserialize, Serialize};

use super::known::Known;
use super::{Game, Pass, Player};
use crate::{Class, Evaluation, Loss};

/// A loss below the threshold of an inaccuracy is looked at too, since the sweep is imprecise.
const SUSPECT_SHARE: f32 = 0.6;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Class(Class),
    /// The searches disagree, or the second is still to come.
    Unsure,
}

impl Verdict {
    /// Of a loss, if there is one that is sure.
    pub fn is_error(self) -> bool {
        matches!(self, Verdict::Class(class) if class >= Class::Inaccuracy)
    }
}

/// What a move lost, and what the more thorough search says about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Judged {
    pub loss: Loss,
    pub verdict: Verdict,
}

pub(super) fn loss(player: Player, before: &Evaluation, after: &Evaluation) -> Loss {
    match player {
        Player::First => Loss::of_first_player(before, after),
        Player::Second => Loss::of_second_player(before, after),
    }
}

/// The loss of a move as this search sees it, and whether the search would have played it.
fn seen_by(game: &Game, known: &[Known], step: usize, pass: Pass) -> Option<(Loss, bool)> {
    let (before, after, played) = (known.get(step)?, known.get(step + 1)?, game.steps.get(step)?);
    if played.is_interrupted {
        return None;
    }
    let loss = loss(played.player, &before.value(pass)?, &after.value(pass)?);
    let is_first_choice =
        before.best(pass).and_then(|line| line.moves.first()).is_some_and(|mv| *mv == played.text);
    Some((loss, is_first_choice))
}

fn class(game: &Game, (loss, is_first_choice): (Loss, bool)) -> Class {
    match loss.class(&game.thresholds) {
        Class::Good if is_first_choice => Class::Best,
        class => class,
    }
}

fn is_suspect(game: &Game, known: &[Known], step: usize, loss: &Loss) -> bool {
    let is_of_file = [step, step + 1].iter().any(|at| known.get(*at).is_none_or(Known::is_of_file));
    !is_of_file && loss.native >= SUSPECT_SHARE * game.thresholds.inaccuracy
}

/// The moves that are looked at again, the worst first.
pub(super) fn suspects(game: &Game, known: &[Known]) -> Vec<usize> {
    let of = |step| {
        let (loss, _) = seen_by(game, known, step, Pass::Sweep)?;
        is_suspect(game, known, step, &loss).then_some((step, loss.native))
    };
    let mut suspects: Vec<(usize, f32)> = (0..game.steps.len()).filter_map(of).collect();
    suspects.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    suspects.into_iter().map(|(step, _)| step).collect()
}

/// None while the value before or after the move is unknown.
pub(super) fn judge(game: &Game, known: &[Known], step: usize) -> Option<Judged> {
    let sweep = seen_by(game, known, step, Pass::Sweep)?;
    let first = class(game, sweep);
    if !is_suspect(game, known, step, &sweep.0) {
        return Some(Judged { loss: sweep.0, verdict: Verdict::Class(first) });
    }
    let Some(deeper) = seen_by(game, known, step, Pass::Deeper) else {
        // Of a loss that is small in any case, one search is enough.
        let verdict = if first >= Class::Inaccuracy { Verdict::Unsure } else { Verdict::Class(first) };
        return Some(Judged { loss: sweep.0, verdict });
    };
    Some(Judged { loss: deeper.0, verdict: agreed(first, class(game, deeper), deeper.1) })
}

/// Searches that are one class apart agree on the milder one. An engine that would have played the move itself does not
/// call it an error.
fn agreed(sweep: Class, deeper: Class, is_first_choice: bool) -> Verdict {
    let rank = |class| match class {
        Class::Best | Class::Good => 0,
        Class::Inaccuracy => 1,
        Class::Mistake => 2,
        Class::Blunder => 3u8,
    };
    match rank(sweep).abs_diff(rank(deeper)) {
        _ if is_first_choice && deeper >= Class::Mistake => Verdict::Unsure,
        _ if is_first_choice => Verdict::Class(Class::Best),
        0 => Verdict::Class(deeper),
        1 => Verdict::Class(sweep.min(deeper)),
        _ => Verdict::Unsure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_that_disagree_never_make_a_blunder() {
        use Class::*;
        let all = [Best, Good, Inaccuracy, Mistake, Blunder];
        for sweep in all {
            for deeper in all {
                let verdict = agreed(sweep, deeper, false);
                assert_eq!(verdict == Verdict::Class(Blunder), sweep == Blunder && deeper == Blunder);
            }
            assert!(!agreed(sweep, Blunder, true).is_error(), "the engine would have played it");
        }
        assert_eq!(agreed(Blunder, Good, false), Verdict::Unsure);
        assert_eq!(agreed(Good, Mistake, false), Verdict::Unsure);
        assert_eq!(agreed(Blunder, Mistake, false), Verdict::Class(Mistake));
        assert_eq!(agreed(Inaccuracy, Good, false), Verdict::Class(Good));
    }
}
