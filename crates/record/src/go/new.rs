//! New Go games.

use rules::go::{Color, Point, Position, Size, handicap_points};

use super::marks::point_values;
use super::record::GoRecord;
use crate::sgf::Collection;

/// The content of a new game's root node.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    pub size: Size,
    pub black: String,
    pub white: String,
    /// 0, or 2 to 9 stones on their customary points.
    pub handicap: u32,
    pub komi: f64,
    pub rules: Option<String>,
    /// For a game that begins in the middle: these stones are set up instead of a handicap.
    pub start: Option<Position>,
}

impl Default for NewGame {
    fn default() -> NewGame {
        let (black, white) = ("Black".to_owned(), "White".to_owned());
        let komi = NewGame::komi_for(0);
        NewGame { size: Size::NINETEEN, black, white, handicap: 0, komi, rules: None, start: None }
    }
}

impl NewGame {
    /// The usual komi: 6.5, or 0.5 with a handicap.
    pub fn komi_for(handicap: u32) -> f64 {
        if handicap >= 2 { 0.5 } else { 6.5 }
    }
}

impl GoRecord {
    pub fn create(new: &NewGame) -> GoRecord {
        let mut file = Collection::new();
        let root = file.games()[0];
        for (name, values) in first_properties(new, &file) {
            let text = file.text_with(root, name, &values);
            file.set_edited_text(root, Some(text));
        }
        GoRecord::open(file, 0)
    }
}

fn first_properties(new: &NewGame, file: &Collection) -> Vec<(&'static str, Vec<Vec<u8>>)> {
    let size = new.start.as_ref().map_or(new.size, Position::size);
    let lines = match size.is_square() {
        true => size.width().to_string(),
        false => format!("{}:{}", size.width(), size.height()),
    };
    // A new file is UTF-8, which has every character.
    let text = |text: &str| {
        file.encode_value(text).into_iter().filter(|value| !value.is_empty()).collect::<Vec<_>>()
    };
    let stones = handicap_points(size, new.handicap).filter(|_| new.start.is_none()).unwrap_or_default();
    let handicap = (!stones.is_empty()).then(|| stones.len().to_string());
    let start = |color| -> Vec<Point> {
        new.start.iter().flat_map(|position| position.board().stones(color).collect::<Vec<_>>()).collect()
    };
    let turn = new.start.as_ref().map(|position| position.to_play().letter().to_string());
    vec![
        ("GM", text("1")),
        ("FF", text("4")),
        ("CA", text("UTF-8")),
        ("AP", text(concat!("Tabiya:", env!("CARGO_PKG_VERSION")))),
        ("SZ", text(&lines)),
        ("KM", text(&new.komi.to_string())),
        ("RU", text(new.rules.as_deref().unwrap_or_default())),
        ("PB", text(&new.black)),
        ("PW", text(&new.white)),
        ("HA", text(handicap.as_deref().unwrap_or_default())),
        ("AB", point_values(&[stones, start(Color::Black)].concat())),
        ("AW", point_values(&start(Color::White))),
        ("PL", text(turn.as_deref().unwrap_or_default())),
    ]
}
