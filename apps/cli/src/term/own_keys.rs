//! The player's own keys for the board, from the settings:
//!
//!     [keys]
//!     pass = "-"
//!     undo = "Backspace"

use std::collections::BTreeMap;

use ratatui::crossterm::event::KeyCode;

use super::keys::{Action, Binding, GAME, REVIEW, SCORE};

/// The key tables of the game screen.
#[derive(Clone, Debug)]
pub struct BoardKeys {
    pub game: Vec<Binding>,
    pub score: Vec<Binding>,
    pub review: Vec<Binding>,
}

/// The names of actions in the settings.
const NAMES: &[(&str, Action)] = &[
    ("pass", Action::Pass),
    ("undo", Action::Undo),
    ("plan", Action::Plan),
    ("continue", Action::PlayOn),
    ("score", Action::Score),
    ("analyse", Action::Analyse),
    ("review", Action::ReviewGame),
    ("back", Action::Back),
    ("next", Action::Forward),
    ("previous_variation", Action::PreviousVariation),
    ("next_variation", Action::NextVariation),
    ("comment", Action::Comment),
    ("tree", Action::Tree),
    ("focus", Action::Focus),
    ("numbers", Action::Numbers),
    ("resign", Action::Resign),
    ("opponent", Action::Opponent),
    ("rematch", Action::Rematch),
    ("new_game", Action::NewPlay),
    ("studio", Action::Studio),
    ("record", Action::Record),
    ("console", Action::Console),
    ("leave", Action::Leave),
];

impl Default for BoardKeys {
    fn default() -> BoardKeys {
        BoardKeys { game: GAME.to_vec(), score: SCORE.to_vec(), review: REVIEW.to_vec() }
    }
}

impl BoardKeys {
    /// Fails with the name that is wrong and why.
    pub fn of(own: &BTreeMap<String, String>) -> Result<BoardKeys, (String, String)> {
        let mut keys = BoardKeys::default();
        for (name, text) in own {
            let act = NAMES.iter().find(|(known, _)| known == name).map(|(_, act)| *act);
            let act = act.ok_or_else(|| (name.clone(), format!("there is no key called {name:?}")))?;
            let code = code(text).ok_or_else(|| {
                (
                    name.clone(),
                    format!("{text:?} is no key: write one character, Backspace, Tab or F1 to F12"),
                )
            })?;
            for table in [&mut keys.game, &mut keys.score, &mut keys.review] {
                assign(table, act, code, text);
            }
        }
        keys.conflict(own).map_or(Ok(keys), Err)
    }

    /// A key of the player's own that already has another action.
    fn conflict(&self, own: &BTreeMap<String, String>) -> Option<(String, String)> {
        let twice = |table: &[Binding], text: &str| {
            let with = |binding: &&Binding| code(text).is_some_and(|code| binding.codes.contains(&code));
            table.iter().filter(with).count() > 1
        };
        let tables = [&self.game, &self.score, &self.review];
        let (name, text) = own.iter().find(|(_, text)| tables.iter().any(|table| twice(table, text)))?;
        Some((name.clone(), format!("{text:?} is already the key of something else")))
    }
}

fn assign(table: &mut [Binding], act: Action, code: KeyCode, text: &str) {
    for binding in table.iter_mut().filter(|binding| binding.act == act) {
        binding.codes = vec![code].into();
        binding.shown = text.to_owned().into();
    }
}

fn code(text: &str) -> Option<KeyCode> {
    let mut chars = text.chars();
    match (text, chars.next(), chars.next()) {
        ("Backspace", ..) => Some(KeyCode::Backspace),
        ("Tab", ..) => Some(KeyCode::Tab),
        // A digit belongs to a point.
        (_, Some(c), None) if !c.is_ascii_digit() && !c.is_control() && c != ' ' => Some(KeyCode::Char(c)),
        (_, Some('F'), Some(_)) => {
            let number = text.get(1..)?.parse().ok().filter(|number| (1..=12).contains(number));
            number.map(KeyCode::F)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(pairs: &[(&str, &str)]) -> Result<BoardKeys, (String, String)> {
        BoardKeys::of(&pairs.iter().map(|(name, key)| ((*name).to_owned(), (*key).to_owned())).collect())
    }

    #[test]
    fn a_key_of_ones_own_replaces_the_usual_one() {
        let keys = own(&[("pass", "-"), ("undo", "F2")]).unwrap();
        let of = |act| keys.game.iter().find(|binding| binding.act == act).unwrap();
        assert_eq!(of(Action::Pass).codes[..], [KeyCode::Char('-')]);
        assert_eq!(
            (of(Action::Undo).codes[..].to_vec(), &*of(Action::Undo).shown),
            (vec![KeyCode::F(2)], "F2")
        );
    }

    #[test]
    fn unknown_names_keys_that_do_not_exist_and_keys_that_are_taken_are_refused() {
        for (name, key) in [("passs", "-"), ("pass", "5"), ("pass", "Ctrl"), ("pass", "F13"), ("pass", "s")] {
            let (wrong, why) = own(&[(name, key)]).unwrap_err();
            assert_eq!(wrong, name, "{why}");
        }
        assert!(own(&[("pass", "s"), ("score", "p")]).is_ok(), "two keys may change places");
    }
}
