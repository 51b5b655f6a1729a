//! Dice and the cube.

use super::Look;
use super::geometry::{BAR_WIDTH, Geometry, LEFT, MIDDLE, POINT, TIP};
use rules::backgammon::{Dice, Position, Side};
use std::fmt::Write;

const DIE: f64 = 34.0;
const CUBE: f64 = 36.0;

/// The spots of a face on a grid of three by three, numbered by rows.
fn spots(value: u8) -> &'static [u8] {
    match value {
        1 => &[4],
        2 => &[2, 6],
        3 => &[2, 4, 6],
        4 => &[0, 2, 6, 8],
        5 => &[0, 2, 4, 6, 8],
        _ => &[0, 2, 3, 5, 6, 8],
    }
}

/// The dice lie on the half of the board to the right of the roller.
pub(super) fn dice(
    out: &mut String,
    geometry: Geometry,
    dice: Dice,
    used: &[u8],
    class: &str,
    is_bottom: bool,
) {
    let middle = if is_bottom { LEFT + 9.0 * POINT + BAR_WIDTH } else { LEFT + 3.0 * POINT };
    // Each die of a double is played twice.
    let faded = match dice.is_double() {
        true => [used.len() > 1, used.len() > 3],
        false => [used.contains(&dice.high()), used.contains(&dice.low())],
    };
    for (value, offset, faded) in [(dice.high(), -24.0, faded[0]), (dice.low(), 24.0, faded[1])] {
        let faded = if faded { " u" } else { "" };
        // Mirrored boards keep the larger die on the left.
        let x = geometry.mirror(middle) + offset;
        let (left, top) = (x - DIE / 2.0, MIDDLE - DIE / 2.0);
        let _ = write!(
            out,
            "<rect class=\"{class}{faded}\" x=\"{left}\" y=\"{top}\" width=\"{DIE}\" height=\"{DIE}\" rx=\"6\"/>"
        );
        let mut path = String::new();
        for spot in spots(value) {
            let (column, row) = (f64::from(spot % 3) - 1.0, f64::from(spot / 3) - 1.0);
            let (cx, cy) = (x + column * 9.5, MIDDLE + row * 9.5);
            let _ = write!(path, "M{} {cy}a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0-6.6 0", round(cx - 3.3));
        }
        let _ = write!(out, "<path class=\"t{class}{faded}\" d=\"{path}\"/>");
    }
}

fn round(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}

/// The cube: at its owner's end, centred without an owner, or on the board while it is offered.
pub(super) fn cube(out: &mut String, geometry: Geometry, position: &Position, bottom: Side) {
    let home = geometry.cube_column();
    let reach = TIP - CUBE / 2.0 + 10.0;
    let (x, y, value) = match (position.offered(), position.cube.owner) {
        (Some(value), _) => {
            // On the half of the player who has to answer.
            let is_bottoms = position.to_act() == bottom;
            let half = if is_bottoms { LEFT + 9.0 * POINT + BAR_WIDTH } else { LEFT + 3.0 * POINT };
            (geometry.mirror(half), MIDDLE, value)
        }
        (None, None) => (home, MIDDLE, position.cube.value()),
        (None, Some(owner)) if owner == bottom => (home, MIDDLE + reach, position.cube.value()),
        (None, Some(_)) => (home, MIDDLE - reach, position.cube.value()),
    };
    let value = if position.is_crawford() { "Cr".to_string() } else { value.to_string() };
    let size = match value.len() {
        0..=2 => 18,
        3 => 14,
        _ => 10,
    };
    let (left, top) = (x - CUBE / 2.0, y - CUBE / 2.0);
    let _ = write!(
        out,
        "<rect class=\"w\" x=\"{left}\" y=\"{top}\" width=\"{CUBE}\" height=\"{CUBE}\" rx=\"6\"/>\
         <text class=\"v\" x=\"{x}\" y=\"{}\" font-size=\"{size}\">{value}</text>",
        y + f64::from(size) * 0.36
    );
}

/// `o` for the light colour, `x` for the dark one.
pub(super) fn class(look: &Look, side: Side) -> &'static str {
    if look.is_light(side) { "o" } else { "x" }
}
