//! The games of the file: listed as they are now, added, deleted and put in another order.
//!
//! A file with other games is another record. The caller keeps the old one, with its undo history, to go back to.

use std::borrow::Cow;

use rules::chess::Position;

use super::record::ChessRecord;
use crate::pgn::{Game, Pgn, Start};
use crate::tree::NodeId;
use crate::{GameRecord, Refusal};

impl ChessRecord {
    /// With the game after the open one. It is open in the new record.
    pub fn with_game_added(&self, game: &Game) -> Result<ChessRecord, Refusal> {
        let at = self.number + 1;
        Ok(opened(self.written().with_game_added(at, game)?, at))
    }

    /// Without that game. The open game stays open; if it is the deleted one, the next one is opened.
    pub fn with_game_deleted(&self, number: usize) -> Result<ChessRecord, Refusal> {
        let file = self.written().without_game(number)?;
        let next = if number < self.number { self.number - 1 } else { self.number };
        let mut record = opened(file, 0);
        record.open_game(next.min(record.games().saturating_sub(1)));
        if number != self.number {
            record.go_where(self);
        }
        Ok(record)
    }

    /// With that game in another place. The open game stays open, at the same move.
    pub fn with_game_moved(&self, from: usize, to: usize) -> Result<ChessRecord, Refusal> {
        let file = self.written().with_game_moved(from, to)?;
        let open = match self.number {
            open if open == from => to,
            open if from < open && open <= to => open - 1,
            open if to <= open && open < from => open + 1,
            open => open,
        };
        let mut record = opened(file, open);
        record.go_where(self);
        Ok(record)
    }

    /// A tag of any game of the file, with its changes.
    pub fn tag_of(&self, number: usize, name: &str) -> Option<Cow<'_, str>> {
        match self.changed_game(number) {
            Some(game) => game.tag(name),
            None => self.file().tag(number, name),
        }
    }

    /// Any game of the file, with its changes; parsed unless it is open.
    pub fn game_at(&self, number: usize) -> Option<Cow<'_, Game>> {
        match self.changed_game(number) {
            Some(game) => Some(Cow::Borrowed(game)),
            None => self.file().game(number).map(Cow::Owned),
        }
    }

    /// The open game as PGN: as in the file if it is unchanged.
    pub fn game_text(&self) -> String {
        match self.file().text(self.number).filter(|_| !self.game().is_changed()) {
            Some(text) => text.trim().to_owned() + "\n",
            None => self.game().to_text() + "\n",
        }
    }

    fn changed_game(&self, number: usize) -> Option<&Game> {
        match number == self.number {
            true => Some(self.game()),
            false => self.others.get(&number).map(|editor| editor.game()),
        }
    }

    /// The file as it would be saved now.
    fn written(&self) -> Pgn {
        let bytes = self.write();
        Pgn::read_as(bytes.clone(), self.file().charset()).unwrap_or_else(|| Pgn::read(bytes))
    }

    /// Goes to the move at which the other record is.
    fn go_where(&mut self, other: &ChessRecord) {
        let path = other.tree().path(other.here());
        if let Ok(here) = self.tree().follow(self.root(), &path, |_| true) {
            self.go_to(here);
        }
    }
}

fn opened(file: Pgn, number: usize) -> ChessRecord {
    let mut record = ChessRecord::open(file, number);
    record.mark_dirty();
    record
}

impl Game {
    /// The nodes with this position, in file order. Move counters do not matter.
    pub fn nodes_with(&self, position: &Position) -> Vec<NodeId> {
        let Start::Position(start) = self.start() else { return Vec::new() };
        let mut positions: Vec<Option<Position>> = vec![None; self.tree().len()];
        let mut found = Vec::new();
        for node in self.tree().preorder(self.root()) {
            let before = self.tree().parent(node).and_then(|parent| positions.get(parent.index()));
            let here = match before {
                None => Some(start.clone()),
                Some(before) => before.as_ref().zip(self.mv(node)).and_then(|(at, mv)| at.play(mv).ok()),
            };
            found.extend(here.as_ref().filter(|here| *here == position).map(|_| node));
            if let Some(slot) = positions.get_mut(node.index()) {
                *slot = here;
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "[White \"Ann\"]\n\n1. e4   e5 2. Nf3 *\n\n[White \"Bob\"]\n\n1. d4 *\n\n[White \"Cy\"]\n\n1. Nf3 e5 2. e4 *\n";

    fn record(number: usize) -> ChessRecord {
        ChessRecord::open(Pgn::read(FILE.as_bytes().to_vec()), number)
    }

    fn names(record: &ChessRecord) -> String {
        let name = |number| record.tag_of(number, "White").unwrap_or_default().into_owned();
        (0..record.games()).map(name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_open_game_stays_open_at_its_move_when_games_are_moved() {
        for (open, from, to, order, number) in [
            (0, 0, 2, "Bob Cy Ann", 2),
            (0, 2, 0, "Cy Ann Bob", 1),
            (2, 0, 1, "Bob Ann Cy", 2),
            (1, 0, 2, "Bob Cy Ann", 0),
            (1, 1, 0, "Bob Ann Cy", 0),
        ] {
            let mut before = record(open);
            before.forward();
            let here = before.numbered_san(before.here());
            let after = before.with_game_moved(from, to).unwrap();
            assert_eq!((names(&after).as_str(), after.number()), (order, number));
            assert_eq!(after.numbered_san(after.here()), here);
            assert!(after.is_dirty() && !before.is_dirty());
        }
    }

    #[test]
    fn changes_to_other_games_come_along() {
        let mut before = record(1);
        before.set_tags(&[("Event".into(), "Club".into())]).unwrap();
        before.open_game(0);
        let after = before.with_game_deleted(2).unwrap();
        assert_eq!(names(&after), "Ann Bob");
        assert_eq!(after.tag_of(1, "Event").as_deref(), Some("Club"));
        assert!(
            String::from_utf8(after.write()).unwrap().starts_with("[White \"Ann\"]\n\n1. e4   e5 2. Nf3 *\n")
        );
    }

    #[test]
    fn a_deleted_game_gives_way_to_the_next() {
        assert_eq!(record(1).with_game_deleted(1).map(|after| after.number()), Ok(1));
        assert_eq!(record(2).with_game_deleted(2).map(|after| after.number()), Ok(1));
        assert_eq!(record(2).with_game_deleted(0).map(|after| after.number()), Ok(1));
        assert!(record(0).with_game_deleted(3).is_err());
    }

    #[test]
    fn a_game_is_added_behind_the_open_one() {
        let game = Game::new(&Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false).unwrap().position);
        let after = record(0).with_game_added(&game).unwrap();
        assert_eq!((after.games(), after.number()), (4, 1));
        assert!(after.tag_of(1, "FEN").is_some_and(|fen| fen.starts_with("4k3/8")));
        assert!(
            String::from_utf8(after.write())
                .unwrap()
                .starts_with(FILE.split_once("\n\n[White \"Bob").unwrap().0)
        );
    }

    #[test]
    fn an_autosave_of_a_file_with_other_games_is_the_whole_file() {
        let large = format!("{FILE}\n").repeat((5 << 20) / FILE.len());
        let record = ChessRecord::open(Pgn::read(large.into_bytes()), 0);
        let mut after = record.with_game_deleted(1).unwrap();
        assert_eq!(after.autosave_bytes(), after.write());
        after.saved(after.revision());
        after.set_tags(&[("Event".into(), "Club".into())]).unwrap();
        assert!(after.autosave_bytes().len() < 1000, "on disk are its games again");
    }

    #[test]
    fn a_position_is_found_however_it_was_reached() {
        let record = record(0);
        let position = record.file().game(0).unwrap();
        let end = position.tree().main_line(position.root()).last().unwrap();
        let wanted = position.position(end).unwrap();
        let found = |number| record.game_at(number).unwrap().nodes_with(&wanted).len();
        assert_eq!([found(0), found(1), found(2)], [1, 0, 1]);
    }

    #[test]
    fn a_changed_game_is_copied_with_its_changes_and_an_unchanged_one_as_it_was_written() {
        let mut record = record(0);
        assert_eq!(record.game_text(), "[White \"Ann\"]\n\n1. e4   e5 2. Nf3 *\n");
        record.set_tags(&[("White".into(), "Zoë".into())]).unwrap();
        assert!(record.game_text().contains("[White \"Zoë\"]"));
    }
}
