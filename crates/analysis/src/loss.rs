//! What a move lost, and what such a loss is called.

use serde::{Deserialize, Serialize};

use crate::{Evaluation, Native};

/// What the player of a move gave away, in expected result and in the game's own unit. Never negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Loss {
    pub expected: f32,
    /// Points or equity. In chess it is the expected result in percent, which its thresholds are in.
    pub native: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    Best,
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
}

/// From which native loss on a move is an inaccuracy, a mistake, a blunder.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thresholds {
    pub inaccuracy: f32,
    pub mistake: f32,
    pub blunder: f32,
}

impl Thresholds {
    pub const CHESS: Thresholds = Thresholds { inaccuracy: 5.0, mistake: 10.0, blunder: 15.0 };
    pub const GO: Thresholds = Thresholds { inaccuracy: 1.5, mistake: 4.0, blunder: 10.0 };
    pub const BACKGAMMON: Thresholds = Thresholds { inaccuracy: 0.02, mistake: 0.04, blunder: 0.08 };
}

impl Loss {
    /// Of a move of the first player: from what the best move promises to what is left after the move.
    pub fn of_first_player(best: &Evaluation, after: &Evaluation) -> Loss {
        let expected = (best.expected - after.expected).max(0.0);
        let native = match (best.native, after.native) {
            (Native::Points(best), Native::Points(after)) | (Native::Equity(best), Native::Equity(after)) => {
                (best - after).max(0.0)
            }
            _ => 100.0 * expected,
        };
        Loss { expected, native }
    }

    pub fn of_second_player(best: &Evaluation, after: &Evaluation) -> Loss {
        Loss::of_first_player(&best.reversed(), &after.reversed())
    }

    /// `Best` is left to the caller, who knows whether the move was the engine's first choice.
    pub fn class(&self, thresholds: &Thresholds) -> Class {
        // Sums of single precision come out a trace below the value that was meant.
        let loss = self.native + 1e-4;
        match () {
            () if loss >= thresholds.blunder => Class::Blunder,
            () if loss >= thresholds.mistake => Class::Mistake,
            () if loss >= thresholds.inaccuracy => Class::Inaccuracy,
            () => Class::Good,
        }
    }
}

/// How much of the expected result a move may lose and still count as good as the solution of a puzzle.
const AS_GOOD: f32 = 0.04;

/// Whether a move is as good as the solution of a puzzle, from the evaluations after both, as the solver sees them. A
/// solution that mates has to be matched by a mate that takes no longer.
pub fn is_as_good(solution: &Evaluation, other: &Evaluation) -> bool {
    match (solution.native, other.native) {
        (Native::Mate(solution @ 1..), Native::Mate(other @ 1..)) => other <= solution,
        (Native::Mate(1..), _) => false,
        _ => Loss::of_first_player(solution, other).expected <= AS_GOOD,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Effort;

    fn chess(centipawns: i32) -> Evaluation {
        Evaluation::new(Native::Centipawns(centipawns), Effort::Depth(20))
    }

    fn go(expected: f32, points: f32) -> Evaluation {
        Evaluation::of_points(expected, points, Effort::Visits(100))
    }

    #[test]
    fn losses_of_chess_are_in_percent_of_the_expected_result() {
        let class =
            |before, after| Loss::of_first_player(&chess(before), &chess(after)).class(&Thresholds::CHESS);
        assert_eq!(class(0, 0), Class::Good);
        assert_eq!(class(0, -60), Class::Inaccuracy);
        assert_eq!(class(0, -120), Class::Mistake);
        assert_eq!(class(0, -200), Class::Blunder);
        // A queen less is no blunder where everything is lost anyway.
        assert_eq!(class(-900, -2000), Class::Good);
    }

    #[test]
    fn a_move_that_wins_something_loses_nothing() {
        assert_eq!(Loss::of_first_player(&chess(0), &chess(50)), Loss::default());
        assert!(Loss::of_second_player(&chess(0), &chess(50)).expected > 0.04);
    }

    #[test]
    fn losses_of_go_are_in_points_for_both_players() {
        let loss = Loss::of_second_player(&go(0.4, -2.0), &go(0.6, 2.5));
        assert_eq!((loss.native, loss.class(&Thresholds::GO)), (4.5, Class::Mistake));
        assert!((loss.expected - 0.2).abs() < 1e-6);
    }

    #[test]
    fn a_mate_is_matched_by_a_mate_only() {
        let mate = |moves| Evaluation::new(Native::Mate(moves), Effort::Depth(20));
        assert!(is_as_good(&mate(3), &mate(3)) && is_as_good(&mate(3), &mate(2)));
        assert!(!is_as_good(&mate(2), &mate(3)) && !is_as_good(&mate(9), &chess(1500)));
        assert!(is_as_good(&chess(300), &mate(7)));
        assert!(is_as_good(&chess(210), &chess(180)) && !is_as_good(&chess(210), &chess(100)));
    }

    #[test]
    fn a_loss_at_the_threshold_belongs_to_the_class() {
        let loss = Loss { expected: 0.0, native: 0.08 };
        assert_eq!(loss.class(&Thresholds::BACKGAMMON), Class::Blunder);
    }
}
