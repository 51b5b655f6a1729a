//! The result of a match: games won, lost and drawn, and the difference in strength with its uncertainty.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub won: u32,
    pub lost: u32,
    pub drawn: u32,
}

/// A difference in Elo points, with the bounds in which it lies with a probability of 95 %. Infinite where all games
/// were won or lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    pub low: f64,
    pub middle: f64,
    pub high: f64,
}

impl Tally {
    pub fn games(self) -> u32 {
        self.won + self.lost + self.drawn
    }

    /// The share of points; a draw is half a point.
    pub fn share(self) -> f64 {
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.games().max(1))
    }

    /// None without a game.
    pub fn elo(self) -> Option<Elo> {
        let games = f64::from(self.games());
        let share = self.share();
        let [low, high] = wilson(share, games);
        (games > 0.0).then(|| Elo { low: difference(low), middle: difference(share), high: difference(high) })
    }
}

/// The difference in Elo points at which a share of the points is expected.
fn difference(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

/// Wilson's interval at 95 %, which also holds near 0 and 1.
fn wilson(share: f64, games: f64) -> [f64; 2] {
    const Z: f64 = 1.96;
    let middle = (share + Z * Z / (2.0 * games)) / (1.0 + Z * Z / games);
    let variance = share * (1.0 - share) / games + Z * Z / (4.0 * games * games);
    let spread = Z * variance.sqrt() / (1.0 + Z * Z / games);
    [(middle - spread).max(0.0), (middle + spread).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_comes_with_an_interval_that_narrows_with_the_games() {
        let of = |won, lost| Tally { won, lost, drawn: 0 }.elo().unwrap();
        let (few, many) = (of(6, 4), of(600, 400));
        assert!((few.middle - 70.4).abs() < 0.1 && (many.middle - 70.4).abs() < 0.1);
        assert!(few.low < 0.0 && few.high > 200.0, "{few:?}");
        assert!(many.low > 45.0 && many.high < 95.0, "{many:?}");
    }

    #[test]
    fn a_clean_sweep_has_a_lower_bound_only() {
        let elo = Tally { won: 10, lost: 0, drawn: 0 }.elo().unwrap();
        assert!(elo.low > 100.0 && elo.middle.is_infinite() && elo.high.is_infinite(), "{elo:?}");
        assert_eq!(Tally::default().elo(), None);
        let even = Tally { won: 0, lost: 0, drawn: 4 };
        assert!((even.share() - 0.5).abs() < 1e-9 && even.elo().unwrap().middle.abs() < 1e-9);
    }
}
