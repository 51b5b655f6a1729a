//! A chess game being studied: walking, playing, words, shapes and glyphs. Branches and search have files of their own
//! beside this one.

use std::collections::BTreeMap;

use rules::chess::{Color, Move, Position, Role, Square};

use super::refusal::Refusal;
use crate::editor::{Edit, EditOf, Editor};
use crate::pgn::{Charset, Game, Pgn, Playing, Shape};
use crate::tree::{NodeId, Place, Tree};

/// One game of a file, with a cursor and an undo history. Every game of the file has a history of its own.
#[derive(Clone)]
pub struct ChessRecord {
    file: Pgn,
    number: usize,
    pub(super) editor: Editor<Game>,
    /// Games of the file that were changed before this one was opened.
    others: BTreeMap<usize, Editor<Game>>,
    is_converted: bool,
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
        ChessRecord { file, number: 0, editor: edited(game), others: BTreeMap::new(), is_converted: false }
    }

    pub fn file(&self) -> &Pgn {
        &self.file
    }

    /// The number of the game in its file, from 0.
    pub fn number(&self) -> usize {
        self.number
    }

    pub fn editor(&self) -> &Editor<Game> {
        &self.editor
    }

    pub fn game(&self) -> &Game {
        self.editor.game()
    }

    pub fn tree(&self) -> &Tree {
        self.editor.tree()
    }

    pub fn root(&self) -> NodeId {
        self.editor.root()
    }

    pub fn here(&self) -> NodeId {
        self.editor.here()
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

    /// The whole file, every game of it.
    pub fn write(&self) -> Vec<u8> {
        if self.file.is_empty() {
            return (self.game().to_text() + "\n").into_bytes();
        }
        let games = self.games();
        // Words that do not fit were refused; a tag of another file may still bring one.
        let written = self.file.write_with(&games).or_else(|_| self.file.to_utf8().write_with(&games));
        written.unwrap_or_else(|_| self.file.write())
    }

    /// What differs from the file, without the rest of it, for `Pgn::with_changes`; the whole file where it is not one that
    /// can be changed so.
    pub fn changes(&self) -> Vec<u8> {
        let changes = Some(&self.file).filter(|file| !file.is_empty() && !self.is_converted);
        changes.and_then(|file| file.changes(&self.games()).ok()).unwrap_or_else(|| self.write())
    }

    /// Those that somebody looked at or changed.
    fn games(&self) -> Vec<(usize, &Game)> {
        let others = self.others.iter().map(|(number, editor)| (*number, editor.game()));
        others.chain([(self.number, self.game())]).collect()
    }

    /// Goes to another game of the file, by its number. Changes to the others stay, with their way back.
    pub fn open_game(&mut self, number: usize) -> bool {
        if number == self.number {
            self.editor.to_start();
            return true;
        }
        let known = self.others.remove(&number);
        let Some(next) = known.or_else(|| self.file.game(number).map(edited)) else { return false };
        let before = std::mem::replace(&mut self.editor, next);
        if before.is_dirty() || before.can_undo() || before.can_redo() {
            self.others.insert(self.number, before);
        }
        self.number = number;
        true
    }

    /// The same game with other letters for the bytes of its file; none where they could not be written back so. Changes
    /// stay; the way back to before them does not.
    pub fn read_as(&self, charset: Charset) -> Option<ChessRecord> {
        let file = Pgn::read_as(self.write(), charset)?;
        let mut record = ChessRecord::open(file, self.number);
        if let Ok(here) = record.tree().follow(record.root(), &self.tree().path(self.here()), |_| true) {
            record.go_to(here);
        }
        if self.is_dirty() {
            record.mark_dirty();
        }
        Some(record)
    }

    /// From now on the file is written in UTF-8.
    pub fn convert_to_utf8(&mut self) {
        self.file = self.file.to_utf8();
        self.is_converted = true;
    }

    /// The same number, the same bytes, whichever game is open.
    pub fn revision(&self) -> u64 {
        let others = self.others.iter().map(|(number, editor)| (*number, editor.revision()));
        let all = others.chain([(self.number, self.editor.revision())]);
        let changed = all.filter(|(_, revision)| *revision != 0);
        let one = |(number, revision): (usize, u64)| mixed((number as u64) << 32 ^ revision);
        changed.map(one).fold(u64::from(self.is_converted), u64::wrapping_add)
    }

    pub fn is_dirty(&self) -> bool {
        self.is_converted || self.editor.is_dirty() || self.others.values().any(Editor::is_dirty)
    }

    /// The file as of that revision is safe. If it has changed since, it is not.
    pub fn saved(&mut self, revision: u64) {
        if revision == self.revision() {
            for editor in self.others.values_mut().chain([&mut self.editor]) {
                editor.saved(editor.revision());
            }
            self.is_converted = false;
        }
    }

    pub fn mark_dirty(&mut self) {
        self.editor.mark_dirty();
    }
}

fn edited(game: Game) -> Editor<Game> {
    let root = game.root();
    Editor::new(game, root)
}

/// Spreads a number over all bits, so that sums of them do not meet by chance.
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// Playing.
impl ChessRecord {
    /// A piece put on a square: follows the branch with that move, or adds it.
    pub fn put(&mut self, from: Square, to: Square, promotion: Option<Role>) -> Result<NodeId, Refusal> {
        let position = self.position().ok_or(Refusal::NoPosition)?;
        let mv = position.find(from, to, promotion).ok_or(Refusal::Illegal)?;
        self.play(mv)
    }

    /// A move as people write it.
    pub fn play_text(&mut self, text: &str) -> Result<NodeId, Refusal> {
        let position = self.position().ok_or(Refusal::NoPosition)?;
        let mv = position.read_move(text.trim()).map_err(|_| Refusal::Illegal)?;
        self.play(mv)
    }

    pub fn play(&mut self, mv: Move) -> Result<NodeId, Refusal> {
        let parent = self.here();
        let node = match self.game().playing(parent, mv)? {
            Playing::There(node) => {
                self.editor.go_to(node);
                return Ok(node);
            }
            Playing::New(text) => self.editor.add_loose(text),
        };
        let place = Place { parent, index: usize::MAX, preferred: true };
        self.editor.apply(vec![Edit::Graft { node, place }], node)?;
        Ok(node)
    }
}

/// Walking.
impl ChessRecord {
    pub fn forward(&mut self) -> bool {
        self.editor.forward()
    }

    pub fn back(&mut self) -> bool {
        self.editor.back()
    }

    pub fn to_start(&mut self) {
        self.editor.to_start();
    }

    pub fn to_end(&mut self) {
        self.editor.to_end();
    }

    pub fn go_to(&mut self, node: NodeId) -> bool {
        self.editor.go_to(node)
    }

    pub fn choose(&mut self, child: NodeId) -> bool {
        self.editor.choose(child)
    }

    pub fn undo(&mut self) -> bool {
        self.editor.undo()
    }

    pub fn redo(&mut self) -> bool {
        self.editor.redo()
    }
}

/// What is said at the cursor.
impl ChessRecord {
    pub fn comment(&self) -> String {
        self.game().words(self.here())
    }

    /// The comment as it is being typed; one step of undo until something else is done.
    pub fn set_comment(&mut self, text: &str) -> Result<(), Refusal> {
        self.file.charset().holds(text)?;
        if text.trim() == self.comment() {
            return Ok(());
        }
        match self.game().commenting(self.here(), text) {
            Edit::Text { node, text } => Ok(self.editor.apply_typing(node, text, "comment")?),
            edit => self.change(edit),
        }
    }

    /// Takes the comment out, and hands it over for the clipboard.
    pub fn clear_comment(&mut self) -> Result<String, Refusal> {
        let comment = self.comment();
        self.editor.end_typing();
        self.set_comment("")?;
        self.editor.end_typing();
        Ok(comment)
    }

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
            self.file.charset().holds(value)?;
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

    fn change(&mut self, edit: EditOf<Game>) -> Result<(), Refusal> {
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
