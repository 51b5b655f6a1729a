//! Which part of the game is recorded, and under which file name.

use play::local_game::LocalGame;
use record::GameRecord;
use record::NodeId;

use crate::term::app::Effect;
use crate::term::game_writer::RecordVersion;

pub struct Recording {
    on: bool,
    /// The number of the file for the writer; None if nothing is ever written.
    game: Option<u32>,
    stem: String,
    /// A recording that started in mid-game starts with the position of this node.
    from: Option<NodeId>,
    started: bool,
}

impl Recording {
    pub fn new(game: u32, stem: String, on: bool) -> Recording {
        Recording { on, game: Some(game), stem, from: None, started: on }
    }

    pub fn never() -> Recording {
        Recording { on: false, game: None, stem: String::new(), from: None, started: false }
    }

    pub fn is_on(&self) -> bool {
        self.on
    }

    pub fn is_possible(&self) -> bool {
        self.game.is_some()
    }

    /// Stops, or resumes with the same file. A recording that starts in mid-game starts at the current position.
    pub fn toggle(&mut self, local_game: &LocalGame) {
        self.on = !self.on;
        if self.on && !self.started {
            self.started = true;
            let begun = local_game.live() != local_game.record().root();
            self.from = begun.then(|| local_game.live());
        }
    }

    /// Writes the current record; does nothing while recording is off.
    pub fn version(&mut self, local_game: &LocalGame) -> Vec<Effect> {
        let Some(game) = self.game.filter(|_| self.on) else { return Vec::new() };
        let bytes = match self.start(local_game) {
            None => local_game.record_with_plans().write(),
            Some(from) => {
                let mut record = local_game.record_with_plans().into_owned();
                record.go_to(from);
                record.write_from_here()
            }
        };
        vec![Effect::Record(RecordVersion { game, stem: self.stem.clone(), bytes })]
    }

    /// If more moves were taken back than were recorded, the recording now starts at the common ancestor, so that
    /// what was recorded before stays below it.
    fn start(&mut self, local_game: &LocalGame) -> Option<NodeId> {
        let from = self.from?;
        let tree = local_game.record().tree();
        if !tree.ancestors(local_game.live()).any(|node| node == from) {
            let above =
                tree.ancestors(from).find(|node| tree.ancestors(local_game.live()).any(|n| n == *node));
            self.from = above;
        }
        self.from
    }
}
