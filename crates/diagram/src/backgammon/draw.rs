//! Draws the board: frame, points and numbers, then checkers, dice, cube, and the texts beside it.

use super::Look;
use super::dice::{class, cube, dice};
use super::geometry::{BAR_WIDTH, BOTTOM, Geometry, HEIGHT, LEFT, NUMBERS, POINT, RADIUS, TIP, TOP, WIDTH};
use super::scheme::{rules, shared};
use i18n::fill;
use rules::backgammon::{BAR, OFF, Position, Side, Stage};
use std::fmt::Write;

/// A picture with its own colours: a file, or an image in any page.
pub fn to_svg(position: &Position, look: &Look) -> String {
    let style = format!("<style>{}{}</style>", shared(""), rules(look.scheme, ""));
    svg(position, look, "xmlns=\"http://www.w3.org/2000/svg\"", &style)
}

/// The same, as wide as this many pixels.
pub fn to_svg_of_width(position: &Position, look: &Look, width: f64) -> String {
    let height = (width * HEIGHT / WIDTH).round();
    // The texts beside the board are dark: they need a white background.
    let style = format!(
        "<style>{}{}</style><rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>",
        shared(""),
        rules(look.scheme, "")
    );
    let size = format!("xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\"");
    svg(position, look, &size, &style)
}

/// What a board shows while checkers are being moved on it. Points are those of the player at the bottom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// How many dice are used, of two or, after a double, of four: these are faded.
    pub used_dice: Vec<u8>,
    /// The point whose last checker is selected.
    pub selected: Option<u8>,
    /// Where it may go.
    pub targets: Vec<u8>,
}

/// A picture for a page that includes `css`: half the size, and its checkers can be moved.
pub fn inline_svg(position: &Position, look: &Look) -> String {
    marked_svg(position, look, &Marks::default())
}

/// The same with marks.
pub fn marked_svg(position: &Position, look: &Look, marks: &Marks) -> String {
    let attributes = format!("class=\"bg {}\"", look.scheme.name());
    draw(position, look, marks, &attributes, "")
}

fn svg(position: &Position, look: &Look, attributes: &str, style: &str) -> String {
    draw(position, look, &Marks::default(), attributes, style)
}

fn draw(position: &Position, look: &Look, marks: &Marks, attributes: &str, style: &str) -> String {
    let geometry = Geometry { orientation: look.orientation };
    let label = describe(position, look);
    let mut out = String::with_capacity(6 * 1024);
    let _ = write!(
        out,
        "<svg {attributes} viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{label}\">{style}"
    );
    // One shape for all checkers, with a ring in the other side's colour. All boards of a page define the same one.
    let _ = write!(
        out,
        "<defs><g id=\"bgc\"><circle r=\"{RADIUS}\"/><circle class=\"i\" r=\"{}\"/></g></defs>",
        RADIUS * 0.66
    );
    let bottom = look.bottom(position);
    surface(&mut out, geometry);
    numbers(&mut out, geometry, position.to_act() == bottom);
    borne_off(&mut out, geometry, position, look);
    cube(&mut out, geometry, position, bottom);
    if let Stage::Rolled(roll) = position.stage {
        dice(&mut out, geometry, roll, &marks.used_dice, class(look, position.turn), position.turn == bottom);
    }
    beside(&mut out, position, look);
    checkers(&mut out, geometry, position, look);
    marked(&mut out, geometry, position.board.count(bottom, marks.selected.unwrap_or(OFF)), marks);
    out.push_str("</svg>");
    out
}

/// The label for screen readers.
fn describe(position: &Position, look: &Look) -> String {
    let words = look.language.backgammon_picture();
    let act = match position.stage {
        Stage::Rolled(dice) => &fill(words.to_play, &[("dice", &dice.to_string())]),
        Stage::OnRoll => words.on_roll,
        Stage::Doubled => words.has_doubled,
        Stage::Beavered => words.was_beavered,
        Stage::Raccooned => words.has_raccooned,
    };
    let turn = look.color(position.turn).name(look.language);
    let pips = [position.turn, position.turn.other()].map(|side| position.board.pips(side).to_string());
    fill(words.label, &[("turn", turn), ("act", act), ("mine", &pips[0]), ("theirs", &pips[1])])
}

/// A ring around the selected checker, and a light on the points where it may go.
fn marked(out: &mut String, geometry: Geometry, checkers: u8, marks: &Marks) {
    for point in &marks.targets {
        if *point == OFF {
            let (x, top) = (geometry.tray() - 18.0, BOTTOM - TIP - 8.0);
            let _ = write!(
                out,
                "<rect class=\"g\" x=\"{x}\" y=\"{top}\" width=\"36\" height=\"{}\"/>",
                TIP + 8.0
            );
        } else {
            let _ = write!(out, "<path class=\"g\" d=\"{}\"/>", triangle(geometry, *point));
        }
    }
    if let Some(point) = marks.selected.filter(|_| checkers > 0) {
        let (x, y) = geometry.checker(Side::Bottom, point, checkers - 1);
        let _ = write!(out, "<circle class=\"h\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\"/>");
    }
}

fn surface(out: &mut String, geometry: Geometry) {
    let (height, half) = (BOTTOM - TOP, 6.0 * POINT);
    let frame = HEIGHT - 2.0 * TOP + 16.0;
    let _ =
        write!(out, "<rect class=\"f\" y=\"{}\" width=\"{WIDTH}\" height=\"{frame}\" rx=\"10\"/>", TOP - 8.0);
    for left in [LEFT, LEFT + half + BAR_WIDTH] {
        let _ =
            write!(out, "<rect class=\"s\" x=\"{left}\" y=\"{TOP}\" width=\"{half}\" height=\"{height}\"/>");
    }
    let bar = LEFT + half;
    let _ =
        write!(out, "<rect class=\"r\" x=\"{bar}\" y=\"{TOP}\" width=\"{BAR_WIDTH}\" height=\"{height}\"/>");
    for (y, height) in [(TOP, TIP + 8.0), (BOTTOM - TIP - 8.0, TIP + 8.0)] {
        let x = geometry.tray() - 18.0;
        let _ =
            write!(out, "<rect class=\"y\" x=\"{x}\" y=\"{y}\" width=\"36\" height=\"{height}\" rx=\"4\"/>");
    }
    for (class, odd) in [("l", 1), ("d", 0)] {
        let triangles: String =
            (1..=24).filter(|point| point % 2 == odd).map(|p| triangle(geometry, p)).collect();
        let _ = write!(out, "<path class=\"{class}\" d=\"{triangles}\"/>");
    }
}

fn triangle(geometry: Geometry, point: u8) -> String {
    let x = geometry.column(point) - POINT / 2.0;
    let (base, tip) = if point > 12 { (TOP + NUMBERS, TIP) } else { (BOTTOM - NUMBERS, -TIP) };
    format!("M{x} {base}h{POINT}l{} {tip}z", -POINT / 2.0)
}

fn numbers(out: &mut String, geometry: Geometry, is_bottom: bool) {
    out.push_str("<g class=\"n\" font-size=\"15\">");
    for point in 1..=24 {
        let y = if point > 12 { TOP + 15.5 } else { BOTTOM - 5.0 };
        let number = if is_bottom { point } else { BAR - point };
        let _ = write!(out, "<text x=\"{}\" y=\"{y}\">{number}</text>", geometry.column(point));
    }
    out.push_str("</g>");
}

fn borne_off(out: &mut String, geometry: Geometry, position: &Position, look: &Look) {
    for side in [Side::Bottom, Side::Top] {
        let bottom = look.bottom(position);
        let owner = if side == Side::Bottom { bottom } else { bottom.other() };
        for n in 0..position.board.off(owner) {
            let (x, y) = geometry.checker(side, OFF, n);
            let (left, top, class) = (x - 15.0, y - 4.5, class(look, owner));
            let _ = write!(
                out,
                "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"30\" height=\"9\" rx=\"2\"/>"
            );
        }
    }
}

/// Each checker is an element with its point: the side at the bottom (`m`) or top (`w`), and the point in that side's
/// own numbering. A stack of more than five shows its count.
fn checkers(out: &mut String, geometry: Geometry, position: &Position, look: &Look) {
    out.push_str("<g class=\"q\">");
    let bottom = look.bottom(position);
    for (seat, side, mark) in [(Side::Top, bottom.other(), 'w'), (Side::Bottom, bottom, 'm')] {
        let color = class(look, side);
        for point in 1..=BAR {
            let count = position.board.count(side, point);
            let bar = if point == BAR { " k" } else { "" };
            for n in 0..count {
                let (x, y) = geometry.checker(seat, point, n);
                let _ = write!(
                    out,
                    "<use class=\"{color}{bar}\" href=\"#bgc\" data-p=\"{mark}{point}\" x=\"{x}\" y=\"{y}\"/>"
                );
            }
            if count > 5 {
                let (x, y) = geometry.checker(seat, point, count);
                let _ = write!(
                    out,
                    "<text class=\"c t{color}\" data-n=\"{mark}{point}\" x=\"{x}\" y=\"{}\">{count}</text>",
                    y + 6.0
                );
            }
        }
    }
    out.push_str("</g>");
}

/// Above and below the board: colour, score, pips.
fn beside(out: &mut String, position: &Position, look: &Look) {
    let bottom = look.bottom(position);
    for (side, y) in [(bottom, HEIGHT - 9.0), (bottom.other(), 24.0)] {
        let score = look.score.of(position, side, look.language);
        let middle = if score.is_empty() { String::new() } else { format!(" · {score}") };
        let color = class(look, side);
        let _ = write!(
            out,
            "<circle class=\"{color} b\" cx=\"15\" cy=\"{}\" r=\"9\"/>\
             <text class=\"e a\" x=\"32\" y=\"{y}\" font-size=\"20\">{}{middle}</text>",
            y - 7.0,
            look.color(side).name(look.language)
        );
        if look.pips {
            let pips = position.board.pips(side).to_string();
            let pips = fill(look.language.backgammon_picture().pips, &[("n", &pips)]);
            let _ = write!(
                out,
                "<text class=\"e z\" x=\"{}\" y=\"{y}\" font-size=\"20\">{pips}</text>",
                WIDTH - 8.0
            );
        }
    }
}
