//! A match with a cursor on one of its games. Matches cannot be edited.

use rules::backgammon::Position;

use super::action::PlayedAction;
use super::file::MatchFile;
use super::game::{MatchGame, Players};
use crate::editor::{Cursor, Editor};
use crate::game_record::sample;
use crate::sgf::Charset;
use crate::tree::NodeId;
use crate::{GameRecord, GameType, Record, Refusal};

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
        if let Some(xg) = self.file().xg() {
            let location = self.action_at(node).map(|played| played.location);
            let location = location.or_else(|| Some(self.file().games().get(self.number())?.location));
            return xg.comment(location?.record()?);
        }
        let sgf = self.file().sgf()?;
        sgf.node(self.action_at(node)?.node?).text("C")
    }
}

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

    fn is_read_only(&self) -> bool {
        true
    }

    fn check_writable(&self) -> Result<(), Refusal> {
        if self.file().xg().is_some() { Err(Refusal::NeverWritten) } else { Ok(()) }
    }

    fn is_irregular(&self, node: NodeId) -> bool {
        let at = self.file().locate(node).and_then(|(game, actions)| Some((game, actions.checked_sub(1)?)));
        let problem = |(game, action)| self.file().games().get::<usize>(game)?.problem(action);
        at.and_then(problem).is_some()
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
        self.editor.open_game(root)
    }

    fn write(&self) -> Vec<u8> {
        self.file().write()
    }

    fn charset(&self) -> Charset {
        self.file().charset()
    }

    fn read_as(&self, charset: Charset) -> Option<Record> {
        let file = self.file().read_as(charset).filter(|file| !file.games().is_empty())?;
        let mut record = MatchRecord::open(file, self.number());
        record.copy_state_from(self);
        Some(record.into())
    }

    fn sample_as(&self, charset: Charset) -> Option<Vec<String>> {
        let record = MatchRecord::open(self.file().read_as(charset)?, self.number());
        let Players { bottom, top } = record.game()?.players.clone();
        Some(sample([top, bottom].into_iter(), record.tree(), record.root(), |node| record.comment_at(node)))
    }

    fn comment(&self) -> String {
        self.comment_at(self.here()).unwrap_or_default()
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
}
