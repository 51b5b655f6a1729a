//! One open game with its file and its clipboard.

use record::{ChessRecord, Clip, GameType, GoRecord, MatchRecord, NodeId, Record};

use crate::autosave::Autosave;
use crate::board_view::BoardView;
use crate::input::{FileName, GameId};
use crate::restored_version::ReplacedRecords;
use crate::saving::WriteState;

pub struct OpenGame {
    pub(crate) id: GameId,
    pub(crate) record: Record,
    pub(crate) replaced: ReplacedRecords,
    /// `None` until it is saved for the first time.
    pub(crate) file: Option<FileName>,
    pub(crate) write_state: WriteState,
    pub(crate) autosave_key: String,
    pub(crate) autosave: Autosave,
    /// The revision that was last checked; a later one schedules an autosave.
    pub(crate) checked_revision: u64,
    /// What was shown when that was checked.
    pub(crate) checked_place: Option<(NodeId, NodeId, bool)>,
    pub(crate) clip: Option<Clip>,
    pub(crate) view: BoardView,
    /// Whether parts of the board are shown that the file hides.
    pub(crate) shows_whole_board: bool,
    /// Its number among the games without a file.
    pub(crate) untitled: u32,
    /// Another program has changed the file since it was read, and the user has not decided what to do.
    pub(crate) is_changed_on_disk: bool,
    /// Pasted nodes that are illegal there: navigation stops before them.
    pub(crate) conflicts: Vec<NodeId>,
    /// The empty game that a new workspace has.
    pub(crate) is_default: bool,
    /// Whether it was opened without an action of the user.
    pub(crate) is_reopened: bool,
    pub(crate) words: &'static i18n::Workspace,
}

/// The name shown, and suggested for saving, if there is no file yet.
pub fn untitled(words: &i18n::Workspace, game: GameType) -> String {
    numbered(words, game, 1)
}

/// `Untitled.sgf`, `Untitled 2.sgf`
pub(crate) fn numbered(words: &i18n::Workspace, game: GameType, number: u32) -> String {
    match number {
        1 => format!("{}{}", words.untitled, game.extension()),
        number => format!("{} {number}{}", words.untitled, game.extension()),
    }
}

impl OpenGame {
    pub fn id(&self) -> GameId {
        self.id
    }

    pub fn record(&self) -> &Record {
        &self.record
    }

    pub fn go(&self) -> Option<&GoRecord> {
        self.record.go()
    }

    pub fn chess(&self) -> Option<&ChessRecord> {
        self.record.chess()
    }

    pub fn backgammon(&self) -> Option<&MatchRecord> {
        self.record.backgammon()
    }

    /// The game of the file, the node in it, and the side from which it is seen.
    pub(crate) fn shown(&self) -> (NodeId, NodeId, bool) {
        (self.record.root(), self.record.here(), self.is_flipped())
    }

    /// Whether the board is seen from the other side.
    pub fn is_flipped(&self) -> bool {
        self.view.is_turned()
    }

    pub fn view(&self) -> BoardView {
        self.view
    }

    pub fn name(&self) -> String {
        let unnamed = || numbered(self.words, self.record.game_type(), self.untitled);
        self.file.as_ref().map_or_else(unnamed, |file| file.name.clone())
    }

    /// Of a game without a file, and of one that was restored without a file.
    pub(crate) fn untitled_number(&self) -> Option<u32> {
        let is_named =
            self.file.as_ref().is_some_and(|file| file.path.is_some() || !self.is_restored_untitled(file));
        (!is_named).then_some(self.untitled)
    }

    fn is_restored_untitled(&self, file: &FileName) -> bool {
        file.name == numbered(self.words, self.record.game_type(), self.untitled)
    }

    pub fn shows_whole_board(&self) -> bool {
        self.shows_whole_board
    }

    /// `None` until it is saved for the first time.
    pub fn file(&self) -> Option<&FileName> {
        self.file.as_ref()
    }

    pub fn path(&self) -> Option<&str> {
        self.file.as_ref()?.path.as_deref()
    }

    pub fn is_changed_on_disk(&self) -> bool {
        self.is_changed_on_disk
    }

    pub fn is_dirty(&self) -> bool {
        self.record.is_dirty()
    }

    /// Puts another record in the place of this one and returns it. The game gets a new id, so that results computed for
    /// the old record are not used for the new one.
    pub(crate) fn replace_record(&mut self, id: GameId, record: Record) -> Record {
        (self.id, self.write_state, self.conflicts) = (id, WriteState::Idle, Vec::new());
        std::mem::replace(&mut self.record, record)
    }

    /// The empty game of a new workspace, unchanged.
    pub fn is_untouched(&self) -> bool {
        self.is_default && !self.is_dirty()
    }
}
