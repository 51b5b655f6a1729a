//! A chess game being studied: walking, playing, words, shapes and glyphs. Branches and search have files of their own
//! beside this one.

use std::collections::BTreeMap;

use rules::chess::{Color, Move, Position, Role, Square};

use super::refusal::ChessRefusal;
use crate::editor::{Cursor, EditOf, Editor};
use crate::pgn::{Game, Pgn, Playing, Shape};
use crate::tree::NodeId;
use crate::{GameRecord, Refusal};

/// One game of a file, with a cursor and an undo history. Every game of the file has a history of its own.
#[derive(Clone)]
pub struct ChessRecord {
    /// As it was read.
    pub(super) file: Pgn,
    /// The same file in UTF-8, once a conversion was asked for; it counts while the conversion is not undone.
    pub(super) utf8: Option<Box<Pgn>>,
    pub(super) is_saved_as_utf8: bool,
    pub(super) number: usize,
    pub(super) editor: Editor<Game>,
    /// Games of the file that were changed before this one was opened.
    pub(super) others: BTreeMap<usize, Editor<Game>>,
}

impl ChessRecord {
    /// Opens one game of a file, by its number; past the end means the first, and an empty file has an empty game.
    pub fn open(file: Pgn, number: usize) -> ChessRecord {
        let number = if number < file.len() { number } else { 0 };
        let game = file.game(number).unwrap_or_else(|| Game::new(&Position::initial()));
        ChessRecord { number, ..ChessRecord::of(file, game) }
    }

    /// The first game of a file, or of one that has none yet.
    pub(super) fn of(file: Pgn, game: Game) -> ChessRecord {
        let (editor, others) = (edited(game), BTreeMap::new());
        ChessRecord { file, utf8: None, is_saved_as_utf8: false, number: 0, editor, others }
    }

    /// In the charset that it will be saved in.
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

    /// None where the moves up to the cursor cannot be played.
    pub fn position(&self) -> Option<&Position> {
        self.editor.position().as_ref()
    }

    pub fn last_move(&self) -> Option<Move> {
        self.game().mv(self.here())
    }

    /// The move at a node as it stands in a score sheet: `12. Nf3`, `12... Nf6`.
    pub fn spelled(&self, node: NodeId) -> Option<String> {
        let parent = self.tree().parent(node)?;
        let before = match node == self.here() {
            true => self.editor.position_before(),
            false => self.editor.position_at(parent),
        };
        let Some(before) = before else { return Some(self.game().spelling(node).into_owned()) };
        let san = self.game().mv(node).map(|mv| before.san(mv));
        let san = san.unwrap_or_else(|| self.game().spelling(node).into_owned());
        let dots = if before.turn() == Color::White { "." } else { "..." };
        Some(format!("{}{dots} {san}", before.move_number()))
    }

    /// What differs from the file on disk, without the rest of it, for `Pgn::with_changes`; the whole file where that is
    /// not possible.
    pub fn changes(&self) -> Vec<u8> {
        let is_in_saved_charset = self.is_converted() == self.is_saved_as_utf8;
        let changes = Some(self.file()).filter(|file| !file.is_empty() && is_in_saved_charset);
        changes.and_then(|file| file.changes(&self.opened_games()).ok()).unwrap_or_else(|| self.write())
    }

    /// Those that were looked at or changed.
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
    /// A piece put on a square: follows the branch with that move, or adds it.
    pub fn put(&mut self, from: Square, to: Square, promotion: Option<Role>) -> Result<NodeId, Refusal> {
        let position = self.position().ok_or(ChessRefusal::NoPosition)?;
        let mv = position.find(from, to, promotion).ok_or(ChessRefusal::Illegal)?;
        self.play(mv)
    }

    /// A move as people write it.
    pub fn play_text(&mut self, text: &str) -> Result<NodeId, Refusal> {
        let position = self.position().ok_or(ChessRefusal::NoPosition)?;
        let mv = position.read_move(text.trim()).map_err(|_| ChessRefusal::Illegal)?;
        self.play(mv)
    }

    pub fn play(&mut self, mv: Move) -> Result<NodeId, Refusal> {
        let node = match self.game().playing(self.here(), mv)? {
            Playing::There(node) => {
                self.editor.go_to(node);
                return Ok(node);
            }
            Playing::New(text) => self.editor.add_detached(text),
        };
        self.editor.attach(node)?;
        Ok(node)
    }
}

/// What is said at the cursor.
impl ChessRecord {
    pub fn shapes(&self) -> Vec<Shape> {
        self.game().shapes(self.here())
    }

    pub fn set_shapes(&mut self, shapes: &[Shape]) -> Result<(), Refusal> {
        self.change(self.game().drawing(self.here(), shapes))
    }

    pub fn nags(&self) -> Vec<u32> {
        self.game().nags(self.here()).filter_map(|nag| nag.number).collect()
    }

    /// Says it, or takes it back if it was said. Of the move one thing can be said, and one of the position.
    pub fn toggle_nag(&mut self, number: u32) -> Result<(), Refusal> {
        if self.here() == self.root() {
            return Err(Refusal::Start);
        }
        let before = self.nags();
        let others =
            before.iter().copied().filter(|nag| kind(*nag) != kind(number) || kind(number).is_none());
        let mut now: Vec<u32> = others.filter(|nag| *nag != number).collect();
        if !before.contains(&number) {
            // What is said of the move stands before what is said of the position.
            now.push(number);
            now.sort_unstable();
        }
        self.change(self.game().judging(self.here(), &now))
    }

    /// Tags with their new values; the game's result goes with its tag.
    pub fn set_tags(&mut self, tags: &[(String, String)]) -> Result<(), Refusal> {
        for (_, value) in tags {
            self.file().charset().holds(value)?;
        }
        let differs = |(name, value): &&(String, String)| self.game().tag(name).unwrap_or_default() != *value;
        let changed: Vec<&(String, String)> = tags.iter().filter(differs).collect();
        match changed.is_empty() {
            true => Ok(()),
            false => {
                self.change(self.game().retagging(changed.iter().map(|(name, value)| (&**name, &**value))))
            }
        }
    }

    pub(super) fn change(&mut self, edit: EditOf<Game>) -> Result<(), Refusal> {
        Ok(self.editor.apply(vec![edit], self.here())?)
    }
}

/// Whether a glyph speaks of the move or of the position.
fn kind(nag: u32) -> Option<&'static str> {
    match nag {
        1..=9 => Some("move"),
        10..=21 => Some("position"),
        _ => None,
    }
}
