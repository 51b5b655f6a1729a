//! Earlier versions of a file: one replaces the record of its open game, and undo brings the record back.

use record::Record;

use crate::effect::{Dialog, Effect};
use crate::input::GameId;
use crate::open_game::OpenGame;
use crate::opening::read_record;
use crate::workspace::Workspace;

/// The records that the game had before versions were restored, and those that were undone. Each record has its own
/// history of edits; between the histories of two records, undo and redo change the record.
#[derive(Default)]
pub(crate) struct ReplacedRecords {
    /// The latest last.
    before: Vec<Record>,
    /// With the revision of the record that it replaced: after an edit there is nothing to redo.
    undone: Vec<(u64, Record)>,
}

impl ReplacedRecords {
    /// The file has the contents of the open record now.
    pub fn mark_dirty(&mut self) {
        let undone = self.undone.iter_mut().map(|(_, record)| record);
        self.before.iter_mut().chain(undone).for_each(|record| record.mark_dirty());
    }
}

impl OpenGame {
    pub(crate) fn can_undo(&self) -> bool {
        self.record.can_undo() || !self.replaced.before.is_empty()
    }

    pub(crate) fn can_redo(&self) -> bool {
        self.record.can_redo() || self.is_restored_next()
    }

    /// Whether redo restores a version again.
    fn is_restored_next(&self) -> bool {
        let is_next = |(revision, _): &(u64, Record)| *revision == self.record.revision();
        !self.record.can_redo() && self.replaced.undone.last().is_some_and(is_next)
    }
}

impl Workspace {
    pub(crate) fn earlier_versions(&self) -> Vec<Effect> {
        match self.current().path() {
            Some(_) => vec![Effect::Show(Dialog::EarlierVersions)],
            None => vec![Effect::Notify(self.words().no_file_yet.into())],
        }
    }

    pub(crate) fn restore_version(&mut self, id: GameId, bytes: Vec<u8>) -> Vec<Effect> {
        let Some(game) = self.game(id) else { return Vec::new() };
        let name = game.name();
        let mut record = match read_record(&name, bytes) {
            Ok(record) => record,
            Err(why) => return self.cannot_open(&name, why),
        };
        record.mark_dirty();
        self.switch(id);
        let number = self.record().number();
        record.open_game(number);
        self.replace_undoably(record);
        vec![Effect::Notify(self.words().version_restored.into()), Effect::FocusBoard]
    }

    /// Puts another record in the place of the current one; undo brings it back.
    pub(crate) fn replace_undoably(&mut self, record: Record) {
        self.record_mut().forget_undone();
        let replaced = self.change_record(record);
        let game = self.current_mut();
        game.replaced.before.push(replaced);
        game.replaced.undone.clear();
    }

    pub(crate) fn undo(&mut self) -> Vec<Effect> {
        if self.record().can_undo() {
            return self.navigate(|record| record.undo());
        }
        if let Some(before) = self.current_mut().replaced.before.pop() {
            let revision = before.revision();
            let undone = self.change_record(before);
            self.current_mut().replaced.undone.push((revision, undone));
        }
        Vec::new()
    }

    pub(crate) fn redo(&mut self) -> Vec<Effect> {
        if !self.current().is_restored_next() {
            return self.navigate(|record| record.redo());
        }
        if let Some((_, undone)) = self.current_mut().replaced.undone.pop() {
            let before = self.change_record(undone);
            self.current_mut().replaced.before.push(before);
        }
        Vec::new()
    }

    /// Puts another record in the place of the current one and returns that.
    fn change_record(&mut self, record: Record) -> Record {
        let id = self.new_id();
        let game = self.current_mut();
        // No revision of the new record: it has to be autosaved, or its autosave discarded.
        game.checked_revision = u64::MAX;
        game.replace_record(id, record)
    }
}
