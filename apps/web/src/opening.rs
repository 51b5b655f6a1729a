//! Anything that was dropped or pasted, taken to the room that it belongs to.

use catalogue::{What, what_is};

use crate::handoff::{open_in_cards, open_in_study};

/// A file with its name. Hands back what it is where no room can use it.
pub fn open(name: &str, bytes: &[u8]) -> Result<(), What> {
    let what = what_is(name, bytes);
    hand_over(what, name, bytes)
}

/// A text that has no name yet: what it is decides which.
pub fn open_text(text: &str, name: impl Fn(What) -> String) -> Result<(), What> {
    let what = what_is("", text.as_bytes());
    hand_over(what, &name(what), text.as_bytes())
}

fn hand_over(what: What, name: &str, bytes: &[u8]) -> Result<(), What> {
    match what {
        What::GoRecord | What::ChessRecord => open_in_study(name, bytes),
        What::ChessPosition => {
            open_in_study(&as_pgn(name), position(&String::from_utf8_lossy(bytes)).as_bytes());
        }
        What::BackgammonMatch | What::BackgammonPosition | What::BackgammonAnalysis => {
            open_in_cards(name, bytes);
        }
        what => return Err(what),
    }
    Ok(())
}

/// `mate.fen` is saved as `mate.pgn`.
fn as_pgn(name: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    format!("{stem}.pgn")
}

/// A game that begins with the position. FEN has no quotes; what has some is not let out of its tag.
fn position(fen: &str) -> String {
    let fen: String = fen.trim().chars().filter(|c| !matches!(c, '"' | '\\')).collect();
    format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_becomes_a_game_that_begins_with_it() {
        let text = position(" 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\n");
        let game = record::pgn::Game::read(&text).unwrap();
        let start = game.position(game.root()).unwrap();
        assert!(start.fen().starts_with("8/8/8/4k3/8/8/4P3/4K3 w"), "{}", start.fen());
    }

    #[test]
    fn a_position_is_saved_as_a_game() {
        assert_eq!(
            [as_pgn("mate.fen"), as_pgn("mate"), as_pgn("a.b.txt")],
            ["mate.pgn", "mate.pgn", "a.b.pgn"]
        );
    }
}
