//! One game on the desk, with the file it came from and what was cut from it.

use record::chess::{self, ChessRecord};
use record::go::{Clip, GoRecord};
use record::sgf::Charset;
use record::{NodeId, Tree};

use crate::autosave::Autosave;
use crate::input::{FileName, GameId};

/// A file of so many bytes is not copied every few seconds.
const LARGE: usize = 1 << 22;

pub struct OpenGame {
    pub(crate) id: GameId,
    /// An empty board where the game is chess: what only knows Go looks at it and finds nothing.
    pub(crate) record: GoRecord,
    pub(crate) chess: Option<Box<ChessRecord>>,
    /// None until it is saved for the first time.
    pub(crate) file: Option<FileName>,
    /// What the autosave goes by.
    pub(crate) aside_key: String,
    pub(crate) autosave: Autosave,
    /// The revision that was last put aside or saved; changes after it wait.
    pub(crate) safe: u64,
    pub(crate) clip: Option<Clip>,
    pub(crate) chess_clip: Option<chess::Clip>,
    /// Whether Black is at the bottom of a chess board.
    pub(crate) is_flipped: bool,
    /// Nodes that were pasted and do not go with the stones before them: walking stops there.
    pub(crate) conflicts: Vec<NodeId>,
    /// The empty game that is there at the start.
    pub(crate) by_default: bool,
    pub(crate) game_number: usize,
    pub(crate) words: &'static words::Desk,
}

/// What is shown, and suggested for saving, where there is no file yet.
pub fn untitled(words: &words::Desk, is_chess: bool) -> String {
    format!("{}.{}", words.untitled, if is_chess { "pgn" } else { "sgf" })
}

impl OpenGame {
    pub fn id(&self) -> GameId {
        self.id
    }

    pub fn record(&self) -> &GoRecord {
        &self.record
    }

    /// None where it is a game of Go.
    pub fn chess(&self) -> Option<&ChessRecord> {
        self.chess.as_deref()
    }

    pub fn is_flipped(&self) -> bool {
        self.is_flipped
    }

    /// How many games the file has.
    pub fn games(&self) -> usize {
        self.chess().map_or_else(|| self.record.file().games().len(), |chess| chess.file().len())
    }

    /// The number of this game in its file, from 0.
    pub fn game_number(&self) -> usize {
        self.game_number
    }

    pub fn name(&self) -> String {
        let unnamed = || untitled(self.words, self.chess.is_some());
        self.file.as_ref().map_or_else(unnamed, |file| file.name.clone())
    }

    /// Where it lives; none until it is saved for the first time.
    pub fn file(&self) -> Option<&FileName> {
        self.file.as_ref()
    }

    pub fn path(&self) -> Option<&str> {
        self.file.as_ref()?.path.as_deref()
    }

    pub fn is_dirty(&self) -> bool {
        self.chess().map_or_else(|| self.record.is_dirty(), ChessRecord::is_dirty)
    }

    pub fn revision(&self) -> u64 {
        self.chess().map_or_else(|| self.record.revision(), ChessRecord::revision)
    }

    /// What its file is written in.
    pub fn charset(&self) -> Charset {
        let go = || self.record.file().charset();
        self.chess()
            .map_or_else(go, |chess| Charset::named(chess.file().charset().name()).unwrap_or(Charset::Utf8))
    }

    /// The whole file.
    pub fn write(&self) -> Vec<u8> {
        self.chess().map_or_else(|| self.record.write(), ChessRecord::write)
    }

    /// What is put aside of it: of a large file of chess games only the changed ones.
    pub(crate) fn aside(&self) -> Vec<u8> {
        match self.chess().filter(|chess| chess.file().size() > LARGE) {
            Some(chess) => chess.changes(),
            None => self.write(),
        }
    }

    pub(crate) fn saved(&mut self, revision: u64) {
        match &mut self.chess {
            Some(chess) => chess.saved(revision),
            None => self.record.saved(revision),
        }
    }

    pub(crate) fn mark_dirty(&mut self) {
        match &mut self.chess {
            Some(chess) => chess.mark_dirty(),
            None => self.record.mark_dirty(),
        }
    }

    pub fn tree(&self) -> &Tree {
        self.chess().map_or_else(|| self.record.tree(), ChessRecord::tree)
    }

    pub fn root(&self) -> NodeId {
        self.chess().map_or_else(|| self.record.root(), ChessRecord::root)
    }

    /// Where the cursor is.
    pub fn here(&self) -> NodeId {
        self.chess().map_or_else(|| self.record.here(), ChessRecord::here)
    }

    /// What is written at the cursor.
    pub fn comment(&self) -> String {
        self.chess().map_or_else(|| self.record.comment(), ChessRecord::comment)
    }

    /// Changes whenever a drawing of the tree is out of date.
    pub fn shape_revision(&self) -> u64 {
        let go = || self.record.editor().shape_revision();
        self.chess().map_or_else(go, |chess| chess.editor().shape_revision())
    }

    /// The number of the branch that Next follows, from 1, and how many there are.
    pub fn chosen_branch(&self) -> Option<(usize, usize)> {
        self.chess().map_or_else(|| self.record.chosen_branch(), ChessRecord::chosen_branch)
    }

    /// The game that is there at the start, as it was.
    pub(crate) fn is_untouched(&self) -> bool {
        self.by_default && !self.is_dirty()
    }
}
