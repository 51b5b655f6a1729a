//! Anything that was dropped or pasted, taken to the room that it belongs to.

use catalogue::{What, what_is};

use crate::handoff::{open_in_cards, open_in_study};

/// Or says what it was that no room can use.
pub fn open(name: &str, bytes: &[u8]) -> Result<(), String> {
    let called = |usual: &str| if name.is_empty() { usual.to_owned() } else { name.to_owned() };
    match what_is(name, bytes) {
        What::GoRecord => open_in_study(&called("Pasted.sgf"), bytes),
        What::ChessRecord => open_in_study(&called("Pasted.pgn"), bytes),
        What::ChessPosition => {
            open_in_study("Position.pgn", position(&String::from_utf8_lossy(bytes)).as_bytes());
        }
        What::BackgammonMatch | What::BackgammonPosition | What::BackgammonAnalysis => {
            open_in_cards(&called("Pasted text"), bytes);
        }
        what => return Err(refusal(name, what)),
    }
    Ok(())
}

/// A game that begins with the position. FEN has no quotes; what has some is not let out of its tag.
fn position(fen: &str) -> String {
    let fen: String = fen.trim().chars().filter(|c| !matches!(c, '"' | '\\')).collect();
    format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n")
}

fn refusal(name: &str, what: What) -> String {
    let it = if name.is_empty() { "This" } else { name };
    match what {
        What::Nothing => format!("{it} is empty: there is nothing to open."),
        What::Archive => format!("{it} is a package: open it in Anki, or unpack it and drop what is inside."),
        _ => format!(
            "{it} is nothing that Tabiya knows. It opens SGF, PGN, FEN, XGID, OGID, GNUID, texts of eXtreme Gammon and GNU Backgammon, and .mat matches."
        ),
    }
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
    fn what_is_not_known_is_refused_with_what_would_be() {
        assert!(
            refusal("a.doc", What::Unknown).starts_with("a.doc is nothing that Tabiya knows. It opens SGF")
        );
        assert_eq!(refusal("", What::Nothing), "This is empty: there is nothing to open.");
    }
}
