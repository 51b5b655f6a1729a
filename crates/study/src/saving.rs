//! Saving and closing: the host writes the bytes and reports the result.

use i18n::fill;
use record::sgf::Rotation;
use record::{GameType, Refusal};

use crate::effect::{Effect, Question, Target};
use crate::input::{FileName, GameId, Opened};
use crate::open_game::OpenGame;
use crate::pending_question::PendingQuestion;
use crate::workspace::Workspace;

/// What continues after the host has saved this game.
#[derive(Clone, Debug)]
pub enum AfterSaving {
    Close(GameId),
    Open(GameId, Box<Opened>),
    /// A copy of the game was made into a puzzle, which is solved then.
    Train {
        game: GameId,
        name: String,
        bytes: Vec<u8>,
    },
    /// The next changed game is saved; after the last one the program ends.
    Quit(GameId),
}

impl AfterSaving {
    fn game(&self) -> GameId {
        match self {
            AfterSaving::Close(game)
            | AfterSaving::Open(game, _)
            | AfterSaving::Train { game, .. }
            | AfterSaving::Quit(game) => *game,
        }
    }
}

/// Whether the host is writing a game to its file. Two writes at once would each be based on the same contents of
/// the file, and the second would be refused as if another program had changed it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum WriteState {
    #[default]
    Idle,
    Writing,
    /// Another save was requested meanwhile.
    WritingThenAgain,
}

impl Workspace {
    pub(crate) fn save(&mut self) -> Vec<Effect> {
        if let Err(refusal) = self.record().check_writable() {
            return self.refuse(&refusal);
        }
        let game = self.current().id;
        self.write(game)
    }

    fn write(&mut self, id: GameId) -> Vec<Effect> {
        let Some(game) = self.games.iter_mut().find(|game| game.id == id) else { return Vec::new() };
        if game.write_state != WriteState::Idle {
            game.write_state = WriteState::WritingThenAgain;
            return Vec::new();
        }
        let suggested = game.name();
        let target =
            if game.file.is_some() { Target::Same { suggested } } else { Target::Pick { suggested } };
        vec![game.write_to(target)]
    }

    pub(crate) fn save_as(&mut self) -> Vec<Effect> {
        if let Err(refusal) = self.record().check_writable() {
            return self.refuse(&refusal);
        }
        let game = self.current();
        let target = Target::Pick { suggested: game.name() };
        vec![Effect::Write {
            game: game.id,
            target,
            bytes: game.record.write(),
            revision: game.record.revision(),
        }]
    }

    /// All points of the file rotated by 180 degrees, as seen by the opponent.
    pub(crate) fn save_flipped(&mut self) -> Vec<Effect> {
        let Some(mut rotated) = self.record().go().map(|record| record.file().clone()) else {
            return self.refuse(&Refusal::OnlyFor(GameType::Go));
        };
        rotated.rotate(Rotation::Half);
        vec![self.save_copy("flipped", rotated.write())]
    }

    pub(crate) fn save_from_here(&mut self) -> Vec<Effect> {
        match self.record().file_from_here() {
            Ok(bytes) => vec![self.save_copy("part", bytes)],
            Err(refusal) => self.refuse(&refusal),
        }
    }

    /// Saves to another file: the current game keeps its name and its unsaved changes.
    pub(crate) fn save_copy(&self, what: &str, bytes: Vec<u8>) -> Effect {
        let game = self.current();
        let name = game.name();
        let extension = game.record.game_type().extension();
        let ends = name.len().checked_sub(extension.len()).and_then(|at| name.split_at_checked(at));
        let stem =
            ends.filter(|(_, end)| end.eq_ignore_ascii_case(extension)).map_or(&*name, |(stem, _)| stem);
        let target = Target::Copy { suggested: format!("{stem}-{what}{extension}") };
        Effect::Write { game: game.id, target, bytes, revision: game.record.revision() }
    }

    /// `file` is its file from now on; `None` for a copy.
    pub(crate) fn saved(&mut self, id: GameId, revision: u64, file: Option<FileName>) -> Vec<Effect> {
        let words = self.words();
        let Some(game) = self.games.iter_mut().find(|game| game.id == id) else { return Vec::new() };
        let Some(file) = file else {
            let mut effects = vec![Effect::Notify(words.copy_saved.into())];
            let after = self
                .after_saving
                .take_if(|after| matches!(after, AfterSaving::Train { game, .. } if *game == id));
            if let Some(AfterSaving::Train { name, bytes, .. }) = after {
                effects.push(Effect::Train { name, bytes });
            }
            return effects;
        };
        let write_state = std::mem::take(&mut game.write_state);
        game.record.saved(revision);
        game.is_changed_on_disk = false;
        game.replaced.mark_dirty();
        let mut effects = vec![Effect::Notify(fill(words.saved, &[("name", &file.name)]))];
        let old_key = std::mem::replace(&mut game.autosave_key, file.identity.clone());
        game.file = Some(file);
        if !game.is_dirty() {
            game.autosave.cancel();
            effects.push(Effect::DiscardAutosave { key: old_key });
        } else if write_state == WriteState::WritingThenAgain {
            effects.extend(self.write(id));
            return effects;
        }
        effects.extend(self.continue_after(id));
        effects
    }

    fn continue_after(&mut self, saved: GameId) -> Vec<Effect> {
        match self.after_saving.take_if(|after| after.game() == saved) {
            Some(AfterSaving::Close(game)) => self.close(game),
            Some(AfterSaving::Open(_, opened)) => self.opened(*opened),
            Some(AfterSaving::Quit(_)) => self.save_all_then_quit(),
            // That was another save.
            Some(AfterSaving::Train { .. }) | None => Vec::new(),
        }
    }

    pub(crate) fn save_failed(&mut self, id: GameId, why: &str) -> Vec<Effect> {
        if let Some(game) = self.games.iter_mut().find(|game| game.id == id) {
            game.write_state = WriteState::Idle;
        }
        let not_saved = Effect::Notify(fill(self.words().not_saved, &[("why", why)]));
        match self.after_saving.take_if(|after| after.game() == id) {
            Some(AfterSaving::Open(_, opened)) => {
                let not_opened = fill(self.words().was_not_opened, &[("name", &opened.file.name)]);
                vec![not_saved, Effect::Notify(not_opened)]
            }
            _ => vec![not_saved],
        }
    }

    pub(crate) fn ask_to_close(&mut self) -> Vec<Effect> {
        let game = self.current();
        let (id, name) = (game.id, game.name());
        if game.is_dirty() {
            self.ask(PendingQuestion::Simple(Question::SaveBeforeClosing { game: id, name }))
        } else {
            self.close(id)
        }
    }

    pub(crate) fn save_then_close(&mut self, id: GameId) -> Vec<Effect> {
        self.save_then(AfterSaving::Close(id))
    }

    pub(crate) fn save_then_open(&mut self, id: GameId, opened: Opened) -> Vec<Effect> {
        self.save_then(AfterSaving::Open(id, Box::new(opened)))
    }

    /// An open question has to be answered first.
    pub(crate) fn ask_to_quit(&mut self) -> Vec<Effect> {
        if let Some(question) = self.question() {
            return vec![Effect::Ask(question)];
        }
        let names: Vec<String> = self.changed().map(OpenGame::name).collect();
        match names.is_empty() {
            true => vec![Effect::Quit],
            false => self.ask(PendingQuestion::Simple(Question::SaveBeforeQuitting { names })),
        }
    }

    /// One after another: each may ask where to save.
    pub(crate) fn save_all_then_quit(&mut self) -> Vec<Effect> {
        let next = self.changed().next().map(OpenGame::id);
        next.map_or(vec![Effect::Quit], |game| self.save_then(AfterSaving::Quit(game)))
    }

    pub(crate) fn discard_all_and_quit(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        for game in self.games.iter_mut().filter(|game| game.is_dirty()) {
            game.autosave.cancel();
            effects.push(Effect::DiscardAutosave { key: game.autosave_key.clone() });
        }
        effects.push(Effect::Quit);
        effects
    }

    fn changed(&self) -> impl Iterator<Item = &OpenGame> {
        self.games.iter().filter(|game| game.is_dirty())
    }

    fn save_then(&mut self, after: AfterSaving) -> Vec<Effect> {
        let game = after.game();
        self.after_saving = Some(after);
        self.write(game)
    }
}

impl OpenGame {
    /// Further saves wait until this one is done.
    pub(crate) fn write_to(&mut self, target: Target) -> Effect {
        self.write_state = WriteState::Writing;
        Effect::Write { game: self.id, target, bytes: self.record.write(), revision: self.record.revision() }
    }
}
