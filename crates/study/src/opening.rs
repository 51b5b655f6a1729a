//! Opens files, restores autosaves, creates games.

use catalogue::{FileKind, is_text, recognise};
use record::backgammon::MatchFile;
use record::chess::ChessRecord;
use record::go::GoRecord;
use record::pgn::Pgn;
use record::sgf::{self, ReadError};
use record::{MatchRecord, Record};

use crate::effect::{Dialog, Effect};
use crate::input::{Autosaved, FileName, GameId, NewGame, Opened};
use crate::open_game::OpenGame;
use crate::pending_question::{AutosavedRecord, PendingQuestion};
use crate::workspace::Workspace;

impl Workspace {
    pub(crate) fn opened(&mut self, opened: Opened) -> Vec<Effect> {
        if let Some(open) = self.open_already(&opened.file) {
            let effects = self.switch(open);
            self.current_mut().is_reopened = false;
            return effects;
        }
        match restorable(&opened) {
            Some(autosaved) => {
                let Opened { file, bytes, .. } = opened;
                self.ask(PendingQuestion::RestoreAutosave { file, bytes, autosaved })
            }
            None => self.open(opened.file, opened.bytes),
        }
    }

    /// Asks first about unsaved changes to the current game, as before closing it.
    pub(crate) fn activated(&mut self, opened: Opened) -> Vec<Effect> {
        let current = self.current();
        if !current.is_dirty() || self.open_already(&opened.file).is_some() {
            return self.opened(opened);
        }
        let (game, name) = (current.id, current.name());
        self.ask(PendingQuestion::Activate { game, name, opened })
    }

    pub(crate) fn open_already(&self, file: &FileName) -> Option<GameId> {
        let is_it = |game: &&OpenGame| game.file().is_some_and(|open| open.identity == file.identity);
        self.games.iter().find(is_it).map(|game| game.id)
    }

    pub(crate) fn open(&mut self, file: FileName, bytes: Vec<u8>) -> Vec<Effect> {
        match read_record(&file.name, bytes) {
            Ok(record) => self.open_record(file, record),
            Err(why) => self.cannot_open(&file.name, why),
        }
    }

    /// Opens the autosave; it differs from the file, so it is unsaved. It stays stored under its key.
    pub(crate) fn open_autosaved(&mut self, file: FileName, autosaved: AutosavedRecord) -> Vec<Effect> {
        let AutosavedRecord { key, mut record, place, .. } = autosaved;
        record.mark_dirty();
        let effects = self.open_record(file, record);
        let game = self.current_mut();
        game.autosave_key = key;
        match place {
            // One was in this game: there is nothing to choose.
            Some(place) => {
                game.go_to_place(&place);
                vec![Effect::FocusBoard]
            }
            None => effects,
        }
    }

    fn open_record(&mut self, mut file: FileName, record: Record) -> Vec<Effect> {
        file.name = self.name_by_type(file.name, file.path.is_none(), &record);
        let game = self.new_open_game(record, Some(file));
        self.open_and_choose(game)
    }

    /// Opens it, and asks which of its games if there are several.
    pub(crate) fn open_and_choose(&mut self, game: OpenGame) -> Vec<Effect> {
        let (id, has_several) = (game.id, game.record.games() > 1);
        self.open_as_current(game);
        if has_several { vec![Effect::Show(Dialog::Games(id))] } else { vec![Effect::FocusBoard] }
    }

    pub(crate) fn create(&mut self, new: &NewGame) -> Vec<Effect> {
        let record = match new {
            NewGame::Go(new) => GoRecord::create(new).into(),
            NewGame::Chess(new) => ChessRecord::create(new).into(),
        };
        let game = self.new_open_game(record, None);
        self.open_as_current(game);
        vec![Effect::FocusBoard]
    }
}

/// The autosaved record of a file, if it differs from the file and can be read.
pub(crate) fn restorable(opened: &Opened) -> Option<Box<AutosavedRecord>> {
    let Autosaved { key, saved_at, bytes, place } = opened.autosaved.as_ref()?;
    let whole = Pgn::with_changes(&opened.bytes, bytes).unwrap_or_else(|| bytes.clone());
    if whole == opened.bytes {
        return None;
    }
    let record = read_record(&opened.file.name, whole).ok()?;
    Some(Box::new(AutosavedRecord { key: key.clone(), saved_at: *saved_at, record, place: place.clone() }))
}

/// Parses the file once, as the kind that `catalogue` recognises.
pub(crate) fn read_record(name: &str, bytes: Vec<u8>) -> Result<Record, ReadError> {
    match recognise(name, &bytes) {
        FileKind::ChessRecord | FileKind::ChessPosition => read_chess(bytes),
        FileKind::BackgammonMatch => read_match(&bytes),
        // Text whose beginning shows no format may still contain games further on.
        FileKind::Unknown if !is_text(&bytes) => Err(ReadError::NoGame),
        FileKind::Unknown => read_late_go(&bytes).or_else(|why| read_chess(bytes).map_err(|_| why)),
        _ => read_go(&bytes),
    }
}

fn read_go(bytes: &[u8]) -> Result<Record, ReadError> {
    Ok(GoRecord::open(sgf::read(bytes)?, 0).into())
}

/// A program's source may contain `(;` too: there must be something in the nodes.
fn read_late_go(bytes: &[u8]) -> Result<Record, ReadError> {
    let file = sgf::read(bytes)?;
    let has_property = file
        .games()
        .iter()
        .any(|root| file.tree().preorder(*root).any(|node| file.node(node).properties().next().is_some()));
    if has_property { Ok(GoRecord::open(file, 0).into()) } else { Err(ReadError::NoGame) }
}

fn read_match(bytes: &[u8]) -> Result<Record, ReadError> {
    match MatchFile::read(bytes) {
        Ok(file) if !file.games().is_empty() => Ok(MatchRecord::open(file, 0).into()),
        _ => Err(ReadError::NoGame),
    }
}

fn read_chess(bytes: Vec<u8>) -> Result<Record, ReadError> {
    let games = Pgn::read(bytes);
    if games.is_empty() { Err(ReadError::NoGame) } else { Ok(ChessRecord::open(games, 0).into()) }
}
