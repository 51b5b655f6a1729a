//! The levels at which the bot plays: how far each searches, and how much it gives away.

use fastrand::Rng;
use rules::go::{Color, Move, Size};

use crate::root::{MoveStats, Root};

/// From the weakest to the strongest. The names are saved in settings, journals and records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    Beginner,
    Easy,
    Medium,
    Hard,
    Strong,
    Max,
}

/// A search on a larger board takes longer; from this many simulations on it gets fewer of them.
const FEW_SIMULATIONS: u32 = 1_000;
/// Points of the board on which levels are measured.
const MEASURED_AREA: u32 = 81;
/// Fewer games say nothing about what a move loses.
const MIN_VISITS: u32 = 3;
/// A mistake is one that a player might make: not a move that looked bad at first sight.
const MIN_PRIOR: f32 = 0.4;

impl Level {
    pub const ALL: [Level; 6] =
        [Level::Beginner, Level::Easy, Level::Medium, Level::Hard, Level::Strong, Level::Max];

    pub fn name(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Strong => "strong",
            Level::Max => "max",
        }
    }

    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name))
    }

    /// A rough rank in kyu, reckoned from games of the levels against each other and against GNU Go at level 10, taken as 8
    /// kyu: docs/bench.md says which were played.
    pub fn kyu(self) -> u8 {
        match self {
            Level::Beginner => 25,
            Level::Easy => 20,
            Level::Medium => 14,
            Level::Hard => 10,
            Level::Strong => 6,
            Level::Max => 4,
        }
    }

    /// Simulations per move: about as long a search on every board, but never too few.
    pub fn simulations(self, size: Size) -> u32 {
        let on_nine = match self {
            Level::Beginner | Level::Easy | Level::Medium => 400,
            Level::Hard => 1_500,
            Level::Strong => 9_000,
            Level::Max => 60_000,
        };
        let area = u32::try_from(size.area()).unwrap_or(u32::MAX).max(1);
        let scaled = (u64::from(on_nine) * u64::from(MEASURED_AREA) / u64::from(area)) as u32;
        scaled.clamp(on_nine.min(FEW_SIMULATIONS), on_nine)
    }

    /// How many points a move gives away on average, as far as there are moves that lose so little.
    pub fn mistake(self) -> f32 {
        match self {
            Level::Beginner => 8.0,
            Level::Easy => 3.0,
            Level::Medium => 1.0,
            Level::Hard | Level::Strong | Level::Max => 0.0,
        }
    }

    /// The move that this level plays after a search: the best, or one that gives away a little of what the search
    /// expects. Whether to pass is not a matter of strength.
    pub fn choose(self, root: &Root, color: Color, seed: u64) -> Move {
        let best = root.best(color);
        if self.mistake() == 0.0 || best == Move::Pass {
            return best;
        }
        let sample = Rng::with_seed(seed).f32();
        // Small mistakes are more frequent than large ones.
        let allowed = -self.mistake() * (1.0 - sample).max(f32::EPSILON).ln();
        let candidates = || root.candidates(color).filter(|stats| stats.mv != Move::Pass);
        let Some(most) = candidates().find(|stats| stats.mv == best).map(|stats| stats.lead) else {
            return best;
        };
        let loss = |stats: &&MoveStats| most - stats.lead;
        let might_be_played = |stats: &&MoveStats| {
            stats.visits >= MIN_VISITS && stats.prior >= MIN_PRIOR && loss(stats) <= allowed
        };
        let worst =
            candidates().filter(might_be_played).max_by(|one, other| loss(one).total_cmp(&loss(other)));
        worst.map_or(best, |stats| stats.mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::go::Point;

    #[test]
    fn every_level_has_a_name_and_searches_at_least_as_far_as_the_one_below() {
        for size in [Size::square(9).unwrap(), Size::square(13).unwrap(), Size::NINETEEN] {
            for pair in Level::ALL.windows(2) {
                assert!(pair[0].simulations(size) <= pair[1].simulations(size), "{pair:?}");
                assert!(pair[0].mistake() >= pair[1].mistake(), "{pair:?}");
            }
        }
        assert!(Level::ALL.iter().all(|level| Level::from_name(level.name()) == Some(*level)));
    }

    /// Points lost by a move, with equally many games each.
    fn root(losses: &[f32]) -> Root {
        let stats = |(x, loss): (u8, &f32)| MoveStats {
            mv: Move::Place(Point::new(x, 0)),
            visits: if x == 0 { 50 } else { 20 },
            win_rate: 0.5,
            lead: -loss,
            prior: 0.5,
        };
        Root { moves: [(0..).zip(losses).map(stats).collect(), Vec::new()], ..Root::default() }
    }

    fn mean_loss(level: Level, losses: &[f32]) -> f32 {
        let lost = |seed| match level.choose(&root(losses), Color::Black, seed) {
            Move::Place(at) => losses[usize::from(at.x)],
            Move::Pass => panic!("it passes"),
        };
        (0..1_000).map(lost).sum::<f32>() / 1_000.0
    }

    #[test]
    fn a_weaker_level_gives_away_more_and_none_gives_away_everything() {
        let losses: Vec<f32> = (0..40).map(|n| n as f32 / 2.0).collect();
        let means: Vec<f32> = Level::ALL.iter().map(|level| mean_loss(*level, &losses)).collect();
        for (level, mean) in Level::ALL.iter().zip(&means) {
            assert!((mean - level.mistake()).abs() <= 0.2 * level.mistake() + 0.3, "{level:?}: {means:?}");
        }
        let only_blunders = [0.0, 60.0];
        assert!(Level::ALL.iter().all(|level| mean_loss(*level, &only_blunders) < 1.0));
    }
}
