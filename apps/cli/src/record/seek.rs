//! The position at a place of a record, as the library looks for it.

use catalogue::{Kind, Sought, chess_key, go_key};

use super::{Input, Place};
use crate::failure::Failure;

impl Place {
    /// Without a place, that in which the main line ends.
    pub fn sought(&self, input: &Input) -> Result<Sought, Failure> {
        if input.is_pgn() {
            let (game, mut node) = self.find_chess(input)?;
            if self.at.is_none() {
                node = game.tree().main_line(game.root()).last().unwrap_or(node);
            }
            let no_position = || input.failure("the line cannot be played that far".to_owned());
            let position = game.position(node).ok_or_else(no_position)?;
            return Ok(Sought { kind: Kind::Chess, key: chess_key(&position) });
        }
        let mut record = self.find(input)?;
        if self.at.is_none() {
            record.to_end();
        }
        Ok(Sought { kind: Kind::Go, key: go_key(record.position().board()) })
    }
}
