//! New chess games.

use rules::chess::Position;

use super::record::ChessRecord;
use crate::pgn::{Game, Pgn};

/// The players and the first position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    pub white: String,
    pub black: String,
    pub start: Position,
}

impl ChessRecord {
    /// A game without a file. Tags give its first position if that is not the usual one.
    pub fn create(new: &NewGame) -> ChessRecord {
        ChessRecord::of(Pgn::default(), new.game())
    }
}

impl NewGame {
    pub fn game(&self) -> Game {
        let mut game = Game::new(&self.start);
        let names = [("White", &self.white), ("Black", &self.black)];
        let named = names.iter().filter(|(_, name)| !name.trim().is_empty());
        let edit = game.tags_edit(named.map(|(tag, name)| (*tag, name.trim())));
        game.change(edit);
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameRecord;

    #[test]
    fn a_new_game_has_tags_for_the_players_and_the_first_position() {
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
            "entering the players cannot be undone"
        );
    }

    #[test]
    fn the_usual_first_position_needs_no_tag() {
        let new = NewGame { white: String::new(), black: String::new(), start: Position::initial() };
        let written = String::from_utf8(ChessRecord::create(&new).write()).unwrap();
        assert!(!written.contains("FEN") && !written.contains("SetUp"), "{written}");
    }
}
