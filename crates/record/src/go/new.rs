//! A new game.

use rules::go::{Size, handicap_points};

use super::marks::spelled;
use super::record::GoRecord;
use crate::sgf::Collection;

/// What the first node of a new game says.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    pub size: Size,
    pub black: String,
    pub white: String,
    /// 0, or 2 to 9 stones on their customary points.
    pub handicap: u32,
    pub komi: f64,
    pub rules: Option<String>,
}

impl Default for NewGame {
    fn default() -> NewGame {
        let (black, white) = ("Black".to_owned(), "White".to_owned());
        NewGame { size: Size::NINETEEN, black, white, handicap: 0, komi: NewGame::komi_for(0), rules: None }
    }
}

impl NewGame {
    /// What people play with: 6.5, and 0.5 with a handicap.
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
            file.set_own_text(root, Some(text));
        }
        GoRecord::open(file, 0)
    }
}

fn first_properties(new: &NewGame, file: &Collection) -> Vec<(&'static str, Vec<Vec<u8>>)> {
    let size = new.size;
    let lines = match size.is_square() {
        true => size.width().to_string(),
        false => format!("{}:{}", size.width(), size.height()),
    };
    // A new file is UTF-8, where everything fits.
    let text =
        |text: &str| file.spell(text).into_iter().filter(|value| !value.is_empty()).collect::<Vec<_>>();
    let stones = handicap_points(size, new.handicap).unwrap_or_default();
    let handicap = (!stones.is_empty()).then(|| stones.len().to_string());
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
        ("AB", spelled(&stones)),
    ]
}
