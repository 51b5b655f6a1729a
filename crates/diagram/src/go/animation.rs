//! A line of a game as an animated picture: SVG whose stones appear and disappear, over and over.

use std::collections::BTreeMap;
use std::fmt::Write;

use record::GameRecord;
use record::go::GoRecord;
use rules::go::{Color, Point};

use super::stones::stone;
use super::{Geometry, Scene, Stone, bare_board};
use crate::{Layer, Picture, Theme, inner_svg, to_svg};

/// Seconds for each move, and at the end before it begins again.
const EACH: f64 = 1.0;
const REST: f64 = 3.0;

/// A stone that is on the board from one moment to another, in moves.
struct Shown {
    at: Point,
    color: Color,
    from: usize,
    until: usize,
}

/// The line from the start of the game through the cursor to its end.
pub fn animation(record: &GoRecord, geometry: &Geometry, theme: Theme) -> String {
    let mut record = record.clone();
    record.to_end();
    let boards: Vec<BTreeMap<Point, Color>> = record
        .editor()
        .line()
        .map(|(_, state)| {
            let board = state.position.board();
            Color::BOTH.into_iter().flat_map(|color| board.stones(color).map(move |at| (at, color))).collect()
        })
        .collect();
    let scene = Scene::new(record.size());
    let (width, height) = (geometry.width(), geometry.height());
    let layers = bare_board(&scene, geometry).into_iter().collect();
    let empty = Picture { width, height, label: scene.label, layers };
    let mut svg = to_svg(&empty, theme);
    let end = svg.rfind("</svg>").unwrap_or(svg.len());
    let rest = svg.split_off(end);
    svg + &stones(&boards, geometry, theme) + &rest
}

fn stones(boards: &[BTreeMap<Point, Color>], geometry: &Geometry, theme: Theme) -> String {
    let whole = boards.len() as f64 * EACH + REST;
    let mut text = format!(
        "<rect width=\"0\" height=\"0\"><animate id=\"line\" attributeName=\"x\" from=\"0\" to=\"0\" \
         begin=\"0;line.end\" dur=\"{whole}s\"/></rect>"
    );
    for Shown { at, color, from, until } in intervals(boards) {
        let shapes = stone(geometry, at, Stone::from(color));
        let picture = Picture {
            width: 0.0,
            height: 0.0,
            label: String::new(),
            layers: vec![Layer { class: "stone", shapes }],
        };
        let begin = from as f64 * EACH;
        let length = if until == boards.len() { whole - begin } else { (until - from) as f64 * EACH };
        // Writing into a String does not fail.
        let _ = write!(
            text,
            "<g visibility=\"hidden\"><set attributeName=\"visibility\" to=\"visible\" begin=\"line.begin+{begin}s\" \
             dur=\"{length}s\"/>{}</g>",
            inner_svg(&picture, theme)
        );
    }
    text
}

fn intervals(boards: &[BTreeMap<Point, Color>]) -> Vec<Shown> {
    let mut shown = Vec::new();
    let mut open: BTreeMap<Point, (Color, usize)> = BTreeMap::new();
    for (number, board) in boards.iter().enumerate() {
        let is_gone = |at: &Point, color: Color| board.get(at) != Some(&color);
        let gone: Vec<Point> =
            open.iter().filter(|(at, (color, _))| is_gone(at, *color)).map(|(at, _)| *at).collect();
        for at in gone {
            if let Some((color, from)) = open.remove(&at) {
                shown.push(Shown { at, color, from, until: number });
            }
        }
        for (at, color) in board {
            open.entry(*at).or_insert((*color, number));
        }
    }
    let left = open.into_iter().map(|(at, (color, from))| Shown { at, color, from, until: boards.len() });
    shown.extend(left);
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stone_is_shown_while_it_is_on_the_board() {
        let text = "(;SZ[5]AW[ba];B[aa];W[ab];B[cc])";
        let record = GoRecord::open(record::sgf::read(text.as_bytes()).unwrap(), 0);
        let svg = animation(&record, &Geometry::new(record.size()), Theme::Light);
        assert_eq!(svg.matches("<set ").count(), 4);
        assert!(svg.contains("begin=\"line.begin+1s\" dur=\"1s\""), "the captured stone: {svg}");
        assert!(svg.contains("begin=\"line.begin+0s\" dur=\"7s\""), "the stone of the set-up");
        assert!(svg.trim_end().ends_with("</svg>"));
    }
}
