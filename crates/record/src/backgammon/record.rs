//! A match being walked through: a cursor on one of its games. Matches cannot be edited.

use rules::backgammon::Position;

use super::action::PlayedAction;
use super::file::MatchFile;
use super::game::MatchGame;
use crate::editor::{Cursor, Editor};
use crate::sgf::Charset;
use crate::tree::NodeId;
use crate::{Clip, GameRecord, GameType, Pasted, Record, Refusal};

#[derive(Clone)]
pub struct MatchRecord {
    editor: Editor<MatchFile>,
}

impl MatchRecord {
    /// Opens a game by its number from 0; the first game if there is no such game.
    pub fn open(file: MatchFile, game: usize) -> MatchRecord {
        let root = file.root(game).unwrap_or(file.first_root());
        MatchRecord { editor: Editor::new(file, root) }
    }

    pub fn file(&self) -> &MatchFile {
        self.editor.game()
    }

    pub fn game(&self) -> Option<&MatchGame> {
        self.file().games().get(self.number())
    }

    /// How many actions lead to the cursor.
    pub fn actions_made(&self) -> usize {
        self.file().locate(self.here()).map_or(0, |(_, actions)| actions)
    }

    /// The position at the cursor, with the dice or the double of the decision that follows.
    pub fn position(&self) -> Position {
        *self.editor.position()
    }

    /// The action that led to a node.
    pub fn action_at(&self, node: NodeId) -> Option<&PlayedAction> {
        let (game, actions) = self.file().locate(node)?;
        self.file().games().get(game)?.actions.get(actions.checked_sub(1)?)
    }

    /// The action that led here.
    pub fn last_action(&self) -> Option<&PlayedAction> {
        self.action_at(self.here())
    }

    /// The action that follows.
    pub fn next_action(&self) -> Option<&PlayedAction> {
        self.game()?.actions.get(self.actions_made())
    }

    pub fn next_game(&mut self) -> bool {
        self.open_game(self.number() + 1)
    }

    pub fn previous_game(&mut self) -> bool {
        self.number().checked_sub(1).is_some_and(|number| self.open_game(number))
    }

    fn comment_at(&self, node: NodeId) -> Option<String> {
        let sgf = self.file().sgf()?;
        sgf.node(self.action_at(node)?.node?).text("C")
    }
}

/// Everything that would change the match is refused.
impl GameRecord for MatchRecord {
    fn game_type(&self) -> GameType {
        GameType::Backgammon
    }

    fn cursor(&self) -> &dyn Cursor {
        &self.editor
    }

    fn cursor_mut(&mut self) -> &mut dyn Cursor {
        &mut self.editor
    }

    fn is_irregular(&self, node: NodeId) -> bool {
        self.action_at(node).is_some_and(|played| played.problem().is_some())
    }

    fn position_text(&self) -> Option<String> {
        Some(self.position().xgid())
    }

    fn games(&self) -> usize {
        self.file().games().len()
    }

    fn number(&self) -> usize {
        self.file().locate(self.here()).map_or(0, |(game, _)| game)
    }

    fn open_game(&mut self, number: usize) -> bool {
        let root = self.file().root(number);
        if let Some(root) = root {
            self.editor.open(root);
        }
        root.is_some()
    }

    fn write(&self) -> Vec<u8> {
        self.file().write()
    }

    fn file_from_here(&self) -> Result<Vec<u8>, Refusal> {
        Err(Refusal::ReadOnly)
    }

    fn charset(&self) -> Charset {
        self.file().sgf().map_or(Charset::Utf8, |sgf| sgf.charset())
    }

    fn convert_to_utf8(&mut self) -> Result<(), Refusal> {
        Err(Refusal::ReadOnly)
    }

    fn read_as(&self, _charset: Charset) -> Option<Record> {
        None
    }

    fn sample_as(&self, _charset: Charset) -> Option<Vec<String>> {
        None
    }

    fn comment(&self) -> String {
        self.comment_at(self.here()).unwrap_or_default()
    }

    fn set_comment(&mut self, _text: &str) -> Result<(), Refusal> {
        Err(Refusal::ReadOnly)
    }

    fn has_comment(&self, node: NodeId) -> bool {
        self.comment_at(node).is_some()
    }

    fn matcher<'a>(&'a self, text: &str) -> Box<dyn Fn(NodeId) -> bool + 'a> {
        let text = text.trim().to_lowercase();
        Box::new(move |node| {
            let action = self.action_at(node).map(|played| played.action.to_string());
            let texts = action.into_iter().chain(self.comment_at(node));
            texts.into_iter().any(|found| found.to_lowercase().contains(&text))
        })
    }

    fn to_move(&mut self, number: u32) -> Result<(), Refusal> {
        let node = self.tree().main_line(self.root()).nth(number as usize);
        self.visit(node)
    }

    fn copy(&self) -> Result<Clip, Refusal> {
        Err(Refusal::ReadOnly)
    }

    fn paste(&mut self, _clip: &Clip) -> Result<Pasted, Refusal> {
        Err(Refusal::ReadOnly)
    }

    fn cut(&mut self) -> Result<Option<Clip>, Refusal> {
        Err(Refusal::ReadOnly)
    }

    fn move_branch(&mut self, _earlier: bool) -> Result<(), Refusal> {
        Err(Refusal::ReadOnly)
    }

    fn make_main_line(&mut self) -> Result<(), Refusal> {
        Err(Refusal::ReadOnly)
    }

    fn remove_other_variations(&mut self) -> Result<(), Refusal> {
        Err(Refusal::ReadOnly)
    }
}
