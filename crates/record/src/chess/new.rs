//! A chess game that is about to begin.

use rules::chess::Position;

use super::record::ChessRecord;
use crate::pgn::{Game, Pgn};

/// Who plays, and from which position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    pub white: String,
    pub black: String,
    pub start: Position,
}

impl ChessRecord {
    /// A game that has no file yet. Where it begins elsewhere than usual, its tags say so.
    pub fn create(new: &NewGame) -> ChessRecord {
        let mut game = Game::new(&new.start);
        let names = [("White", &new.white), ("Black", &new.black)];
        let named = names.iter().filter(|(_, name)| !name.trim().is_empty());
        let edit = game.retagging(named.map(|(tag, name)| (*tag, name.trim())));
        game.change(edit);
        ChessRecord::of(Pgn::default(), game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameRecord;

    #[test]
    fn a_new_game_says_who_plays_and_where_it_begins() {
        let start = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false).unwrap().position;
        let new = NewGame { white: " Ann ".to_owned(), black: String::new(), start };
        let mut record = ChessRecord::create(&new);
        assert!(!record.is_dirty());
        record.play_text("e4").unwrap();
        assert!(record.is_dirty());
        let written = Pgn::read(record.write());
        let tag = |name| written.tag(0, name).unwrap_or_default().into_owned();
        assert_eq!([tag("White"), tag("Black"), tag("SetUp")], ["Ann", "?", "1"]);
        assert_eq!(tag("FEN"), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        let again = ChessRecord::open(written, 0);
        assert_eq!(again.tree().len(), 2);
        assert!(again.game().findings().is_empty());
        record.undo();
        assert_eq!(
            record.game().tag("White").as_deref(),
            Some("Ann"),
            "the players are no change to take back"
        );
    }

    #[test]
    fn the_usual_start_needs_no_word() {
        let new = NewGame { white: String::new(), black: String::new(), start: Position::initial() };
        let written = String::from_utf8(ChessRecord::create(&new).write()).unwrap();
        assert!(!written.contains("FEN") && !written.contains("SetUp"), "{written}");
    }
}
