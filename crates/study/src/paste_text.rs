//! Text from the clipboard: a branch that was copied here, games, a position, or a link to a game.

use catalogue::{FileKind, GameSite, game_link, recognise};
use i18n::Language;
use record::pgn::game_from_fen;

use crate::effect::Effect;
use crate::opening::read_record;
use crate::workspace::Workspace;

impl Workspace {
    pub(crate) fn paste_text(&mut self, text: String) -> Vec<Effect> {
        let mut copied = self.games.iter().filter_map(|game| game.clip.as_ref());
        if let Some(clip) = copied.find(|clip| clip.text() == text) {
            let clip = clip.clone();
            return self.paste(Some(clip));
        }
        if let Some(site) = game_link(&text) {
            return vec![Effect::Notify(how_to_download(site, self.language()).to_owned())];
        }
        match recognise("", text.as_bytes()) {
            FileKind::ChessPosition => self.open_pasted(game_from_fen(&text)),
            FileKind::GoRecord | FileKind::ChessRecord | FileKind::BackgammonMatch => self.open_pasted(text),
            _ if self.current().clip.is_some() => self.paste(self.current().clip.clone()),
            _ => vec![Effect::Notify(self.words().nothing_in_clipboard.into())],
        }
    }

    /// As a new game without a file, which is unsaved.
    fn open_pasted(&mut self, text: String) -> Vec<Effect> {
        match read_record("", text.into_bytes()) {
            Ok(mut record) => {
                record.mark_dirty();
                let mut game = self.new_open_game(record, None);
                // It has to be autosaved, although it was not edited.
                game.checked_revision = u64::MAX;
                self.open_and_choose(game)
            }
            Err(_) => vec![Effect::Notify(self.words().nothing_in_clipboard.into())],
        }
    }
}

/// The studio opens no web addresses: how to get the game of a link.
pub fn how_to_download(site: GameSite, language: Language) -> &'static str {
    match site {
        GameSite::Lichess => language.links().lichess,
        GameSite::ChessCom => language.links().chess_com,
    }
}
