//! The clipboard's content: a branch that was cut or copied.

use crate::{GameType, Refusal};

/// A branch that was cut or copied, as text in the file format of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clip {
    game: GameType,
    text: String,
}

impl Clip {
    pub fn new(game: GameType, text: impl Into<String>) -> Clip {
        Clip { game, text: text.into() }
    }

    pub fn game(&self) -> GameType {
        self.game
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text, if it can be pasted into a record of that game.
    pub(crate) fn text_for(&self, game: GameType) -> Result<&str, Refusal> {
        if self.game == game { Ok(&self.text) } else { Err(Refusal::NothingToPaste) }
    }
}
