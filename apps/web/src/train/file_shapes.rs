//! Arrows and circles that a file has for its puzzles.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use record::NodeId;
use record::pgn::{Pgn, Shape};

pub struct FileShapes {
    file: Arc<Pgn>,
    games: Arc<Vec<usize>>,
    /// Those of the puzzle that was shown last.
    last: Mutex<Option<(usize, GameShapes)>>,
}

type GameShapes = HashMap<NodeId, Vec<Shape>>;

impl FileShapes {
    /// `games` has the number in the file of each puzzle's game.
    pub fn new(file: Arc<Pgn>, games: Arc<Vec<usize>>) -> FileShapes {
        FileShapes { file, games, last: Mutex::new(None) }
    }

    /// The shapes of a node of the puzzle with this index.
    pub fn at(&self, puzzle: usize, node: NodeId) -> Vec<Shape> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.as_ref().is_none_or(|(of, _)| *of != puzzle) {
            *last = Some((puzzle, self.read(puzzle).unwrap_or_default()));
        }
        last.as_ref().and_then(|(_, shapes)| shapes.get(&node).cloned()).unwrap_or_default()
    }

    fn read(&self, puzzle: usize) -> Option<GameShapes> {
        let game = self.file.game(*self.games.get(puzzle)?)?;
        let nodes = game.tree().preorder(game.root()).map(|node| (node, game.shapes(node)));
        Some(nodes.filter(|(_, shapes)| !shapes.is_empty()).collect())
    }
}
