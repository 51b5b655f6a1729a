//! The comment before a move: right after `(`, before the move number, or between the number and the move.

use super::command;
use super::game::{Game, Note};
use super::notes::{NoteData, NotePlacement, RewrittenNotes, Style};
use super::typed_comment::TypedComment;
use crate::editor::EditOf;
use crate::tree::NodeId;

fn is_before(placement: NotePlacement) -> bool {
    matches!(placement, NotePlacement::Before | NotePlacement::AfterNumber)
}

impl Game {
    /// Without commands; empty if there is none.
    pub fn comment_before(&self, node: NodeId) -> String {
        let texts = self.comments_before(node).map(|comment| command::comment_text(&comment.text));
        texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")
    }

    fn comments_before(&self, node: NodeId) -> impl Iterator<Item = Note<'_>> {
        self.comments(node).filter(|comment| is_before(comment.placement))
    }

    /// What a field for it shows: the text as it was typed, else the comment without its commands.
    pub fn comment_before_field(&self, node: NodeId) -> String {
        match self.typed_comments(node).1 {
            Some(typed) => typed.text().to_owned(),
            None => self.comment_before(node),
        }
    }

    /// The edit that replaces the comments before a move with one comment. As after the move, commands that the field did
    /// not show are kept, and commands in the text take effect.
    pub fn comment_before_edit(&self, node: NodeId, text: &str) -> EditOf<Game> {
        let (comment, typed) = self.typed_comments(node);
        let as_read =
            || TypedComment::new(&self.comment_before(node), self.commands_at(node, is_before).into_iter());
        let typed = typed.unwrap_or_else(as_read).with_text(text);
        let is_comment = |style| matches!(style, Style::Braces | Style::Semicolon);
        let stays = |note: &NoteData| !(is_before(note.placement) && is_comment(note.style));
        let others = self.entries(node).into_iter().filter(stays);
        let before = |note: NoteData| NoteData { placement: NotePlacement::Before, ..note };
        let notes = typed.notes().into_iter().map(before).chain(others).collect();
        self.notes_edit(node, RewrittenNotes { notes, comment, comment_before: Some(typed) })
    }

    /// The nodes whose notes come from edits.
    pub fn edited_nodes(&self) -> impl Iterator<Item = NodeId> {
        self.rewritten.keys().copied()
    }
}
