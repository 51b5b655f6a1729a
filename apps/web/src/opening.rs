//! Opens a dropped or pasted file on the page that can read it.

use catalogue::{FileKind, recognise};
use record::pgn::game_from_fen;

use crate::handoff::{open_in_cards, open_in_study};

/// Opens a file. The error is its kind, if no page can read it.
pub fn open(name: &str, bytes: &[u8]) -> Result<(), FileKind> {
    let what = recognise(name, bytes);
    hand_over(what, name, bytes)
}

/// Opens a text without a name; `name` chooses one by its content.
pub fn open_text(text: &str, name: impl Fn(FileKind) -> String) -> Result<(), FileKind> {
    let what = recognise("", text.as_bytes());
    hand_over(what, &name(what), text.as_bytes())
}

fn hand_over(what: FileKind, name: &str, bytes: &[u8]) -> Result<(), FileKind> {
    match what {
        FileKind::GoRecord | FileKind::ChessRecord => open_in_study(name, bytes),
        FileKind::ChessPosition => {
            open_in_study(&as_pgn(name), game_from_fen(&String::from_utf8_lossy(bytes)).as_bytes());
        }
        FileKind::BackgammonMatch | FileKind::BackgammonPosition | FileKind::BackgammonAnalysis => {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_becomes_a_game_that_begins_with_it() {
        let text = game_from_fen(" 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\n");
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
