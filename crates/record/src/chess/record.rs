//! A chess game with a cursor: navigation, moves, comments, shapes and NAGs. Branches and search are in files beside
//! this one.

use std::collections::BTreeMap;

use rules::chess::{Color, Move, Position, Role, Square};

use super::refusal::ChessRefusal;
use crate::editor::{Cursor, Edit, EditOf, Editor};
use crate::pgn::{Game, MoveTarget, Outcome, Pgn, Shape};
use crate::tree::NodeId;
use crate::{GameRecord, Refusal};

/// One game of a file, with a cursor and an undo history. Each game of the file has its own history.
#[derive(Clone)]
pub struct ChessRecord {
    /// As it was read.
    pub(super) file: Pgn,
    /// The file in UTF-8, once a conversion was requested; used while the conversion is not undone.
    pub(super) utf8: Option<Box<Pgn>>,
    pub(super) is_saved_as_utf8: bool,
    /// Whether `file` is what is on disk, so that changes to it can be stored alone.
    pub(super) is_on_disk: bool,
    pub(super) number: usize,
    pub(super) editor: Editor<Game>,
    /// Games of the file that were changed before this one was opened.
    pub(super) others: BTreeMap<usize, Editor<Game>>,
}

impl ChessRecord {
    /// Opens a game by its number; beyond the end, the first one. An empty file has one empty game.
    pub fn open(file: Pgn, number: usize) -> ChessRecord {
        let number = if number < file.len() { number } else { 0 };
        let game = file.game(number).unwrap_or_else(|| Game::new(&Position::initial()));
        ChessRecord { number, ..ChessRecord::of(file, game) }
    }

    /// The first game of a file, which may have none yet.
    pub(super) fn of(file: Pgn, game: Game) -> ChessRecord {
        let (editor, others) = (edited(game), BTreeMap::new());
        ChessRecord { file, utf8: None, is_saved_as_utf8: false, is_on_disk: true, number: 0, editor, others }
    }

    /// In the charset in which it will be saved.
    pub fn file(&self) -> &Pgn {
        self.utf8.as_deref().filter(|_| self.is_converted()).unwrap_or(&self.file)
    }

    pub(super) fn is_converted(&self) -> bool {
        self.utf8.is_some() && self.opened_games().iter().any(|(_, game)| game.converts_to_utf8())
    }

    pub fn editor(&self) -> &Editor<Game> {
        &self.editor
    }

    pub fn game(&self) -> &Game {
        self.editor.game()
    }

    /// `None` if the moves up to the cursor cannot be played.
    pub fn position(&self) -> Option<&Position> {
        self.editor.position().as_ref()
    }

    pub fn last_move(&self) -> Option<Move> {
        self.game().mv(self.here())
    }

    /// The move at a node as on a score sheet: `12. Nf3`, `12... Nf6`.
    pub fn numbered_san(&self, node: NodeId) -> Option<String> {
        let parent = self.tree().parent(node)?;
        let before = match node == self.here() {
            true => self.editor.position_before(),
            false => self.editor.position_at(parent),
        };
        let Some(before) = before else { return Some(self.game().written_move(node).into_owned()) };
        let san = self.game().mv(node).map(|mv| before.san(mv));
        let san = san.unwrap_or_else(|| self.game().written_move(node).into_owned());
        let dots = if before.turn() == Color::White { "." } else { "..." };
        Some(format!("{}{dots} {san}", before.move_number()))
    }

    /// The result, if the cursor is at the end of the main line: other lines were not played.
    pub fn result_here(&self) -> Option<Outcome> {
        let at_end = self.tree().is_leaf(self.here()) && self.tree().is_on_main_line(self.here());
        self.game().result().filter(|outcome| at_end && *outcome != Outcome::Unknown)
    }

    /// Only what differs from the file on disk, for `Pgn::with_changes`; the whole file if that is not possible.
    pub fn changes(&self) -> Vec<u8> {
        let is_in_saved_charset = self.is_converted() == self.is_saved_as_utf8;
        let is_known = self.is_on_disk && is_in_saved_charset;
        let changes = Some(self.file()).filter(|file| !file.is_empty() && is_known);
        changes.and_then(|file| file.changes(&self.opened_games()).ok()).unwrap_or_else(|| self.write())
    }

    /// The games that were opened or changed.
    pub(super) fn opened_games(&self) -> Vec<(usize, &Game)> {
        let others = self.others.iter().map(|(number, editor)| (*number, editor.game()));
        others.chain([(self.number, self.game())]).collect()
    }
}

pub(super) fn edited(game: Game) -> Editor<Game> {
    let root = game.root();
    Editor::new(game, root)
}

/// Playing.
impl ChessRecord {
    /// Moves a piece: follows the branch with that move, or adds it.
    pub fn put(&mut self, from: Square, to: Square, promotion: Option<Role>) -> Result<NodeId, Refusal> {
        let position = self.position().ok_or(ChessRefusal::NoPosition)?;
        let mv = position.find(from, to, promotion).ok_or(ChessRefusal::Illegal)?;
        self.play(mv)
    }

    /// Plays a move in any notation that people use.
    pub fn play_text(&mut self, text: &str) -> Result<NodeId, Refusal> {
        let position = self.position().ok_or(ChessRefusal::NoPosition)?;
        let text = text.trim();
        let refused = |error| ChessRefusal::Typed { text: text.to_owned(), error };
        let mv = position.read_typed_move(text).map_err(refused)?;
        self.play(mv)
    }

    pub fn play(&mut self, mv: Move) -> Result<NodeId, Refusal> {
        let node = match self.game().move_target(self.here(), mv)? {
            MoveTarget::Existing(node) => {
                self.editor.go_to(node);
                return Ok(node);
            }
            MoveTarget::New(text) => self.editor.add_detached(text),
        };
        self.editor.attach(node)?;
        Ok(node)
    }
}

/// Annotations at the cursor.
impl ChessRecord {
    pub fn shapes(&self) -> Vec<Shape> {
        self.game().shapes(self.here())
    }

    pub fn set_shapes(&mut self, shapes: &[Shape]) -> Result<(), Refusal> {
        self.change(self.game().shapes_edit(self.here(), shapes))
    }

    /// The comment before the move at the cursor, as a field for it shows it.
    pub fn comment_before(&self) -> String {
        self.game().comment_before_field(self.here())
    }

    /// Sets the comment before the move while it is being typed; one undo step until something else is done.
    pub fn set_comment_before(&mut self, text: &str) -> Result<(), Refusal> {
        if self.here() == self.root() {
            return Err(Refusal::Start);
        }
        self.file().charset().holds(text)?;
        if text.trim() == self.comment_before() {
            return Ok(());
        }
        match self.game().comment_before_edit(self.here(), text) {
            Edit::Text { node, text } => Ok(self.editor.apply_typing(node, text, "comment before")?),
            edit => self.change(edit),
        }
    }

    pub fn nags(&self) -> Vec<u32> {
        self.game().nags(self.here()).filter_map(|nag| nag.number).collect()
    }

    /// Sets or removes a NAG. There is one at most about the move and one about the position.
    pub fn toggle_nag(&mut self, number: u32) -> Result<(), Refusal> {
        if self.here() == self.root() {
            return Err(Refusal::Start);
        }
        let before = self.nags();
        let others =
            before.iter().copied().filter(|nag| kind(*nag) != kind(number) || kind(number).is_none());
        let mut now: Vec<u32> = others.filter(|nag| *nag != number).collect();
        if !before.contains(&number) {
            // NAGs about the move come before those about the position.
            now.push(number);
            now.sort_unstable();
        }
        self.change(self.game().nags_edit(self.here(), &now))
    }

    /// Sets tags; the result after the moves follows its tag.
    pub fn set_tags(&mut self, tags: &[(String, String)]) -> Result<(), Refusal> {
        for (_, value) in tags {
            self.file().charset().holds(value)?;
        }
        let differs = |(name, value): &&(String, String)| self.game().tag(name).unwrap_or_default() != *value;
        let changed: Vec<&(String, String)> = tags.iter().filter(differs).collect();
        match changed.is_empty() {
            true => Ok(()),
            false => {
                self.change(self.game().tags_edit(changed.iter().map(|(name, value)| (&**name, &**value))))
            }
        }
    }

    pub(super) fn change(&mut self, edit: EditOf<Game>) -> Result<(), Refusal> {
        Ok(self.editor.apply(vec![edit], self.here())?)
    }
}

/// Whether a NAG is about the move or about the position.
fn kind(nag: u32) -> Option<&'static str> {
    match nag {
        1..=9 => Some("move"),
        10..=21 => Some("position"),
        _ => None,
    }
}
