//! The position at a node of a record, as a query for the library.

use catalogue::{GameKind, PositionQuery, backgammon_key, chess_key, go_key};
use record::GameRecord;

use super::{Input, NodeArgs};
use crate::failure::Failure;

impl NodeArgs {
    /// Without `--at`, the position at the end of the main line.
    pub fn position_query(&self, input: &Input) -> Result<PositionQuery, Failure> {
        if input.is_pgn() {
            let (game, mut node) = self.find_chess(input)?;
            if self.at.is_none() {
                node = game.tree().main_line(game.root()).last().unwrap_or(node);
            }
            let no_position = || input.failure("the moves up to there cannot be played".to_owned());
            let position = game.position(node).ok_or_else(no_position)?;
            return Ok(PositionQuery { kind: GameKind::Chess, key: chess_key(&position) });
        }
        if input.is_match() {
            let mut record = self.find_match(input)?;
            if self.at.is_none() {
                record.to_end();
            }
            let position = record.position();
            return Ok(PositionQuery {
                kind: GameKind::Backgammon,
                key: backgammon_key(&position.board, position.turn),
            });
        }
        let mut record = self.find(input)?;
        if self.at.is_none() {
            record.to_end();
        }
        Ok(PositionQuery { kind: GameKind::Go, key: go_key(record.position().board()) })
    }
}
