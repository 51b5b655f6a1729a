//! Saving and closing: the bytes are made here, the host writes them and says what became of it.

use record::sgf::Turn;
use words::fill;

use crate::desk::Desk;
use crate::effect::{Effect, Question, Target};
use crate::input::{FileName, GameId};
use crate::open_game::OpenGame;
use crate::waiting::Waiting;

impl Desk {
    pub(crate) fn save(&mut self) -> Vec<Effect> {
        vec![write(self.current())]
    }

    pub(crate) fn save_as(&mut self) -> Vec<Effect> {
        let game = self.current();
        let target = Target::Pick { suggested: game.name() };
        vec![Effect::Write { game: game.id, target, bytes: game.write(), revision: game.revision() }]
    }

    /// Every point of the whole file turned by 180 degrees, as the other player saw it.
    pub(crate) fn save_flipped(&mut self) -> Vec<Effect> {
        let mut turned = self.current().record.file().clone();
        turned.turn(Turn::Half);
        vec![self.save_copy("flipped", turned.write())]
    }

    pub(crate) fn save_from_here(&mut self) -> Vec<Effect> {
        vec![self.save_copy("part", self.current().record.from_here())]
    }

    /// A file of its own: the game in front stays as it is, changes included.
    pub(crate) fn save_copy(&self, what: &str, bytes: Vec<u8>) -> Effect {
        let game = self.current();
        let name = game.name();
        let kind = if game.chess.is_some() { ".pgn" } else { ".sgf" };
        let ends = name.len().checked_sub(kind.len()).and_then(|at| name.split_at_checked(at));
        let stem = ends.filter(|(_, end)| end.eq_ignore_ascii_case(kind)).map_or(&*name, |(stem, _)| stem);
        let target = Target::Copy { suggested: format!("{stem}-{what}{kind}") };
        Effect::Write { game: game.id, target, bytes, revision: game.revision() }
    }

    /// `file` is where it lives from now on; none for a copy.
    pub(crate) fn saved(&mut self, id: GameId, revision: u64, file: Option<FileName>) -> Vec<Effect> {
        let words = self.words();
        let Some(game) = self.games.iter_mut().find(|game| game.id == id) else { return Vec::new() };
        let Some(file) = file else { return vec![Effect::Say(words.copy_saved.into())] };
        game.saved(revision);
        let mut effects = vec![Effect::Say(fill(words.saved, &[("name", &file.name)]))];
        let old_key = std::mem::replace(&mut game.aside_key, file.identity.clone());
        game.file = Some(file);
        if !game.is_dirty() {
            game.autosave.settled();
            effects.push(Effect::ForgetAside { key: old_key });
        }
        if self.closing == Some(id) {
            self.closing = None;
            effects.extend(self.close(id));
        }
        effects
    }

    pub(crate) fn save_failed(&mut self, id: GameId, why: &str) -> Vec<Effect> {
        if self.closing == Some(id) {
            self.closing = None;
        }
        vec![Effect::Say(fill(self.words().not_saved, &[("why", why)]))]
    }

    pub(crate) fn ask_to_close(&mut self) -> Vec<Effect> {
        let game = self.current();
        let (id, name) = (game.id, game.name());
        if game.is_dirty() {
            self.ask(Waiting::For(Question::SaveBeforeClosing { game: id, name }))
        } else {
            self.close(id)
        }
    }

    pub(crate) fn save_then_close(&mut self, id: GameId) -> Vec<Effect> {
        let Some(game) = self.game(id) else { return Vec::new() };
        let effect = write(game);
        self.closing = Some(id);
        vec![effect]
    }
}

fn write(game: &OpenGame) -> Effect {
    let suggested = game.name();
    let target = if game.file.is_some() { Target::Same { suggested } } else { Target::Pick { suggested } };
    Effect::Write { game: game.id, target, bytes: game.write(), revision: game.revision() }
}
