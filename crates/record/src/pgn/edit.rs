//! Edits of a game, applied and undone by an editor. The bytes that were read are never changed, so undo restores them
//! exactly.

use std::sync::Arc;

use rules::chess::{Illegal, Move, Position};

use super::command::Shape;
use super::game::{Game, Header, Outcome, Ply, Start, Tag};
use super::notes::{NoteData, NotePlacement, RewrittenNotes, SourceText, Style};
use super::typed_comment::TypedComment;
use crate::editor::{self, Edit, EditOf};
use crate::tree::{Attachment, NodeId, Tree};

/// The content of a node: the move and the notes around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeText {
    ply: Ply,
    rewritten: Option<Arc<RewrittenNotes>>,
}

impl NodeText {
    /// A move without notes.
    pub fn of(mv: Move) -> NodeText {
        NodeText { ply: Ply { mv: Some(mv), ..Ply::EMPTY }, rewritten: None }
    }
}

/// What was read, to detect changes.
#[derive(Clone, Debug)]
pub(super) struct Original {
    tree: Tree,
    header: Header,
}

/// The node for a move that is played on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveTarget {
    /// The move exists already.
    Existing(NodeId),
    /// A node to add as detached and attach in a step.
    New(NodeText),
}

impl editor::Game for Game {
    type Text = NodeText;
    type Setting = Header;
    /// `None` if the moves cannot be played.
    type Position = Option<Position>;

    fn tree(&self) -> &Tree {
        &self.tree
    }

    fn tree_mut(&mut self) -> &mut Tree {
        self.store_original();
        &mut self.tree
    }

    fn text(&self, node: NodeId) -> NodeText {
        NodeText { ply: self.ply(node), rewritten: self.rewritten.get(&node).cloned() }
    }

    fn set_text(&mut self, node: NodeId, text: NodeText) {
        self.store_original();
        if let Some(ply) = self.plies.get_mut(node.index()) {
            *ply = text.ply;
            match text.rewritten {
                Some(rewritten) => self.rewritten.insert(node, rewritten),
                None => self.rewritten.remove(&node),
            };
        }
    }

    fn add_detached(&mut self, text: NodeText) -> NodeId {
        self.store_original();
        let node = self.tree.add_detached();
        self.plies.push(Ply::EMPTY);
        self.set_text(node, text);
        node
    }

    fn setting(&self) -> Header {
        self.header.clone()
    }

    fn set_setting(&mut self, setting: Header) {
        self.store_original();
        self.header = setting;
    }

    fn start(&self, _: NodeId) -> Option<Position> {
        match &self.start {
            Start::Position(position) => Some(position.clone()),
            Start::Pieces(_) | Start::Unreadable => None,
        }
    }

    fn replay(&self, node: NodeId, before: &Option<Position>) -> Option<Position> {
        if node == self.root {
            return before.clone();
        }
        before.as_ref()?.play(self.mv(node)?).ok()
    }
}

impl Game {
    fn store_original(&mut self) {
        if self.original.is_none() {
            self.original = Some(Box::new(Original { tree: self.tree.clone(), header: self.header.clone() }));
        }
    }

    /// Whether anything differs from what was read.
    pub fn is_changed(&self) -> bool {
        let Some(was) = &self.original else { return false };
        let nodes = 0..was.tree.len();
        let hangs = |node: &NodeId| nodes.contains(&node.index());
        self.has_other_moves_or_tags() || self.rewritten.keys().any(hangs)
    }

    /// Whether anything but the notes around moves differs from what was read.
    pub(super) fn has_other_moves_or_tags(&self) -> bool {
        let Some(was) = &self.original else { return false };
        let nodes = 0..was.tree.len();
        self.tree.shape(nodes.clone()) != was.tree.shape(nodes)
            || (&self.header.tags, &self.header.result) != (&was.header.tags, &was.header.result)
    }

    /// Applies an edit without undo. An editor can undo.
    pub fn change(&mut self, edit: EditOf<Game>) {
        editor::apply(self, edit);
    }

    /// The content of a node with its own copies of all text, for use in another game.
    pub fn portable(&self, node: NodeId) -> NodeText {
        let own =
            |entry: NoteData| NoteData { text: SourceText::New(self.string(&entry.text).into()), ..entry };
        let notes = self.entries(node).into_iter().map(own).collect();
        let rewritten = Some(Arc::new(RewrittenNotes { notes, comment: None, comment_before: None }));
        NodeText { ply: Ply { mv: self.mv(node), ..Ply::EMPTY }, rewritten }
    }

    /// Adds a last branch after a node.
    pub fn add(&mut self, parent: NodeId, text: NodeText) -> NodeId {
        let node = editor::Game::add_detached(self, text);
        let attachment = Attachment { parent, index: usize::MAX, preferred: false };
        self.change(Edit::Attach { node, attachment });
        node
    }

    /// Plays a move after a node, as its last variation unless it exists already.
    pub fn play(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, Illegal> {
        let text = match self.move_target(parent, mv)? {
            MoveTarget::Existing(node) => return Ok(node),
            MoveTarget::New(text) => text,
        };
        Ok(self.add(parent, text))
    }

    /// The existing node for a move, or the content of a new one.
    pub fn move_target(&self, parent: NodeId, mv: Move) -> Result<MoveTarget, Illegal> {
        if let Some(node) = self.tree.children(parent).find(|child| self.mv(*child) == Some(mv)) {
            return Ok(MoveTarget::Existing(node));
        }
        self.position(parent).ok_or(Illegal { mv })?.play(mv)?;
        Ok(MoveTarget::New(NodeText::of(mv)))
    }

    /// The edit that replaces the comments after a move with one comment. Commands that the field for it did not show
    /// are kept; commands in the text take effect.
    pub fn comment_edit(&self, node: NodeId, text: &str) -> EditOf<Game> {
        self.typed_comment_edit(node, self.edited_comment(node).with_text(text))
    }

    /// The edit that replaces a node's arrows and squares.
    pub fn shapes_edit(&self, node: NodeId, shapes: &[Shape]) -> EditOf<Game> {
        self.typed_comment_edit(node, self.edited_comment(node).with_shapes(shapes))
    }

    /// What a field for the comment shows: the text as it was typed, else the comment without its commands.
    pub fn comment_field(&self, node: NodeId) -> String {
        match self.typed_comment(node) {
            Some(typed) => typed.text().to_owned(),
            None => self.comment(node),
        }
    }

    fn typed_comment(&self, node: NodeId) -> Option<&TypedComment> {
        self.rewritten.get(&node).and_then(|rewritten| rewritten.comment.as_ref())
    }

    /// What was typed after and before the move.
    pub(super) fn typed_comments(&self, node: NodeId) -> (Option<TypedComment>, Option<TypedComment>) {
        let rewritten = self.rewritten.get(&node);
        rewritten
            .map(|rewritten| (rewritten.comment.clone(), rewritten.comment_before.clone()))
            .unwrap_or_default()
    }

    fn edited_comment(&self, node: NodeId) -> TypedComment {
        let is_after = |placement| placement == NotePlacement::After;
        let as_read = || TypedComment::new(&self.comment(node), self.commands_at(node, is_after).into_iter());
        self.typed_comment(node).cloned().unwrap_or_else(as_read)
    }

    /// The edit that replaces a node's NAGs.
    pub fn nags_edit(&self, node: NodeId, nags: &[u32]) -> EditOf<Game> {
        let new = nags.iter().map(|number| NoteData {
            text: SourceText::New(format!("${number}").into()),
            style: Style::Nag,
            placement: NotePlacement::After,
        });
        let others = self.entries(node).into_iter().filter(|entry| entry.style != Style::Nag);
        let notes = new.chain(others).collect();
        let (comment, comment_before) = self.typed_comments(node);
        self.notes_edit(node, RewrittenNotes { notes, comment, comment_before })
    }

    /// The edit that sets the first tag of that name, or adds it.
    pub fn tag_edit(&self, name: &str, value: &str) -> EditOf<Game> {
        let mut header = self.header.clone();
        self.tag_in(&mut header, name, value);
        Edit::Setting(header)
    }

    /// The edit that sets several tags at once. A result tag also changes the result after the moves.
    pub fn tags_edit<'t>(&self, tags: impl Iterator<Item = (&'t str, &'t str)>) -> EditOf<Game> {
        let mut header = self.header.clone();
        for (name, value) in tags {
            self.tag_in(&mut header, name, value);
            if let Some(outcome) = Outcome::read(value).filter(|_| name.eq_ignore_ascii_case("Result")) {
                header.result = Some(SourceText::New(outcome.text().into()));
            }
        }
        Edit::Setting(header)
    }

    fn tag_in(&self, header: &mut Header, name: &str, value: &str) {
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let value = SourceText::New(value.replace('\\', "\\\\").replace('"', "\\\"").into());
        match self.tag_named(name).and_then(|n| header.tags.get_mut(n)) {
            Some(tag) => tag.value = value,
            None => {
                let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
                header.tags.push(Tag { name: SourceText::New(name.into()), value, is_comment_line: false });
            }
        }
    }

    pub fn result_edit(&self, outcome: Outcome) -> EditOf<Game> {
        let result = Some(SourceText::New(outcome.text().into()));
        Edit::Setting(Header { result, ..self.header.clone() })
    }

    /// The edit that makes the whole file UTF-8.
    pub fn utf8_edit(&self) -> EditOf<Game> {
        Edit::Setting(Header { converts_to_utf8: true, ..self.header.clone() })
    }

    pub fn converts_to_utf8(&self) -> bool {
        self.header.converts_to_utf8
    }

    fn typed_comment_edit(&self, node: NodeId, comment: TypedComment) -> EditOf<Game> {
        let is_comment = |style| matches!(style, Style::Braces | Style::Semicolon);
        let stays = |entry: &NoteData| !(entry.placement == NotePlacement::After && is_comment(entry.style));
        let mut notes: Vec<NoteData> = self.entries(node).into_iter().filter(stays).collect();
        let is_later = |entry: &NoteData| {
            matches!(entry.placement, NotePlacement::AfterVariation | NotePlacement::AfterResult)
        };
        let at = notes.iter().position(is_later).unwrap_or(notes.len());
        notes.splice(at..at, comment.notes());
        let (_, comment_before) = self.typed_comments(node);
        self.notes_edit(node, RewrittenNotes { notes, comment: Some(comment), comment_before })
    }

    pub(super) fn notes_edit(&self, node: NodeId, rewritten: RewrittenNotes) -> EditOf<Game> {
        let text = NodeText { ply: self.ply(node), rewritten: Some(Arc::new(rewritten)) };
        Edit::Text { node, text }
    }
}
