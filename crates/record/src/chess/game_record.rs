//! `GameRecord` for chess. There is one editor for each game of the file that was changed.

use super::record::{ChessRecord, edited};
use super::refusal::ChessRefusal;
use crate::editor::{Cursor, Edit};
use crate::game_record::sample;
use crate::pgn::{Game, Pgn};
use crate::sgf::Charset;
use crate::tree::NodeId;
use crate::{Clip, GameRecord, GameType, Pasted, Record, Refusal};

/// An autosave copies a file up to this size; for larger files it stores only the changes.
const LARGE_FILE: usize = 1 << 22;

impl GameRecord for ChessRecord {
    fn game_type(&self) -> GameType {
        GameType::Chess
    }

    fn cursor(&self) -> &dyn Cursor {
        &self.editor
    }

    fn cursor_mut(&mut self) -> &mut dyn Cursor {
        &mut self.editor
    }

    fn position_text(&self) -> Option<String> {
        self.position().map(|position| position.fen())
    }

    fn games(&self) -> usize {
        self.file().len()
    }

    fn number(&self) -> usize {
        self.number
    }

    fn open_game(&mut self, number: usize) -> bool {
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

    fn write(&self) -> Vec<u8> {
        if self.file.is_empty() {
            return (self.game().to_text() + "\n").into_bytes();
        }
        let games = self.opened_games();
        // Text that the charset lacks is refused when it is entered, but a tag pasted from another file or an undone
        // conversion may still contain some.
        let written = self.file().write_with(&games).or_else(|_| self.file.to_utf8().write_with(&games));
        written.unwrap_or_else(|_| self.file.write())
    }

    fn file_from_here(&self) -> Result<Vec<u8>, Refusal> {
        Ok((self.game_from_here(|_| true)?.to_text() + "\n").into_bytes())
    }

    fn autosave_bytes(&self) -> Vec<u8> {
        if self.file.size() > LARGE_FILE { self.changes() } else { self.write() }
    }

    fn charset(&self) -> Charset {
        self.file().charset().into()
    }

    fn convert_to_utf8(&mut self) -> Result<(), Refusal> {
        if self.charset() == Charset::Utf8 {
            return Ok(());
        }
        if self.utf8.is_none() {
            self.utf8 = Some(Box::new(self.file.to_utf8()));
        }
        self.change(self.game().utf8_edit())
    }

    fn read_as(&self, charset: Charset) -> Option<Record> {
        let file = Pgn::read_as(self.write(), charset.into())?;
        let mut record = ChessRecord::open(file, self.number);
        record.copy_state_from(self);
        Some(record.into())
    }

    fn sample_as(&self, charset: Charset) -> Option<Vec<String>> {
        let game = self.file().game_as(self.number, charset.into())?;
        let tags = ["White", "Black", "Event", "Site"].into_iter().filter_map(|name| game.tag(name));
        let names = tags.filter(|text| !matches!(text.trim(), "" | "?")).map(|text| text.into_owned());
        Some(sample(names, game.tree(), game.root(), |node| Some(game.comment(node))))
    }

    fn comment(&self) -> String {
        self.game().comment_field(self.here())
    }

    fn set_comment(&mut self, text: &str) -> Result<(), Refusal> {
        self.file().charset().holds(text)?;
        if text.trim() == self.comment() {
            return Ok(());
        }
        match self.game().comment_edit(self.here(), text) {
            Edit::Text { node, text } => Ok(self.editor.apply_typing(node, text, "comment")?),
            edit => self.change(edit),
        }
    }

    fn has_comment(&self, node: NodeId) -> bool {
        !self.game().comment(node).is_empty()
    }

    fn matcher<'a>(&'a self, text: &str) -> Box<dyn Fn(NodeId) -> bool + 'a> {
        let text = text.trim().to_lowercase();
        Box::new(move |node| self.matches(node, &text))
    }

    fn to_move(&mut self, number: u32) -> Result<(), Refusal> {
        match number {
            0 => self.to_start(),
            _ => self.visit(self.numbered_move(number))?,
        }
        Ok(())
    }

    /// At the start, the whole game.
    fn copy(&self) -> Result<Clip, Refusal> {
        let from = self.tree().parent(self.here()).unwrap_or(self.here());
        let start = self.editor.position_at(from).ok_or(ChessRefusal::NoPosition)?;
        let heads: Vec<NodeId> = match self.here() == self.root() {
            true => self.tree().children(self.here()).collect(),
            false => vec![self.here()],
        };
        Ok(Clip::new(GameType::Chess, self.part(&start, &heads).to_text()))
    }

    /// Moves that are illegal here are left out.
    fn paste(&mut self, clip: &Clip) -> Result<Pasted, Refusal> {
        let branch = Game::read(clip.text_for(GameType::Chess)?).ok_or(Refusal::NothingToPaste)?;
        let head = branch.tree().first_child(branch.root()).ok_or(Refusal::NothingToPaste)?;
        let mv = branch.mv(head).ok_or(Refusal::NothingToPaste)?;
        let here = self.here();
        let after = self.position().ok_or(ChessRefusal::NoPosition)?.play(mv)?;
        if self.tree().children(here).any(|child| self.game().mv(child) == Some(mv)) {
            return Ok(Pasted { node: self.play(mv)?, conflict: None });
        }
        let node = self.copy_detached(&branch, head, after);
        self.editor.attach(node)?;
        Ok(Pasted { node, conflict: None })
    }

    /// Equal numbers mean equal bytes, whichever game is open.
    fn revision(&self) -> u64 {
        let others = self.others.iter().map(|(number, editor)| (*number, editor.revision()));
        let all = others.chain([(self.number, self.editor.revision())]);
        let changed = all.filter(|(_, revision)| *revision != 0);
        let one = |(number, revision): (usize, u64)| mixed((number as u64) << 32 ^ revision);
        changed.map(one).fold(0, u64::wrapping_add)
    }

    fn is_dirty(&self) -> bool {
        self.editor.is_dirty() || self.others.values().any(Cursor::is_dirty)
    }

    fn saved(&mut self, revision: u64) {
        if revision == self.revision() {
            for editor in self.others.values_mut().chain([&mut self.editor]) {
                editor.saved(editor.revision());
            }
            self.is_saved_as_utf8 = self.is_converted();
            self.is_on_disk = true;
        }
    }

    /// The file differs from the one on disk, and nobody knows in which games.
    fn mark_dirty(&mut self) {
        self.is_on_disk = false;
        self.editor.mark_dirty();
    }

    fn is_irregular(&self, node: NodeId) -> bool {
        self.is_broken(node)
    }
}

/// Distributes a number over all bits, so that sums do not collide by chance.
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
