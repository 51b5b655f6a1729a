//! The geometry of the picture. `card.js` uses the same numbers.

use rules::backgammon::{BAR, OFF, Side};

pub const WIDTH: f64 = 640.0;
pub const HEIGHT: f64 = 528.0;

/// A point's width, and a checker's.
pub(super) const POINT: f64 = 42.0;
pub(super) const RADIUS: f64 = 18.0;
/// The playing surface: its left and top edge, and the tip of its points from the edge.
pub(super) const LEFT: f64 = 48.0;
pub(super) const TOP: f64 = 42.0;
pub(super) const BOTTOM: f64 = HEIGHT - TOP;
pub(super) const TIP: f64 = 180.0;
pub(super) const BAR_WIDTH: f64 = 40.0;
/// From the edge of the surface to the base of the points: room for their numbers.
pub(super) const NUMBERS: f64 = 20.0;
/// Checkers shown beside each other before they are stacked.
const ROW: u8 = 5;
pub(super) const MIDDLE: f64 = HEIGHT / 2.0;

/// Which way the numbers of the player at the bottom run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Orientation {
    /// The home board on the right: point 1 in the lower right corner.
    #[default]
    CounterClockwise,
    /// The home board on the left.
    Clockwise,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    pub orientation: Orientation,
}

impl Geometry {
    /// Everything is laid out with the home on the right and mirrored if it is on the left.
    pub(super) fn mirror(self, x: f64) -> f64 {
        match self.orientation {
            Orientation::CounterClockwise => x,
            Orientation::Clockwise => WIDTH - x,
        }
    }

    /// The middle of a point of the player at the bottom.
    pub fn column(self, point: u8) -> f64 {
        let from_left = if point > 12 { point.saturating_sub(13) } else { 12 - point };
        let bar = if from_left >= 6 { BAR_WIDTH } else { 0.0 };
        self.mirror(LEFT + POINT * (f64::from(from_left) + 0.5) + bar)
    }

    pub fn bar(self) -> f64 {
        self.mirror(LEFT + 6.0 * POINT + BAR_WIDTH / 2.0)
    }

    /// The middle of the tray for borne off checkers.
    pub fn tray(self) -> f64 {
        self.mirror(WIDTH - 24.0)
    }

    /// The column of the cube.
    pub fn cube_column(self) -> f64 {
        self.mirror(24.0)
    }

    /// The point, bar or tray of the player at the bottom under these coordinates of the picture.
    pub fn point_at(self, x: f64, y: f64) -> Option<u8> {
        if !(TOP..=BOTTOM).contains(&y) {
            return None;
        }
        let x = self.mirror(x);
        if x > LEFT + 12.0 * POINT + BAR_WIDTH {
            return (x <= WIDTH).then_some(OFF);
        }
        let from_left = match x - LEFT {
            left if left < 0.0 => return None,
            left if left < 6.0 * POINT => left / POINT,
            left if left < 6.0 * POINT + BAR_WIDTH => return Some(BAR),
            left => (left - BAR_WIDTH) / POINT,
        };
        // At most 11, because the tray begins there.
        let column = from_left.floor().clamp(0.0, 11.0) as u8;
        Some(if y < MIDDLE { 13 + column } else { 12 - column })
    }

    /// The point under these coordinates, and which of its checkers (from 0) would lie there.
    pub fn place_at(self, x: f64, y: f64) -> Option<(u8, u8)> {
        let point = self.point_at(x, y)?;
        let nearest = |n: &u8| {
            let (_, middle) = self.checker(Side::Bottom, point, *n);
            (middle - y).abs()
        };
        let places = 0..ROW;
        places.min_by(|a, b| nearest(a).total_cmp(&nearest(b))).map(|n| (point, n))
    }

    /// The middle of the `n`th checker (from 0) of a point, bar or tray in its owner's numbering.
    /// `Bottom` is the player at the bottom of the picture.
    pub fn checker(self, side: Side, point: u8, n: u8) -> (f64, f64) {
        let place = f64::from(n.min(ROW - 1));
        let row = place * RADIUS * 2.0;
        match (side, point) {
            // Checkers on the bar are on the side where they enter.
            (Side::Bottom, BAR) => (self.bar(), MIDDLE - 38.0 - place * 29.0),
            (Side::Top, BAR) => (self.bar(), MIDDLE + 38.0 + place * 29.0),
            (Side::Bottom, OFF) => (self.tray(), BOTTOM - NUMBERS - 6.0 - f64::from(n) * 11.0),
            (Side::Top, OFF) => (self.tray(), TOP + NUMBERS + 6.0 + f64::from(n) * 11.0),
            (Side::Bottom, point) => (self.column(point), row_from_edge(point, row)),
            (Side::Top, point) => self.checker(Side::Bottom, BAR - point.min(24), n),
        }
    }
}

fn row_from_edge(point: u8, row: f64) -> f64 {
    let first = NUMBERS + RADIUS + 1.0 + row;
    if point > 12 { TOP + first } else { BOTTOM - first }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_checker_is_on_its_own_point() {
        for orientation in [Orientation::CounterClockwise, Orientation::Clockwise] {
            let geometry = Geometry { orientation };
            for point in OFF..=BAR {
                for n in 0..5 {
                    let (x, y) = geometry.checker(Side::Bottom, point, n);
                    assert_eq!(geometry.point_at(x, y), Some(point), "{orientation:?} {point} {n}");
                    let place = geometry.place_at(x, y).filter(|_| point != OFF);
                    assert!(place.is_none_or(|place| place == (point, n)), "{orientation:?} {point} {n}");
                }
            }
            assert_eq!(geometry.point_at(100.0, 5.0), None);
            assert_eq!(geometry.point_at(-3.0, 900.0), None);
        }
    }
}
