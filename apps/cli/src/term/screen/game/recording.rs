//! Which part of the game is recorded, and under which file name.

use std::path::{Path, PathBuf};

use play::local_game::LocalGame;
use record::GameRecord;
use record::NodeId;
use record::go::GoRecord;

use crate::term::app::Effect;
use crate::term::game_writer::RecordVersion;

pub struct Recording {
    on: bool,
    /// The number of the file for the writer; None if nothing is ever written.
    game: Option<u32>,
    stem: String,
    /// The record that an old game was continued from: an identical copy is not worth a file.
    original: Option<Vec<u8>>,
    /// A recording that started in mid-game starts with the position of this node.
    from: Option<NodeId>,
    started: bool,
    /// Where the game was written last.
    path: Option<PathBuf>,
    failed: bool,
}

/// The outcome of a write, where it differs from the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteChange {
    Failed,
    Recovered,
}

impl Recording {
    pub fn new(game: u32, stem: String, on: bool) -> Recording {
        Recording { on, game: Some(game), stem, started: on, ..Recording::never() }
    }

    pub fn never() -> Recording {
        Recording {
            on: false,
            game: None,
            stem: String::new(),
            original: None,
            from: None,
            started: false,
            path: None,
            failed: false,
        }
    }

    /// Continues an old game: nothing is written until something changes.
    #[must_use]
    pub fn continuing(self, record: &GoRecord) -> Recording {
        Recording { original: Some(record.write()), ..self }
    }

    pub fn is_on(&self) -> bool {
        self.on
    }

    pub fn has_failed(&self) -> bool {
        self.on && self.failed
    }

    pub fn is_possible(&self) -> bool {
        self.game.is_some()
    }

    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Notes the outcome of a write of this game.
    pub fn written(&mut self, game: u32, path: Option<PathBuf>) -> Option<WriteChange> {
        if self.game != Some(game) {
            return None;
        }
        let failed = path.is_none();
        self.path = path.or(self.path.take());
        let before = std::mem::replace(&mut self.failed, failed);
        match (before, failed) {
            (false, true) => Some(WriteChange::Failed),
            (true, false) => Some(WriteChange::Recovered),
            _ => None,
        }
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

    /// Writes the current record; does nothing while recording is off, and before there is anything to keep.
    pub fn version(&mut self, local_game: &LocalGame) -> Vec<Effect> {
        let Some(game) = self.game.filter(|_| self.on) else { return Vec::new() };
        let record = local_game.record();
        if record.tree().children(record.root()).next().is_none() {
            return Vec::new();
        }
        let bytes = match self.start(local_game) {
            None => local_game.record_with_plans().write(),
            Some(from) => {
                let mut record = local_game.record_with_plans().into_owned();
                record.go_to(from);
                record.write_from_here()
            }
        };
        if self.original.as_ref() == Some(&bytes) {
            return Vec::new();
        }
        self.original = None;
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
