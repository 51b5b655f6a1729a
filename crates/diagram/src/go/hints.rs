//! What an engine thinks, over the board: the moves it considers, who will own what, and a line as it would be played.

use std::collections::BTreeSet;

use rules::go::{Color, Point};

use super::stones::translucent;
use super::{Geometry, Stone};
use crate::{HintGrade, Ink, Layer, Shape};

/// From this distance of lines on there is room for two rows of text in a point.
const ROOMY: f64 = 26.0;
/// A point that is less sure than this belongs to nobody.
const MIN_SHARE: f64 = 0.15;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hints {
    /// The best first.
    pub candidates: Vec<Candidate>,
    /// The next move of the game.
    pub game_move: Option<Point>,
    /// From 1 (certainly Black's) to -1.
    pub ownership: Vec<(Point, f64)>,
    /// A line that is looked at: shown instead of the candidates.
    pub line: Vec<(Point, Color)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub at: Point,
    pub grade: HintGrade,
    pub value: String,
    /// Left out where there is no room.
    pub visits: String,
}

/// Ownership, the line, the candidates.
pub fn hint_layers(hints: &Hints, geometry: &Geometry) -> [Layer; 3] {
    let shown = |at: &Point| geometry.shows(*at);
    let owned = hints.ownership.iter().filter(|(at, _)| shown(at));
    let ownership = owned.filter_map(|(at, share)| owner(geometry, *at, *share)).collect();
    let mut candidates = Vec::new();
    if hints.line.is_empty() {
        // The best is drawn last, over its neighbours.
        let points = hints.candidates.iter().enumerate().rev();
        let points = points.filter(|(_, candidate)| shown(&candidate.at));
        candidates.extend(points.flat_map(|(rank, one)| candidate(geometry, one, rank == 0)));
        candidates.extend(hints.game_move.filter(shown).map(|at| game_move(geometry, at)));
    }
    [
        Layer { class: "ownership", shapes: ownership },
        Layer { class: "line-shown", shapes: line(hints, geometry) },
        Layer { class: "candidates", shapes: candidates },
    ]
}

/// A square that grows with certainty.
fn owner(geometry: &Geometry, at: Point, share: f64) -> Option<Shape> {
    let sure = share.abs().min(1.0);
    let side = geometry.cell() * (0.1 + 0.26 * sure);
    let square = Shape::square(geometry.center(at), side, 0.0);
    let width = (geometry.cell() / 40.0).max(0.6);
    (sure >= MIN_SHARE).then(|| match share > 0.0 {
        true => square.fill(Ink::Black).stroke(Ink::OnBlack, width * 0.6).opacity(0.8),
        false => square.fill(Ink::WhiteLight).stroke(Ink::WhiteEdge, width).opacity(0.95),
    })
}

/// Stones with the numbers of the line. A point that is played twice keeps its first number.
fn line(hints: &Hints, geometry: &Geometry) -> Vec<Shape> {
    let mut seen = BTreeSet::new();
    let numbered = hints.line.iter().enumerate();
    let first = numbered.filter(|(_, (at, _))| seen.insert(*at) && geometry.shows(*at));
    let size = geometry.cell() * 0.46;
    first
        .flat_map(|(index, (at, color))| {
            let stone = Stone::from(*color);
            let number = Shape::text(geometry.center(*at), size, (index + 1).to_string()).bold();
            [translucent(geometry, *at, stone), number.fill(Stone::contrast(Some(stone)))]
        })
        .collect()
}

fn candidate(geometry: &Geometry, candidate: &Candidate, is_best: bool) -> Vec<Shape> {
    let cell = geometry.cell();
    let (x, y) = geometry.center(candidate.at);
    let rim = if is_best { cell * 0.066 } else { (cell / 33.0).max(0.7) };
    let radius = if is_best { 0.53 } else { 0.5 };
    let disc = Shape::circle((x, y), cell * radius).fill(Ink::Hint(candidate.grade)).stroke(Ink::OnRed, rim);
    let text = |dy: f64, size: f64, text: &str| {
        let size = cell * size * (4.2 / text.chars().count().max(4) as f64).min(1.0);
        Shape::text((x, y + cell * dy), size, text).bold().fill(Ink::OnRed)
    };
    if cell < ROOMY {
        return vec![disc, text(0.0, 0.44, &candidate.value)];
    }
    let glyph = candidate.grade.shape((x, y - cell * 0.31), cell * 0.105, Ink::OnRed);
    let (value, visits) = (text(-0.02, 0.34, &candidate.value), text(0.27, 0.26, &candidate.visits));
    vec![disc, glyph, value, visits]
}

fn game_move(geometry: &Geometry, at: Point) -> Shape {
    let cell = geometry.cell();
    Shape::circle(geometry.center(at), cell * 0.55).stroke(Ink::NowOnBoard, (cell * 0.075).max(1.6))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use rules::go::Size;

    use super::*;
    use crate::{Form, Theme, layer_svg};

    fn hints() -> Hints {
        let grades =
            [HintGrade::Best, HintGrade::Good, HintGrade::Inaccuracy, HintGrade::Mistake, HintGrade::Blunder];
        let one = |(n, grade): (usize, HintGrade)| Candidate {
            at: Point::new(n as u8, 2),
            grade,
            value: "+1.4".into(),
            visits: "1.9k".into(),
        };
        Hints {
            candidates: grades.into_iter().enumerate().map(one).collect(),
            game_move: Some(Point::new(3, 2)),
            ownership: vec![(Point::new(0, 0), 1.0), (Point::new(1, 0), -0.5), (Point::new(2, 0), 0.05)],
            line: Vec::new(),
        }
    }

    fn drawn(hints: &Hints, cell: f64) -> [String; 3] {
        let geometry = Geometry::new(Size::new(9, 9).unwrap()).with_cell(cell);
        hint_layers(hints, &geometry).map(|layer| layer_svg(&layer, Theme::Light))
    }

    #[test]
    fn the_classes_differ_by_shape_and_not_by_colour_alone() {
        let geometry = Geometry::new(Size::new(9, 9).unwrap()).with_cell(33.0);
        let [.., candidates] = hint_layers(&hints(), &geometry);
        let colorless = |shape: &Shape| match &shape.form {
            Form::Polygon(points) => format!("polygon of {}", points.len()),
            Form::Circle { radius, .. } => format!("circle {radius:.0} {}", shape.fill.is_some()),
            _ => "other".to_owned(),
        };
        let glyphs: BTreeSet<String> =
            candidates.shapes.chunks_exact(4).map(|one| colorless(&one[1])).collect();
        assert_eq!(glyphs.len(), 5, "{glyphs:?}");
    }

    #[test]
    fn a_small_board_shows_the_value_only() {
        let [.., large] = drawn(&hints(), 33.0);
        let [.., small] = drawn(&hints(), 19.0);
        assert_eq!(large.matches("1.9k").count(), 5);
        assert_eq!((small.matches("1.9k").count(), small.matches("+1.4").count()), (0, 5));
    }

    #[test]
    fn the_games_move_has_a_ring_of_its_own_colour() {
        let [.., with] = drawn(&hints(), 33.0);
        let [.., without] = drawn(&Hints { game_move: None, ..hints() }, 33.0);
        assert_eq!((with.matches("#c2389b").count(), without.matches("#c2389b").count()), (1, 0));
    }

    #[test]
    fn surer_points_have_larger_squares_and_open_ones_none() {
        let geometry = Geometry::new(Size::new(9, 9).unwrap());
        let [owned, ..] = hint_layers(&hints(), &geometry);
        let width = |shape: &Shape| match shape.form {
            Form::Rect { width, .. } => width,
            _ => 0.0,
        };
        let widths: Vec<f64> = owned.shapes.iter().map(width).collect();
        assert!(widths.len() == 2 && widths[0] > widths[1], "{widths:?}");
    }

    #[test]
    fn a_line_hides_the_candidates_and_numbers_each_point_once() {
        let (at, other) = (Point::new(4, 4), Point::new(5, 4));
        let line = vec![(at, Color::Black), (other, Color::White), (at, Color::Black)];
        let [_, line, candidates] = drawn(&Hints { line, ..hints() }, 33.0);
        assert!(line.contains(">1<") && line.contains(">2<") && !line.contains(">3<"), "{line}");
        assert_eq!(candidates, "");
    }
}
