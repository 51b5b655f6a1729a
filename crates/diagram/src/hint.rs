//! Moves that an engine considers, and how good they are.

use crate::{Form, Ink, Shape};

/// How good a move is, on the page's scale of loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HintGrade {
    Best,
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
}

impl HintGrade {
    /// The shape says what the colour says.
    pub(crate) fn shape(self, (x, y): (f64, f64), reach: f64, ink: Ink) -> Shape {
        let polygon = |points: Vec<(f64, f64)>| Shape::new(Form::Polygon(points)).fill(ink);
        let turned = |share: f64, reach: f64| {
            let angle = std::f64::consts::TAU * share;
            (x + reach * angle.sin(), y - reach * angle.cos())
        };
        match self {
            HintGrade::Best => {
                let tip = |n: u32| {
                    turned(f64::from(n) / 10.0, if n.is_multiple_of(2) { reach * 1.25 } else { reach * 0.55 })
                };
                polygon((0..10).map(tip).collect())
            }
            HintGrade::Good => Shape::circle((x, y), reach * 0.75).stroke(ink, reach * 0.45),
            HintGrade::Inaccuracy => Shape::circle((x, y), reach * 0.85).fill(ink),
            HintGrade::Mistake => polygon((0..3).map(|n| turned(f64::from(n) / 3.0, reach * 1.1)).collect()),
            HintGrade::Blunder => polygon((0..4).map(|n| turned(f64::from(n) / 4.0, reach * 1.05)).collect()),
        }
    }
}
