//! The games of a file: from one to another, added, deleted and put in another order. All of it can be undone.

use i18n::fill;
use record::{ChessRecord, GameRecord, Record, Refusal};

use crate::effect::{Effect, Question};
use crate::input::{GameId, GamesEdit};
use crate::pending_question::PendingQuestion;
use crate::workspace::Workspace;

impl Workspace {
    /// Opens a game of that file; changes to all its games are kept.
    pub(crate) fn choose_game(&mut self, game: GameId, number: usize) -> Vec<Effect> {
        if self.game(game).is_none() {
            return Vec::new();
        }
        let effects = self.switch(game);
        self.record_mut().open_game(number);
        effects
    }

    pub(crate) fn step_game(&mut self, by: isize) -> Vec<Effect> {
        let (number, games) = (self.record().number(), self.record().games());
        match number.checked_add_signed(by).filter(|next| *next < games) {
            Some(next) => {
                self.record_mut().open_game(next);
                let place = [("number", &*(next + 1).to_string()), ("of", &games.to_string())];
                vec![Effect::NotifyPlace(fill(self.words().game_number, &place)), Effect::FocusBoard]
            }
            None => {
                let words = self.words();
                let text = if by < 0 { words.no_game_before } else { words.no_game_after };
                vec![Effect::Notify(text.into())]
            }
        }
    }

    /// Moves the open game in the order of the file.
    pub(crate) fn move_game(&mut self, by: isize) -> Vec<Effect> {
        let (game, from) = (self.current().id, self.record().number());
        match from.checked_add_signed(by).filter(|to| *to < self.record().games()) {
            Some(to) => self.edit_games(game, GamesEdit::Move { from, to }),
            None => self.step_game(by),
        }
    }

    pub(crate) fn ask_to_delete_game(&mut self, number: usize) -> Vec<Effect> {
        let game = self.current();
        let Some(record) = game.chess() else { return Vec::new() };
        if record.games() < 2 {
            return self.refuse(&Refusal::Arrange(record::pgn::ArrangeError::OnlyGame));
        }
        let (game, players) = (game.id, players(record, number));
        self.ask(PendingQuestion::Simple(Question::DeleteGame { game, number, players }))
    }

    pub(crate) fn edit_games(&mut self, game: GameId, edit: GamesEdit) -> Vec<Effect> {
        let Some(record) = self.game(game).and_then(|game| game.chess()) else { return Vec::new() };
        let edited = match edit {
            GamesEdit::Add(new) => record.with_game_added(&new.game()),
            GamesEdit::Delete(number) => record.with_game_deleted(number),
            GamesEdit::Move { from, to } => record.with_game_moved(from, to),
        };
        match edited {
            Ok(edited) => {
                let effects = self.switch(game);
                self.replace_undoably(Record::from(edited));
                effects
            }
            Err(refusal) => self.refuse(&refusal),
        }
    }
}

/// `Ann – Bob`, or the event of a puzzle without players.
pub(crate) fn players(record: &ChessRecord, number: usize) -> String {
    let tag = |name: &str| {
        let text = record.tag_of(number, name).unwrap_or_default();
        Some(text.trim().to_owned()).filter(|text| !matches!(text.as_str(), "" | "?"))
    };
    match (tag("White"), tag("Black"), tag("Event")) {
        (None, None, Some(event)) => event,
        (white, black, _) => {
            let name = |name: Option<String>| name.unwrap_or_else(|| "?".to_owned());
            format!("{} – {}", name(white), name(black))
        }
    }
}
