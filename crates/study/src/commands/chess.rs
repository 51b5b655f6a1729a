//! Commands for chess games: copying positions and games, and the games of their file.

use record::Refusal;
use record::chess::ChessRefusal;

use crate::effect::Effect;
use crate::workspace::Workspace;

impl Workspace {
    pub(super) fn copy_fen(&self) -> Vec<Effect> {
        match self.record().position_text() {
            Some(fen) => vec![Effect::Copy(fen), Effect::Notify(self.chess_words().fen_copied.into())],
            None => self.refuse(&Refusal::Chess(ChessRefusal::NoPosition)),
        }
    }

    pub(super) fn copy_pgn(&self) -> Vec<Effect> {
        let text = self.current().chess().map(|record| record.game_text()).unwrap_or_default();
        vec![Effect::Copy(text), Effect::Notify(self.chess_words().pgn_copied.into())]
    }

    /// With unsaved changes.
    pub(super) fn train(&self) -> Vec<Effect> {
        let game = self.current();
        vec![Effect::Train { name: game.name(), bytes: game.record.write() }]
    }
}
