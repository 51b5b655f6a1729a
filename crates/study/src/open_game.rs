//! One game on the desk, with the file it came from and what was cut from it.

use record::NodeId;
use record::go::{Clip, GoRecord};

use crate::autosave::Autosave;
use crate::input::{FileName, GameId};

pub struct OpenGame {
    pub(crate) id: GameId,
    pub(crate) record: GoRecord,
    /// None until it is saved for the first time.
    pub(crate) file: Option<FileName>,
    /// What the autosave goes by.
    pub(crate) aside_key: String,
    pub(crate) autosave: Autosave,
    /// The revision that was last put aside or saved; changes after it wait.
    pub(crate) safe: u64,
    pub(crate) clip: Option<Clip>,
    /// Nodes that were pasted and do not go with the stones before them: walking stops there.
    pub(crate) conflicts: Vec<NodeId>,
    /// The empty game that is there at the start.
    pub(crate) by_default: bool,
    pub(crate) game_number: usize,
}

impl OpenGame {
    pub fn id(&self) -> GameId {
        self.id
    }

    pub fn record(&self) -> &GoRecord {
        &self.record
    }

    /// The number of this game in its file, from 0.
    pub fn game_number(&self) -> usize {
        self.game_number
    }

    pub fn name(&self) -> String {
        self.file.as_ref().map_or_else(|| "Untitled.sgf".to_owned(), |file| file.name.clone())
    }

    /// Where it lives; none until it is saved for the first time.
    pub fn file(&self) -> Option<&FileName> {
        self.file.as_ref()
    }

    pub fn path(&self) -> Option<&str> {
        self.file.as_ref()?.path.as_deref()
    }

    pub fn is_dirty(&self) -> bool {
        self.record.is_dirty()
    }

    /// The game that is there at the start, as it was.
    pub(crate) fn is_untouched(&self) -> bool {
        self.by_default && !self.is_dirty()
    }
}
