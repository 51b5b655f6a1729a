//! Chess files on the command line.

mod draw;
mod json;
mod show;

use record::NodeId;
use record::pgn::{Game, Pgn, Start};
use rules::chess::Position;

pub use draw::{fen, scene, scene_of_fen};
pub use json::document;
pub use show::{board, everything};

use super::NodeArgs;
use super::input::Input;
use crate::failure::Failure;

impl NodeArgs {
    /// The game, and the node in it.
    pub fn find_chess(&self, input: &Input) -> Result<(Game, NodeId), Failure> {
        let file = Pgn::read(input.bytes.clone());
        let number = self.game_of(input, file.len())?;
        let game = file.game(number).ok_or_else(|| input.no_game(number + 1, file.len()))?;
        let Some(path) = &self.at else {
            let root = game.root();
            return Ok((game, root));
        };
        let is_move = |node| node != game.root();
        let found = game.tree().follow(game.root(), path, is_move);
        let node = found.map_err(|error| input.failure(error.to_string()))?;
        Ok((game, node))
    }
}

/// The position at a node, or why there is none.
pub fn position(game: &Game, node: NodeId) -> Result<Position, String> {
    game.position(node).ok_or_else(|| match game.start() {
        Start::Position(_) => "a move up to here cannot be played".to_owned(),
        Start::Pieces(_) | Start::Unreadable => "its position cannot be played".to_owned(),
    })
}

/// All findings about the games, with line and column.
pub fn findings(file: &Pgn) -> impl Iterator<Item = record::pgn::Finding> + '_ {
    (0..file.len()).filter_map(|n| file.game(n)).flat_map(|game| game.findings().to_vec())
}
