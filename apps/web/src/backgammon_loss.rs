//! What a loss of equity is called, on all pages.

use analysis::Thresholds;

/// From here on a loss is an error, and from there a blunder.
pub const ERROR: f64 = Thresholds::BACKGAMMON.inaccuracy as f64;
pub const BLUNDER: f64 = Thresholds::BACKGAMMON.blunder as f64;

/// The class of the page's style.
pub fn class_of(loss: f64) -> &'static str {
    let Thresholds { inaccuracy, mistake, blunder } = Thresholds::BACKGAMMON;
    match loss as f32 {
        loss if loss < inaccuracy => "fine",
        loss if loss < mistake => "doubt",
        loss if loss < blunder => "warn",
        _ => "blunder",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_has_the_class_that_players_give_it() {
        let classes = [0.0199, 0.02, 0.0399, 0.04, 0.08].map(class_of);
        assert_eq!(classes, ["fine", "doubt", "doubt", "warn", "blunder"]);
    }
}
