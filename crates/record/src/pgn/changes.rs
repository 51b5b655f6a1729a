//! Only the changed games of a file, so that autosaving does not copy a large file every few seconds.
//! They are stored as text with a line before each, and are merged back by their number.
//!
//!     let saved = file.changes(&[(7, &game)])?;          // a few hundred bytes
//!     Pgn::with_changes(&bytes, &saved)                  // the whole file with the changed game 7

use std::collections::BTreeMap;

use super::file::Pgn;
use super::game::Game;
use crate::encodings::DoesNotFit;

const BEGIN: &str = "%tabiya changes to a file of ";
const GAME: &str = "%tabiya game ";

impl Pgn {
    /// Those of these games that differ from the file.
    pub fn changes(&self, games: &[(usize, &Game)]) -> Result<Vec<u8>, DoesNotFit> {
        let mut out = format!("{BEGIN}{}\n", self.len()).into_bytes();
        for (at, written) in self.changed_with(games)? {
            out.extend_from_slice(format!("{GAME}{at} {}\n", written.len()).as_bytes());
            out.extend_from_slice(&written);
        }
        Ok(out)
    }

    /// The file with the changes applied; if it is a different file by now, only the changed games. `None` if the text
    /// contains no changes.
    pub fn with_changes(bytes: &[u8], changes: &[u8]) -> Option<Vec<u8>> {
        let (count, changed) = parse(changes)?;
        let mut file = Pgn::read(bytes.to_vec());
        if file.len() == count {
            file.put(changed);
            return Some(file.write());
        }
        let alone = changed.into_values().map(|game| [game, b"\n\n".to_vec()].concat());
        Some(alone.collect::<Vec<_>>().concat())
    }
}

fn parse(changes: &[u8]) -> Option<(usize, BTreeMap<usize, Vec<u8>>)> {
    let (count, mut rest) = line(changes, BEGIN)?;
    let mut games = BTreeMap::new();
    while let Some((place, after)) = line(rest, GAME) {
        let (at, length) = place.split_once(' ')?;
        let (game, after) = after.split_at_checked(length.parse().ok()?)?;
        games.insert(at.parse().ok()?, game.to_vec());
        rest = after;
    }
    rest.is_empty().then_some((count.parse().ok()?, games))
}

/// The rest of a line after its prefix, and the text after the line.
fn line<'a>(text: &'a [u8], begin: &str) -> Option<(&'a str, &'a [u8])> {
    let text = text.strip_prefix(begin.as_bytes())?;
    let end = text.iter().position(|byte| *byte == b'\n')?;
    let (value, rest) = text.split_at_checked(end)?;
    Some((std::str::from_utf8(value).ok()?, rest.get(1..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str =
        "[White \"Ann\"]\n\n1. e4 e5 *\n\n[White \"Bob\"]\n\n1. d4 *\n\n[White \"Cy\"]\n\n1. c4 *\n";

    fn changed(file: &Pgn, at: usize) -> Game {
        let mut game = file.game(at).unwrap();
        let edit = game.tag_edit("Event", "Club");
        game.change(edit);
        game
    }

    #[test]
    fn changes_applied_to_the_file_give_the_edited_file() {
        let file = Pgn::read(FILE.as_bytes().to_vec());
        let (one, other) = (changed(&file, 1), changed(&file, 2));
        let untouched = file.game(0).unwrap();
        let games = [(0, &untouched), (1, &one), (2, &other)];
        let changes = file.changes(&games).unwrap();
        assert!(!String::from_utf8(changes.clone()).unwrap().contains("Ann"));
        let whole = Pgn::with_changes(FILE.as_bytes(), &changes).unwrap();
        assert_eq!(whole, file.write_with(&games).unwrap());
        assert!(String::from_utf8(whole).unwrap().contains("[Event \"Club\"]"));
    }

    #[test]
    fn if_the_file_has_changed_only_the_changed_games_are_returned() {
        let file = Pgn::read(FILE.as_bytes().to_vec());
        let changes = file.changes(&[(1, &changed(&file, 1))]).unwrap();
        let left = Pgn::read(Pgn::with_changes(b"1. a4 *\n", &changes).unwrap());
        assert_eq!((left.len(), left.tag(0, "White").as_deref()), (1, Some("Bob")));
    }

    #[test]
    fn other_text_contains_no_changes() {
        let cut = format!("{BEGIN}3\n{GAME}0 500\n1. e4 *");
        for text in ["", FILE, BEGIN, "%tabiya changes to a file of 3\n?", &cut] {
            assert_eq!(Pgn::with_changes(FILE.as_bytes(), text.as_bytes()), None, "{text}");
        }
    }
}
