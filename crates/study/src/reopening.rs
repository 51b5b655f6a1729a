//! What was open before the page was loaded again, and unsaved work without a file. Neither covers what the user has
//! opened since: it goes behind.

use record::pgn::Pgn;
use record::{Path, Record};

use crate::effect::Effect;
use crate::input::{Autosaved, Place, Reopened};
use crate::open_game::{OpenGame, numbered, untitled};
use crate::opening::{read_record, restorable};
use crate::pending_question::AutosavedRecord;
use crate::workspace::Workspace;

impl OpenGame {
    /// Where it is, for opening it there again.
    pub fn place(&self) -> Place {
        let record = self.record();
        Place {
            number: record.number(),
            path: record.tree().path(record.here()).to_string(),
            is_flipped: self.is_flipped(),
        }
    }

    /// Under which unsaved changes are stored.
    pub fn autosave_key(&self) -> &str {
        &self.autosave_key
    }

    pub(crate) fn go_to_place(&mut self, place: &Place) {
        if self.is_flipped() != place.is_flipped {
            self.view.flip();
        }
        if place.number != self.record.number() {
            self.record.open_game(place.number);
        }
        let Ok(path) = place.path.parse::<Path>() else { return };
        if let Ok(node) = self.record.tree().follow(self.record.root(), &path, |_| true) {
            self.record.go_to(node);
        }
    }
}

impl Workspace {
    pub(crate) fn reopened(&mut self, reopened: Reopened) -> Vec<Effect> {
        let Reopened { opened, place, is_current } = reopened;
        if self.open_already(&opened.file).is_some() {
            return Vec::new();
        }
        // Changes to a file that is not there cannot be applied; they stay stored until it is opened.
        let is_changes = |autosaved: &Autosaved| Pgn::with_changes(&[], &autosaved.bytes).is_some();
        if opened.bytes.is_empty() && opened.autosaved.as_ref().is_none_or(is_changes) {
            return Vec::new();
        }
        let (record, key, stored) = match restorable(&opened).map(|autosaved| *autosaved) {
            Some(AutosavedRecord { key, mut record, place, .. }) => {
                record.mark_dirty();
                (record, Some(key), place)
            }
            None => match read_record(&opened.file.name, opened.bytes) {
                Ok(record) => (record, None, None),
                Err(why) => return self.cannot_open(&opened.file.name, why),
            },
        };
        let mut file = opened.file;
        file.name = self.name_by_type(file.name, file.path.is_none(), &record);
        let mut game = self.new_open_game(record, Some(file));
        game.autosave_key = key.unwrap_or(game.autosave_key);
        game.is_reopened = true;
        // After a crash only the autosave knows the place.
        game.go_to_place(&place.or(stored).unwrap_or_default());
        self.add_reopened(game, is_current)
    }

    fn add_reopened(&mut self, game: OpenGame, is_current: bool) -> Vec<Effect> {
        let front = self.current();
        if front.is_untouched() || (is_current && front.is_reopened) {
            self.open_as_current(game);
            return vec![Effect::FocusBoard];
        }
        self.games.push(game);
        Vec::new()
    }

    /// Games without a file are stored under one name, whatever their type.
    pub(crate) fn name_by_type(&self, name: String, is_without_path: bool, record: &Record) -> String {
        let is_untitled = is_without_path && name == untitled(self.words(), record::GameType::Go);
        match is_untitled {
            true => numbered(self.words(), record.game_type(), self.free_untitled_number()),
            false => name,
        }
    }
}
