//! The main line of a game as it was when its review began.

use api::engines::Game;
use api::review::ReviewRequest;
use play::review::{chess, go};
use record::{GameRecord, NodeId, Record};

#[derive(Clone)]
pub enum GameLine {
    Chess(chess::MainLine),
    Go(go::MainLine),
}

impl GameLine {
    /// With what is sent to the server. None: there is nothing to review.
    pub fn of(record: &Record, again: bool) -> Option<(GameLine, ReviewRequest)> {
        match record {
            Record::Chess(record) => {
                let line = chess::MainLine::of(record.game()).ok()?;
                let text = record.game_text();
                Some((GameLine::Chess(line), ReviewRequest { game: Game::Chess, text, again }))
            }
            Record::Go(record) => {
                let line = go::MainLine::of(record.file(), record.number()).ok()?;
                let text = record.file().branch_text(record.root());
                Some((GameLine::Go(line), ReviewRequest { game: Game::Go, text, again }))
            }
            Record::Backgammon(_) => None,
        }
    }

    /// After each move.
    pub fn nodes(&self) -> &[NodeId] {
        match self {
            GameLine::Chess(line) => line.nodes(),
            GameLine::Go(line) => line.nodes(),
        }
    }

    /// Whether these moves are still the beginning of the main line.
    pub fn is_still_in(&self, record: &Record) -> bool {
        let tree = record.tree();
        let hangs = |node: &NodeId| tree.root(*node) == record.root() && tree.is_on_main_line(*node);
        let has_moves = match (self, record) {
            (GameLine::Chess(line), Record::Chess(record)) => line.has_moves(record.game()),
            (GameLine::Go(line), Record::Go(record)) => line.has_moves(record),
            _ => false,
        };
        has_moves && self.nodes().last().is_none_or(hangs)
    }

    /// `12. Nf3`, `71. M8`.
    pub fn move_name(&self, step: usize, played: &str) -> String {
        match self {
            GameLine::Chess(line) => line.line_text(step, &[played.to_owned()]),
            GameLine::Go(_) => format!("{}. {played}", step + 1),
        }
    }

    /// A continuation from the position before a move.
    pub fn line_text(&self, at: usize, moves: &[String]) -> String {
        match self {
            GameLine::Chess(line) => line.line_text(at, moves),
            GameLine::Go(_) => moves.join(" "),
        }
    }
}
