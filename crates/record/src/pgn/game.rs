//! One game: its tags, its tree of moves and everything written around them. The bytes it was read from stay with it
//! and are the truth; what is asked for is read from them on demand.

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
use super::notes::{Entry, Link, Notes, Spot, Style, Words};
use super::scan::Span;
use crate::tree::{NodeId, Tree};

#[derive(Clone, Debug)]
pub struct Game {
    /// As read.
    pub(super) text: Vec<u8>,
    pub(super) charset: Charset,
    pub(super) heading: Heading,
    pub(super) tree: Tree,
    pub(super) root: NodeId,
    /// By node number; the root's has no move.
    pub(super) plies: Vec<Ply>,
    pub(super) notes: Notes,
    /// Notes that edits brought, in place of those that were read.
    pub(super) rewritten: BTreeMap<NodeId, Arc<[Entry]>>,
    pub(super) start: Start,
    pub(super) findings: Vec<Finding>,
    /// Set before the first change.
    pub(super) original: Option<Box<Original>>,
}

/// Tags and result: what stands in no node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    pub(super) tags: Vec<Tag>,
    pub(super) result: Option<Words>,
    /// The whole file is to be saved in UTF-8. Not part of the game's text; it is here so that it can be undone.
    pub(super) converts_to_utf8: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    pub name: Words,
    /// Between the quotes, with its escapes.
    pub value: Words,
    /// A line with `;` or `%` among the tags: no tag, but kept in its place.
    pub is_remark: bool,
}

/// Where the game starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    Position(Position),
    /// Pieces to look at: no king, or otherwise nothing that can be played.
    Pieces(Vec<(Square, Piece)>),
    Unreadable,
}

/// A move as read, its spelling, and where its notes begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ply {
    pub mv: Option<Move>,
    pub spelling: Span,
    pub notes: Link,
}

impl Ply {
    pub const EMPTY: Ply = Ply { mv: None, spelling: Span { start: 0, len: 0 }, notes: Link::NONE };
}

/// Something written around a move: a comment, a glyph, or stray text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note<'a> {
    pub spot: Spot,
    pub style: Style,
    /// Of a comment what is said in it, commands such as `[%clk 0:05:00]` included; of others their spelling.
    pub text: Cow<'a, str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nag<'a> {
    pub number: Option<u32>,
    pub spelling: Cow<'a, str>,
}

/// How the game ended, as written after its moves.
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

    /// All tags in the order of the file, those given twice included.
    pub fn tags(&self) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
        let tags = self.heading.tags.iter().filter(|tag| !tag.is_remark);
        tags.map(|tag| (self.string(&tag.name), unescape(self.string(&tag.value))))
    }

    /// The first tag of that name; case does not matter.
    pub fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        self.tag_named(name)
            .and_then(|n| self.heading.tags.get(n))
            .map(|tag| unescape(self.string(&tag.value)))
    }

    pub(super) fn tag_named(&self, name: &str) -> Option<usize> {
        let is_it = |tag: &Tag| !tag.is_remark && self.raw(&tag.name).eq_ignore_ascii_case(name.as_bytes());
        self.heading.tags.iter().position(is_it)
    }

    pub fn result(&self) -> Option<Outcome> {
        self.heading.result.as_ref().and_then(|words| Outcome::read(&self.string(words)))
    }

    /// The move that leads to the node. None for the root and for what could not be played.
    pub fn mv(&self, node: NodeId) -> Option<Move> {
        self.ply(node).mv
    }

    /// The move as it was written; empty for moves that an edit brought.
    pub fn spelling(&self, node: NodeId) -> Cow<'_, str> {
        self.charset.text(self.ply(node).spelling.of(&self.text))
    }

    /// The position at a node, played from the start. None where the line cannot be played so far.
    pub fn position(&self, node: NodeId) -> Option<Position> {
        let Start::Position(start) = &self.start else { return None };
        let line = self.tree.line(node);
        let moves = line.iter().filter(|n| **n != self.root);
        moves.map(|n| self.mv(*n)).try_fold(start.clone(), |here, mv| here.play(mv?).ok())
    }

    /// Everything written around the move, in the order of the file.
    pub fn notes(&self, node: NodeId) -> impl Iterator<Item = Note<'_>> {
        self.entries(node).into_iter().map(|entry| Note {
            spot: entry.spot,
            style: entry.style,
            text: self.inner(&entry),
        })
    }

    /// Each comment separately, wherever it is around the move.
    pub fn comments(&self, node: NodeId) -> impl Iterator<Item = Note<'_>> {
        self.notes(node).filter(|note| matches!(note.style, Style::Braces | Style::Semicolon))
    }

    pub fn nags(&self, node: NodeId) -> impl Iterator<Item = Nag<'_>> {
        let nags = self.notes(node).filter(|note| note.style == Style::Nag);
        nags.map(|note| Nag { number: nag::number(&note.text), spelling: note.text })
    }

    /// What the comments after the move say, without their commands.
    pub fn comment(&self, node: NodeId) -> String {
        let said = self.comments(node).filter(|comment| comment.spot == Spot::After);
        let said = said.map(|comment| command::words(&comment.text)).filter(|words| !words.is_empty());
        said.collect::<Vec<_>>().join("\n")
    }

    /// The first answer to a question put to the commands of a node, in their order.
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

    /// What is left on the clock after the move (`[%clk]`).
    pub fn clock(&self, node: NodeId) -> Option<Duration> {
        self.command(node, |command| command.duration().filter(|_| command.name == "clk"))
    }

    /// The engine's judgement (`[%eval]`).
    pub fn eval(&self, node: NodeId) -> Option<Eval> {
        self.command(node, |command| command.eval().filter(|_| command.name == "eval"))
    }

    /// The commands after the move that pass, as text.
    pub(super) fn commands_of(&self, node: NodeId, is_wanted: impl Fn(&str) -> bool) -> String {
        let mut text = String::new();
        for comment in self.comments(node).filter(|comment| comment.spot == Spot::After) {
            for command in command::commands(&comment.text).filter(|command| is_wanted(command.name)) {
                text += &format!("[%{} {}]", command.name, command.value);
            }
        }
        text
    }

    /// The move was called a mistake or a blunder (`?`, `??`).
    pub fn is_mistake(&self, node: NodeId) -> bool {
        self.nags(node).any(|nag| matches!(nag.number, Some(2 | 4)))
    }

    pub(super) fn ply(&self, node: NodeId) -> Ply {
        self.plies.get(node.index()).copied().unwrap_or(Ply::EMPTY)
    }

    pub(super) fn entries(&self, node: NodeId) -> Vec<Entry> {
        match self.rewritten.get(&node) {
            Some(entries) => entries.to_vec(),
            None => self.notes.from(self.ply(node).notes).collect(),
        }
    }

    /// The bytes of a text: of the file if it was read, UTF-8 if an edit brought it.
    pub(super) fn raw<'a>(&'a self, words: &'a Words) -> &'a [u8] {
        match words {
            Words::Read(span) => span.of(&self.text),
            Words::New(text) => text.as_bytes(),
        }
    }

    pub(super) fn string<'a>(&'a self, words: &'a Words) -> Cow<'a, str> {
        match words {
            Words::Read(span) => self.charset.text(span.of(&self.text)),
            Words::New(text) => Cow::Borrowed(text),
        }
    }

    /// A comment without its braces or its semicolon.
    fn inner(&self, entry: &Entry) -> Cow<'_, str> {
        let text = match &entry.words {
            Words::Read(span) => self.charset.text(span.of(&self.text)),
            Words::New(text) => Cow::Owned(text.to_string()),
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
