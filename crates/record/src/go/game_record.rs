//! `GameRecord` for Go.

use super::file::GoFile;
use super::find::Query;
use super::record::{GoRecord, Mode};
use crate::editor::{Cursor, Edit, Editor, Game};
use crate::game_record::sample;
use crate::sgf::{self, Charset};
use crate::tree::NodeId;
use crate::{Clip, GameRecord, GameType, Pasted, Record, Refusal};

impl GameRecord for GoRecord {
    fn game_type(&self) -> GameType {
        GameType::Go
    }

    fn cursor(&self) -> &dyn Cursor {
        &self.editor
    }

    fn cursor_mut(&mut self) -> &mut dyn Cursor {
        &mut self.editor
    }

    fn end_set_up(&mut self) {
        self.mode = Mode::Play;
    }

    fn is_irregular(&self, node: NodeId) -> bool {
        !self.editor.position_at(node).irregular.is_empty()
    }

    /// The rows of the board with slashes between them: `X.O/.../...`.
    fn position_text(&self) -> Option<String> {
        let board = self.position().board().to_string();
        Some(board.lines().map(|row| row.replace(' ', "")).collect::<Vec<_>>().join("/"))
    }

    fn games(&self) -> usize {
        self.file().games().len()
    }

    fn number(&self) -> usize {
        self.file().games().iter().position(|root| *root == self.root()).unwrap_or(0)
    }

    fn open_game(&mut self, number: usize) -> bool {
        self.end_set_up();
        let root = self.file().games().get(number).copied();
        self.editor.open_game(root)
    }

    fn write(&self) -> Vec<u8> {
        self.file().write()
    }

    fn file_from_here(&self) -> Result<Vec<u8>, Refusal> {
        Ok(self.write_from_here())
    }

    fn charset(&self) -> Charset {
        self.file().charset()
    }

    fn convert_to_utf8(&mut self) -> Result<(), Refusal> {
        let texts = self.file().texts_in_utf8();
        let charset =
            Edit::Setting(super::Setting { charset: Charset::Utf8, ..self.editor.game().setting() });
        let texts = texts.into_iter().map(|(node, text)| Edit::Text { node, text: Some(text) });
        let edits = std::iter::once(charset).chain(texts).collect();
        Ok(self.editor.apply(edits, self.here())?)
    }

    fn read_as(&self, charset: Charset) -> Option<Record> {
        let mut file = sgf::read_as(&self.write(), charset).ok()?;
        if self.is_dirty() {
            file.name_charset();
        }
        let mut record = GoRecord::open(file, self.number());
        record.copy_state_from(self);
        Some(record.into())
    }

    fn sample_as(&self, charset: Charset) -> Option<Vec<String>> {
        let file = sgf::read_as(&self.write(), charset).ok()?;
        let root = *file.games().get(self.number())?;
        let value =
            |node: NodeId, name: &str| file.node(node).text(name).filter(|text| !text.trim().is_empty());
        let names = ["PB", "PW", "EV", "GN"].into_iter().filter_map(|name| value(root, name));
        Some(sample(names, file.tree(), root, |node| value(node, "C")))
    }

    fn comment(&self) -> String {
        self.node(self.here()).text("C").unwrap_or_default()
    }

    fn set_comment(&mut self, text: &str) -> Result<(), Refusal> {
        self.type_text("C", text)
    }

    fn has_comment(&self, node: NodeId) -> bool {
        self.node(node).has("C")
    }

    fn matcher<'a>(&'a self, text: &str) -> Box<dyn Fn(NodeId) -> bool + 'a> {
        let query = Query::read(text, self.size());
        Box::new(move |node| self.matches(node, &query))
    }

    fn to_move(&mut self, number: u32) -> Result<(), Refusal> {
        self.go_to_numbered_move(number)
    }

    fn copy(&self) -> Result<Clip, Refusal> {
        Ok(Clip::new(GameType::Go, self.file().branch_text(self.here())))
    }

    fn paste(&mut self, clip: &Clip) -> Result<Pasted, Refusal> {
        self.end_set_up();
        let text = clip.text_for(GameType::Go)?;
        let branch = sgf::read_as(text.as_bytes(), Charset::Utf8).map_err(|_| Refusal::NothingToPaste)?;
        let top = *branch.games().first().ok_or(Refusal::NothingToPaste)?;
        self.check_paste(&branch, top)?;
        let node = self.copy_detached(&branch, top)?;
        self.editor.attach(node)?;
        Ok(Pasted { node, conflict: self.first_conflict(node) })
    }

    fn undo(&mut self) -> bool {
        self.in_history(Editor::<GoFile>::undo)
    }

    fn redo(&mut self) -> bool {
        self.in_history(Editor::<GoFile>::redo)
    }
}
