//! What is done about a file that another program has changed since it was read, whether that is noticed by saving or
//! before: save elsewhere, reload, compare or overwrite. Reloading can be undone.

use i18n::fill;

use crate::comparison::compare;
use crate::effect::{Effect, ReadFor, Target};
use crate::input::{Answer, GameId, OnDisk};
use crate::opening::read_record;
use crate::pending_question::PendingQuestion;
use crate::saving::WriteState;
use crate::workspace::Workspace;

impl Workspace {
    /// Asks what to do about another program's changes, unless another question is open.
    pub(crate) fn file_changed(&mut self, id: GameId) -> Vec<Effect> {
        let Some(game) = self.games.iter_mut().find(|game| game.id == id) else { return Vec::new() };
        game.write_state = WriteState::Idle;
        match self.pending_question {
            Some(_) => self.not_overwritten(id),
            None => self.ask_about_file(id, true),
        }
    }

    fn ask_about_file(&mut self, id: GameId, by_saving: bool) -> Vec<Effect> {
        let Some(game) = self.game(id) else { return Vec::new() };
        let path = game.path().map_or_else(|| game.name(), str::to_owned);
        // The studio keeps copies of files on its disk; a browser cannot.
        let is_kept = game.path().is_some();
        self.ask(PendingQuestion::FileChanged { game: id, path, is_kept, by_saving, comparison: None })
    }

    /// Noticed without saving. What is being written here may be the change.
    pub(crate) fn note_file_change(&mut self, id: GameId) {
        let game = self.games.iter_mut().find(|game| game.id == id);
        if let Some(game) = game.filter(|game| game.write_state == WriteState::Idle) {
            game.is_changed_on_disk = true;
        }
    }

    /// What the user decides about a noticed change.
    pub(crate) fn on_disk(&mut self, id: GameId, event: OnDisk) -> Vec<Effect> {
        let Some(game) = self.games.iter_mut().find(|game| game.id == id) else { return Vec::new() };
        match event {
            OnDisk::Changed => self.note_file_change(id),
            OnDisk::Keep => game.is_changed_on_disk = false,
            OnDisk::Reload => return vec![Effect::ReadAgain { game: id, purpose: ReadFor::Reload }],
            OnDisk::Choose if self.pending_question.is_none() => {
                let mut effects = self.ask_about_file(id, false);
                effects.push(Effect::ReadAgain { game: id, purpose: ReadFor::Comparison });
                return effects;
            }
            OnDisk::Choose => {}
        }
        vec![Effect::FocusBoard]
    }

    pub(crate) fn resolve_file_change(&mut self, question: PendingQuestion, answer: Answer) -> Vec<Effect> {
        let PendingQuestion::FileChanged { game, by_saving, .. } = &question else { return Vec::new() };
        let (game, by_saving) = (*game, *by_saving);
        match answer {
            Answer::Save => self.save_elsewhere(game),
            Answer::Yes => self.overwrite(game),
            Answer::Reload => vec![Effect::ReadAgain { game, purpose: ReadFor::Reload }],
            Answer::Compare => {
                // It stays open, and shows the differences once the file is read.
                self.pending_question = Some(question);
                vec![Effect::ReadAgain { game, purpose: ReadFor::Comparison }]
            }
            _ if by_saving => self.not_overwritten(game),
            _ => vec![Effect::FocusBoard],
        }
    }

    fn overwrite(&mut self, id: GameId) -> Vec<Effect> {
        let Some(game) = self.games.iter_mut().find(|game| game.id == id) else { return Vec::new() };
        let suggested = game.name();
        vec![game.write_to(Target::Overwrite { suggested })]
    }

    /// Like `overwrite`, to a file that the user picks.
    fn save_elsewhere(&mut self, id: GameId) -> Vec<Effect> {
        let Some(game) = self.games.iter_mut().find(|game| game.id == id) else { return Vec::new() };
        let suggested = game.name();
        vec![game.write_to(Target::Pick { suggested })]
    }

    fn not_overwritten(&mut self, id: GameId) -> Vec<Effect> {
        let Some(game) = self.game(id) else { return Vec::new() };
        let path = game.path().map_or_else(|| game.name(), str::to_owned);
        let why = fill(self.words().changed_by_other, &[("path", &path)]);
        let mut effects = self.save_failed(id, &why);
        effects.push(Effect::FocusBoard);
        effects
    }

    pub(crate) fn read_again(&mut self, id: GameId, purpose: ReadFor, bytes: Vec<u8>) -> Vec<Effect> {
        let Some(game) = self.game(id) else { return Vec::new() };
        let name = game.name();
        let theirs = match read_record(&name, bytes) {
            Ok(record) => record,
            Err(why) => return self.cannot_open(&name, why),
        };
        match purpose {
            ReadFor::Reload => self.reload(id, theirs),
            ReadFor::Comparison => {
                let lines = compare(game.record(), &theirs);
                match &mut self.pending_question {
                    Some(PendingQuestion::FileChanged { game, comparison, .. }) if *game == id => {
                        *comparison = Some(lines);
                    }
                    _ => {}
                }
                Vec::new()
            }
        }
    }

    /// The file as it is now replaces the open game; undo brings that back.
    fn reload(&mut self, id: GameId, theirs: record::Record) -> Vec<Effect> {
        self.switch(id);
        let place = self.current().place();
        self.after_saving = None;
        self.record_mut().mark_dirty();
        self.replace_undoably(theirs);
        let game = self.current_mut();
        game.go_to_place(&place);
        game.is_changed_on_disk = false;
        vec![Effect::Notify(self.language().go_study().reloaded.into()), Effect::FocusBoard]
    }
}
