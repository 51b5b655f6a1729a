//! One game: its tags, its tree of moves and the notes around them. The source bytes are kept; text is read from them
//! on demand.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use rules::chess::{Color, Move, Piece, Position, Square};

use super::charset::Charset;
use super::command::{self, Command, Eval, Shape};
use super::edit::Original;
use super::finding::Finding;
use super::nag;
use super::notes::{NoteData, NoteLink, NotePlacement, Notes, RewrittenNotes, SourceText, Style};
use super::scan::Span;
use crate::tree::{NodeId, Tree};

#[derive(Clone, Debug)]
pub struct Game {
    /// As read.
    pub(super) text: Vec<u8>,
    pub(super) charset: Charset,
    pub(super) header: Header,
    pub(super) tree: Tree,
    pub(super) root: NodeId,
    /// By node number; the root's ply has no move.
    pub(super) plies: Vec<Ply>,
    pub(super) notes: Notes,
    /// Notes from edits, in place of those that were read.
    pub(super) rewritten: BTreeMap<NodeId, Arc<RewrittenNotes>>,
    pub(super) start: Start,
    pub(super) findings: Vec<Finding>,
    /// Set before the first change.
    pub(super) original: Option<Box<Original>>,
}

/// Tags and result: what is not in any node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub(super) tags: Vec<Tag>,
    pub(super) result: Option<SourceText>,
    /// The whole file is to be saved in UTF-8. Stored here so that it can be undone.
    pub(super) converts_to_utf8: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    pub name: SourceText,
    /// Between the quotes, still escaped.
    pub value: SourceText,
    /// A `;` or `%` line among the tags: not a tag, but written back where it was.
    pub is_comment_line: bool,
}

/// The start of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    Position(Position),
    /// Pieces to show, but no playable position: a king is missing, for example.
    Pieces(Vec<(Square, Piece)>),
    Unreadable,
}

/// A move, its text as read, and its first note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ply {
    pub mv: Option<Move>,
    pub written: Span,
    pub notes: NoteLink,
}

impl Ply {
    pub const EMPTY: Ply = Ply { mv: None, written: Span { start: 0, len: 0 }, notes: NoteLink::NONE };
}

/// A comment, a NAG or stray text around a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note<'a> {
    pub placement: NotePlacement,
    pub style: Style,
    /// Of a comment its content, commands such as `[%clk 0:05:00]` included; of others the text as written.
    pub text: Cow<'a, str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nag<'a> {
    pub number: Option<u32>,
    pub text: Cow<'a, str>,
}

/// The result as written after the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Won(Color),
    Draw,
    Unknown,
}

impl Outcome {
    pub fn text(self) -> &'static str {
        match self {
            Outcome::Won(Color::White) => "1-0",
            Outcome::Won(Color::Black) => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Unknown => "*",
        }
    }

    pub fn read(text: &str) -> Option<Outcome> {
        let all = [Outcome::Won(Color::White), Outcome::Won(Color::Black), Outcome::Draw, Outcome::Unknown];
        all.into_iter().find(|outcome| outcome.text() == text)
    }
}

impl Game {
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The node before the first move.
    pub fn root(&self) -> NodeId {
        self.root
    }

    pub fn start(&self) -> &Start {
        &self.start
    }

    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// All tags in file order, duplicates included.
    pub fn tags(&self) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
        let tags = self.header.tags.iter().filter(|tag| !tag.is_comment_line);
        tags.map(|tag| (self.string(&tag.name), unescape(self.string(&tag.value))))
    }

    /// The first tag of that name, ignoring case.
    pub fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        self.tag_named(name)
            .and_then(|n| self.header.tags.get(n))
            .map(|tag| unescape(self.string(&tag.value)))
    }

    pub(super) fn tag_named(&self, name: &str) -> Option<usize> {
        let is_it =
            |tag: &Tag| !tag.is_comment_line && self.raw(&tag.name).eq_ignore_ascii_case(name.as_bytes());
        self.header.tags.iter().position(is_it)
    }

    pub fn result(&self) -> Option<Outcome> {
        self.header.result.as_ref().and_then(|text| Outcome::read(&self.string(text)))
    }

    /// The move that leads to the node. `None` for the root and for unplayable moves.
    pub fn mv(&self, node: NodeId) -> Option<Move> {
        self.ply(node).mv
    }

    /// The move as written in the file; empty for moves from edits.
    pub fn written_move(&self, node: NodeId) -> Cow<'_, str> {
        self.charset.text(self.ply(node).written.of(&self.text))
    }

    /// The position at a node, replayed from the start. `None` if a move cannot be played.
    pub fn position(&self, node: NodeId) -> Option<Position> {
        let Start::Position(start) = &self.start else { return None };
        let line = self.tree.line(node);
        let moves = line.iter().filter(|n| **n != self.root);
        moves.map(|n| self.mv(*n)).try_fold(start.clone(), |here, mv| here.play(mv?).ok())
    }

    /// All notes around the move, in file order.
    pub fn notes(&self, node: NodeId) -> impl Iterator<Item = Note<'_>> {
        self.entries(node).into_iter().map(|entry| Note {
            placement: entry.placement,
            style: entry.style,
            text: self.inner(&entry),
        })
    }

    /// Each comment around the move separately.
    pub fn comments(&self, node: NodeId) -> impl Iterator<Item = Note<'_>> {
        self.notes(node).filter(|note| matches!(note.style, Style::Braces | Style::Semicolon))
    }

    pub fn nags(&self, node: NodeId) -> impl Iterator<Item = Nag<'_>> {
        let nags = self.notes(node).filter(|note| note.style == Style::Nag);
        nags.map(|note| Nag { number: nag::number(&note.text), text: note.text })
    }

    /// The text of the comments after the move, without commands.
    pub fn comment(&self, node: NodeId) -> String {
        let comments = self.comments(node).filter(|comment| comment.placement == NotePlacement::After);
        let comments =
            comments.map(|comment| command::comment_text(&comment.text)).filter(|text| !text.is_empty());
        comments.collect::<Vec<_>>().join("\n")
    }

    /// The first result of `ask` for the commands of a node, in order.
    fn command<T>(&self, node: NodeId, ask: impl Fn(Command<'_>) -> Option<T>) -> Option<T> {
        self.comments(node).find_map(|comment| command::commands(&comment.text).find_map(&ask))
    }

    /// Arrows and coloured squares (`[%cal]`, `[%csl]`).
    pub fn shapes(&self, node: NodeId) -> Vec<Shape> {
        let shapes_in = |comment: Note<'_>| {
            command::commands(&comment.text).flat_map(|command| command.shapes()).collect::<Vec<_>>()
        };
        self.comments(node).flat_map(shapes_in).collect()
    }

    /// The clock time after the move (`[%clk]`).
    pub fn clock(&self, node: NodeId) -> Option<Duration> {
        self.command(node, |command| command.duration().filter(|_| command.name == "clk"))
    }

    /// The engine's evaluation (`[%eval]`).
    pub fn eval(&self, node: NodeId) -> Option<Eval> {
        self.command(node, |command| command.eval().filter(|_| command.name == "eval"))
    }

    /// The commands in the comments at these places, as they are written.
    pub(super) fn commands_at(&self, node: NodeId, is_there: impl Fn(NotePlacement) -> bool) -> Vec<String> {
        let comments = self.comments(node).filter(|comment| is_there(comment.placement));
        let written = |comment: Note<'_>| {
            command::commands(&comment.text).map(|command| command.to_string()).collect::<Vec<_>>()
        };
        comments.flat_map(written).collect()
    }

    /// Whether the move is marked as a mistake or blunder (`?`, `??`).
    pub fn is_mistake(&self, node: NodeId) -> bool {
        self.nags(node).any(|nag| matches!(nag.number, Some(2 | 4)))
    }

    pub(super) fn ply(&self, node: NodeId) -> Ply {
        self.plies.get(node.index()).copied().unwrap_or(Ply::EMPTY)
    }

    pub(super) fn entries(&self, node: NodeId) -> Vec<NoteData> {
        match self.rewritten.get(&node) {
            Some(rewritten) => rewritten.notes.clone(),
            None => self.entries_as_read(node),
        }
    }

    /// Without edits.
    pub(super) fn entries_as_read(&self, node: NodeId) -> Vec<NoteData> {
        self.notes.from(self.ply(node).notes).collect()
    }

    /// The bytes of a text: as in the file if it was read, UTF-8 if it comes from an edit.
    pub(super) fn raw<'a>(&'a self, text: &'a SourceText) -> &'a [u8] {
        match text {
            SourceText::Read(span) => span.of(&self.text),
            SourceText::New(text) => text.as_bytes(),
        }
    }

    pub(super) fn string<'a>(&'a self, text: &'a SourceText) -> Cow<'a, str> {
        match text {
            SourceText::Read(span) => self.charset.text(span.of(&self.text)),
            SourceText::New(text) => Cow::Borrowed(text),
        }
    }

    /// A comment without its braces or its semicolon.
    fn inner(&self, entry: &NoteData) -> Cow<'_, str> {
        let text = match &entry.text {
            SourceText::Read(span) => self.charset.text(span.of(&self.text)),
            SourceText::New(text) => Cow::Owned(text.to_string()),
        };
        let (open, close) = match entry.style {
            Style::Braces => ("{", "}"),
            Style::Semicolon => (";", ""),
            _ => ("", ""),
        };
        let start = if text.starts_with(open) { open.len() } else { 0 };
        let end = text.len() - if text.len() > start && text.ends_with(close) { close.len() } else { 0 };
        match text {
            Cow::Borrowed(text) => Cow::Borrowed(text.get(start..end).unwrap_or_default()),
            Cow::Owned(text) => Cow::Owned(text.get(start..end).unwrap_or_default().to_owned()),
        }
    }
}

pub(super) fn unescape(value: Cow<'_, str>) -> Cow<'_, str> {
    if !value.contains('\\') {
        return value;
    }
    let mut plain = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = (letter == '\\').then(|| letters.next_if(|next| matches!(next, '"' | '\\')));
        plain.push(escaped.flatten().unwrap_or(letter));
    }
    Cow::Owned(plain)
}
