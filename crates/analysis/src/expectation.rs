//! The published formulas: expected results from centipawns and equity, accuracy as on lichess, and the performance
//! rating (PR) of backgammon.

/// lichess fitted this slope to games of players rated about 2300.
const SLOPE: f64 = 0.003_682_08;
/// Beyond ten pawns it makes no difference; a mate counts as much.
const MAX_CENTIPAWNS: i32 = 1000;
/// What White can expect at the start of a game.
pub const START_CENTIPAWNS: i32 = 15;

/// White's expected result, from 0 to 1.
pub fn chess_expected(centipawns: i32) -> f32 {
    let centipawns = f64::from(centipawns.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS));
    (1.0 / (1.0 + (-SLOPE * centipawns).exp())) as f32
}

/// A gammon counts twice and a backgammon three times, so an equity of one is as good as a certain win.
pub(crate) fn equity_expected(equity: f32) -> f32 {
    if equity.is_finite() { ((equity + 1.0) / 2.0).clamp(0.0, 1.0) } else { 0.5 }
}

/// The accuracy of a move in percent, from the expected results of its player before and after it.
pub fn chess_accuracy(before: f32, after: f32) -> f32 {
    let lost = 100.0 * f64::from(before - after);
    if lost <= 0.0 {
        return 100.0;
    }
    // One point is added for the uncertainty of the analysis.
    let accuracy =
        103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * lost).exp() - 3.166_924_740_191_411 + 1.0;
    accuracy.clamp(0.0, 100.0) as f32
}

/// The accuracy of both players over a game, from the expected results of the first player after each move: the mean of
/// the average weighted by how much the game swings, and the harmonic average. None for a player without moves.
pub fn game_accuracy(expected: &[f32], first_player_begins: bool) -> [Option<f32>; 2] {
    let start = chess_expected(START_CENTIPAWNS);
    let all: Vec<f32> = std::iter::once(start).chain(expected.iter().copied()).collect();
    let weights = swings(&all);
    let mut players: [Vec<(f64, f64)>; 2] = Default::default();
    for (ply, (pair, weight)) in all.windows(2).zip(weights).enumerate() {
        let &[before, after] = pair else { continue };
        let first = (ply % 2 == 0) == first_player_begins;
        let accuracy =
            if first { chess_accuracy(before, after) } else { chess_accuracy(1.0 - before, 1.0 - after) };
        let [one, other] = &mut players;
        (if first { one } else { other }).push((f64::from(accuracy), weight));
    }
    players.map(|moves| mean_accuracy(&moves))
}

/// For each move the standard deviation, in percent, of the expected results around it.
fn swings(all: &[f32]) -> Vec<f64> {
    let moves = all.len().saturating_sub(1);
    let size = (moves / 10).clamp(2, 8);
    // The first moves share the first window.
    let first = std::iter::repeat_n(0, size.min(all.len()).saturating_sub(2));
    let starts = first.chain(0..=all.len().saturating_sub(size));
    starts
        .take(moves)
        .map(|start| {
            let window: Vec<f64> =
                all.iter().skip(start).take(size).map(|expected| 100.0 * f64::from(*expected)).collect();
            standard_deviation(&window).clamp(0.5, 12.0)
        })
        .collect()
}

fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

fn mean_accuracy(moves: &[(f64, f64)]) -> Option<f32> {
    if moves.is_empty() {
        return None;
    }
    let weights: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted = moves.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / weights;
    let reciprocals: f64 = moves.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum();
    Some(((weighted + moves.len() as f64 / reciprocals) / 2.0) as f32)
}

/// The accuracy in Go, in percent, from the points that were lost per move on average: as KaTrain has it, three quarters
/// are left for each point.
pub fn go_accuracy(mean_points_lost: f32) -> f32 {
    if mean_points_lost.is_finite() { 100.0 * 0.75f32.powf(mean_points_lost.max(0.0)) } else { 0.0 }
}

/// PR: 500 times the equity lost per decision. None without decisions.
pub fn performance_rating(lost_equity: f32, decisions: u32) -> Option<f32> {
    (decisions > 0).then(|| 500.0 * lost_equity / decisions as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of lichess's page about accuracy and of its formula, to a tenth of a percent.
    #[test]
    fn expected_results_are_those_that_lichess_publishes() {
        for (centipawns, percent) in
            [(0, 50.0), (100, 59.1), (300, 75.1), (-300, 24.9), (500, 86.3), (1000, 97.5), (9999, 97.5)]
        {
            let expected = 100.0 * chess_expected(centipawns);
            assert!((expected - percent).abs() < 0.06, "{centipawns}: {expected}");
        }
    }

    #[test]
    fn accuracy_falls_with_the_loss() {
        for (lost, percent) in
            [(0.0, 100.0), (0.05, 80.8), (0.10, 64.6), (0.20, 41.0), (0.5, 9.5), (0.9, 0.0)]
        {
            let accuracy = chess_accuracy(0.95, 0.95 - lost);
            assert!((accuracy - percent).abs() < 0.25, "{lost}: {accuracy}");
        }
        assert_eq!(chess_accuracy(0.4, 0.6), 100.0);
    }

    #[test]
    fn a_game_without_losses_is_perfect_and_a_blunder_costs_its_player_only() {
        assert_eq!(game_accuracy(&[], true), [None, None]);
        let even = [0.51; 20];
        let [white, black] = game_accuracy(&even, true).map(Option::unwrap);
        assert!(white > 99.0 && black > 99.0, "{white} {black}");
        let mut lost = even;
        lost[10..].fill(0.1);
        let [white, black] = game_accuracy(&lost, true).map(Option::unwrap);
        assert!(white < 70.0 && black > 99.0, "{white} {black}");
        let [first, second] = game_accuracy(&lost, false).map(Option::unwrap);
        assert!(first > 99.0 && second > 99.0, "the second player cannot lose what the first one loses");
    }

    #[test]
    fn the_accuracy_in_go_falls_by_a_quarter_with_each_point() {
        for (points, percent) in [(0.0, 100.0), (1.0, 75.0), (2.0, 56.25), (-1.0, 100.0), (f32::NAN, 0.0)] {
            assert!((go_accuracy(points) - percent).abs() < 1e-3, "{points}");
        }
    }

    #[test]
    fn the_performance_rating_is_per_decision() {
        assert_eq!(performance_rating(0.5, 50), Some(5.0));
        assert_eq!(performance_rating(0.0, 0), None);
    }
}
