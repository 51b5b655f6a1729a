//! From tokens to a tree. One line of moves is open for every `(`; each knows the position before and after its last
//! move, so that a variation starts from where it branches and printed numbers decide nothing.

use std::collections::BTreeMap;

use rules::chess::{FenError, Position, Spelling, Unplayable};

use super::charset::Charset;
use super::finding::{Finding, FindingKind, Places};
use super::game::{Game, Heading, Ply, Start, Tag};
use super::lex::{Kind, Lexer, Token};
use super::notes::{Link, Notes, Spot, Style, Words};
use super::scan::{Span, TagSpan};
use crate::tree::{NodeId, Tree};

/// What the reader of one game is given: the index has found it already.
pub(super) struct Source<'a> {
    pub text: &'a [u8],
    pub charset: Charset,
    pub tags: &'a [TagSpan],
    pub movetext: usize,
    /// Where the game begins in its file, asked only when there is something to tell.
    pub place: &'a dyn Fn() -> (usize, usize),
}

impl Source<'_> {
    pub const EMPTY: Source<'static> =
        Source { text: b"", charset: Charset::Utf8, tags: &[], movetext: 0, place: &|| (1, 1) };
}

/// Deeper nesting than this is kept as text.
const DEEPEST: usize = 10_000;

/// A line of moves that is being read.
struct Line {
    /// The node it branches from.
    parent: NodeId,
    /// Its last node so far; the parent as long as it has no moves.
    tip: NodeId,
    first: Option<NodeId>,
    /// The sibling behind which its first move goes.
    behind: Option<NodeId>,
    /// The last sibling of its first move.
    first_tail: Option<NodeId>,
    /// The last sibling of its tip.
    tail: Option<NodeId>,
    before: Option<Position>,
    now: Option<Position>,
}

/// What was read last, and so where a note belongs.
#[derive(Clone, Copy)]
enum Last {
    Move,
    Number,
    Open,
    Close(NodeId),
    Result,
}

struct Told {
    at: usize,
    kind: FindingKind,
    fen: Option<String>,
}

struct Reader {
    tree: Tree,
    plies: Vec<Ply>,
    notes: Notes,
    lines: Vec<Line>,
    last: Last,
    /// Notes for the move to come, the first and the last.
    waiting: (Link, Link),
    /// The last note of the node that got one last, to spare the walk.
    newest: (NodeId, Link),
    result: Option<Span>,
    /// A result inside a variation counts if nothing follows it.
    inner_result: Option<Span>,
    /// `(` beyond the deepest, and where the first of them stands.
    too_deep: (u32, usize),
    told: Vec<Told>,
}

pub(super) fn read(source: &Source<'_>, with_moves: bool) -> Game {
    let mut told = tag_faults(source.tags);
    let start = read_start(source, &mut told);
    let now = match &start {
        Start::Position(position) if with_moves => Some(position.clone()),
        _ => None,
    };
    let mut reader = Reader::new(source.text.len(), now, told);
    let root = reader.newest.0;
    for token in Lexer::new(source.text, source.movetext) {
        reader.take(source.text, token);
    }
    reader.finish(source.text.len());
    Game {
        findings: locate(source, reader.told),
        text: source.text.to_vec(),
        charset: source.charset,
        heading: Heading {
            tags: source.tags.iter().map(tag).collect(),
            result: reader.result.map(Words::Read),
        },
        tree: reader.tree,
        root,
        plies: reader.plies,
        notes: reader.notes,
        rewritten: BTreeMap::new(),
        start,
        original: None,
    }
}

fn tag(tag: &TagSpan) -> Tag {
    Tag { name: Words::Read(tag.name), value: Words::Read(tag.value), is_remark: tag.is_remark() }
}

fn tag_faults(tags: &[TagSpan]) -> Vec<Told> {
    let faults = tags.iter().filter_map(|tag| Some((tag, tag.fault?)));
    let told = faults.map(|(tag, fault)| Told {
        at: tag.name.start as usize,
        kind: FindingKind::Tag(fault),
        fen: None,
    });
    told.collect()
}

fn read_start(source: &Source<'_>, told: &mut Vec<Told>) -> Start {
    let find =
        |name: &[u8]| source.tags.iter().find(|tag| tag.name.of(source.text).eq_ignore_ascii_case(name));
    let text = |tag: &TagSpan| source.charset.text(tag.value.of(source.text)).into_owned();
    let variant = find(b"Variant").map(|tag| (tag.value.start as usize, variant(&text(tag))));
    if let Some((at, Variant::Unknown)) = variant {
        told.push(Told { at, kind: FindingKind::UnknownVariant, fen: None });
    }
    let chess960 = matches!(variant, Some((_, Variant::Chess960)));
    let Some(fen) = find(b"FEN") else { return Start::Position(Position::initial()) };
    let at = fen.value.start as usize;
    let start = match Position::from_fen(&text(fen), chess960) {
        Ok(read) => {
            let repairs = read.repairs.into_iter().map(FindingKind::FenRepaired);
            told.extend(repairs.map(|kind| Told { at, kind, fen: None }));
            Start::Position(read.position)
        }
        Err(error) => {
            let start = match &error {
                FenError::Unplayable { pieces, .. } => Start::Pieces(pieces.clone()),
                FenError::Unreadable => Start::Unreadable,
            };
            told.push(Told { at, kind: FindingKind::FenUnusable(error), fen: None });
            start
        }
    };
    told.sort_by_key(|told| told.at);
    start
}

enum Variant {
    Standard,
    Chess960,
    Unknown,
}

fn variant(name: &str) -> Variant {
    let letters = name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    match letters.as_str() {
        "" | "standard" | "chess" | "normal" | "regular" | "fromposition" => Variant::Standard,
        "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerrandomchess" | "freestyle"
        | "freestylechess" => Variant::Chess960,
        _ => Variant::Unknown,
    }
}

fn locate(source: &Source<'_>, told: Vec<Told>) -> Vec<Finding> {
    if told.is_empty() {
        return Vec::new();
    }
    let (line, column) = (source.place)();
    let mut places = Places::new(source.text, line, column);
    let findings = told.into_iter().map(|told| {
        let (line, column) = places.of(told.at);
        Finding { line, column, kind: told.kind, fen: told.fen }
    });
    findings.collect()
}

impl Reader {
    fn new(len: usize, now: Option<Position>, told: Vec<Told>) -> Reader {
        let mut tree = Tree::with_capacity(len / 8 + 1);
        let root = tree.add_loose();
        let mut plies = Vec::with_capacity(len / 8 + 1);
        plies.push(Ply::EMPTY);
        let line = Line {
            parent: root,
            tip: root,
            first: None,
            behind: None,
            first_tail: None,
            tail: None,
            before: None,
            now,
        };
        Reader {
            tree,
            plies,
            notes: Notes::with_capacity(len / 32),
            lines: vec![line],
            last: Last::Move,
            waiting: (Link::NONE, Link::NONE),
            newest: (root, Link::NONE),
            result: None,
            inner_result: None,
            too_deep: (0, 0),
            told,
        }
    }

    fn tell(&mut self, at: usize, kind: FindingKind) {
        self.told.push(Told { at, kind, fen: None });
    }

    fn take(&mut self, text: &[u8], token: Token) {
        if self.too_deep.0 > 0 {
            return self.pass_over(token);
        }
        let span = Span::new(token.start, token.end);
        match token.kind {
            Kind::Move(spelling) => self.play(text, token, spelling),
            Kind::Number => self.last = Last::Number,
            Kind::Open => self.open(token),
            Kind::Close => self.close(token),
            Kind::Comment(closed) => {
                if !closed {
                    self.tell(token.start, FindingKind::CommentNotClosed);
                }
                self.note(span, Style::Braces);
            }
            Kind::Rest => self.note(span, Style::Semicolon),
            Kind::Escape => self.note(span, Style::Percent),
            Kind::Nag => self.note(span, Style::Nag),
            Kind::Result => self.end_with(token),
            Kind::Stray => {
                self.tell(token.start, FindingKind::NotUnderstood);
                self.note(span, Style::Stray);
            }
        }
    }

    fn play(&mut self, text: &[u8], token: Token, spelling: Spelling) {
        let span = Span::new(token.start, token.end);
        let Some(position) = self.lines.last().and_then(|line| line.now.as_ref()) else {
            return self.add(Ply { spelling: span, ..Ply::EMPTY }, None);
        };
        match position.understand(&spelling) {
            Ok(understood) => {
                if !understood.is_san {
                    self.tell(token.start, FindingKind::NotSan);
                }
                self.add(
                    Ply { mv: Some(understood.mv), spelling: span, ..Ply::EMPTY },
                    Some(understood.after),
                );
            }
            Err(error) => self.play_glued(text, token, spelling, error),
        }
    }

    /// `e4e5` may be two moves without a space; otherwise the line goes on as text.
    fn play_glued(&mut self, text: &[u8], token: Token, spelling: Spelling, error: Unplayable) {
        let word = text.get(token.start..token.end).unwrap_or_default();
        let position = self.lines.last().and_then(|line| line.now.clone());
        if let (Some(seam), Some(position)) = (spelling.seam(word), &position) {
            let (one, two) = word.split_at(seam);
            let first = Spelling::read(one).and_then(|one| position.understand(&one).ok());
            let second = Spelling::read(two).zip(first.as_ref());
            let second = second.and_then(|(two, first)| first.after.understand(&two).ok());
            if let (Some(first), Some(second)) = (first, second) {
                let cut = token.start + seam;
                let ply =
                    |mv, start, end| Ply { mv: Some(mv), spelling: Span::new(start, end), ..Ply::EMPTY };
                self.tell(token.start, FindingKind::NotSan);
                self.add(ply(first.mv, token.start, cut), Some(first.after));
                return self.add(ply(second.mv, cut, token.end), Some(second.after));
            }
        }
        let fen = position.map(|position| position.fen());
        self.told.push(Told { at: token.start, kind: FindingKind::Move(error), fen });
        self.add(Ply { spelling: Span::new(token.start, token.end), ..Ply::EMPTY }, None);
    }

    /// Hangs a move on the open line.
    fn add(&mut self, ply: Ply, after: Option<Position>) {
        let (notes, _) = std::mem::replace(&mut self.waiting, (Link::NONE, Link::NONE));
        self.plies.push(Ply { notes, ..ply });
        (self.last, self.inner_result) = (Last::Move, None);
        let Some(line) = self.lines.last_mut() else { return };
        line.before = std::mem::replace(&mut line.now, after);
        if line.first.is_some() {
            line.tip = self.tree.add_after(Some(line.tip), None);
        } else {
            line.tip = self.tree.add_after(Some(line.parent), line.behind);
            line.first = Some(line.tip);
            if line.first_tail == line.behind {
                line.first_tail = line.first;
            }
        }
        line.tail = if line.first == Some(line.tip) { line.first_tail } else { Some(line.tip) };
    }

    fn open(&mut self, token: Token) {
        self.flush();
        let Some(line) = self.lines.last() else { return };
        let is_early = line.first.is_none();
        let parent = if is_early { Some(line.parent) } else { self.tree.parent(line.tip) };
        let (behind, now) = match is_early {
            true => (line.first_tail, line.now.clone()),
            false => (line.tail, line.before.clone()),
        };
        if self.lines.len() >= DEEPEST {
            self.too_deep = (1, token.start);
            return self.tell(token.start, FindingKind::VariationTooDeep);
        }
        if is_early {
            self.tell(token.start, FindingKind::VariationTooEarly);
        }
        let Some(parent) = parent else { return };
        let line = Line {
            parent,
            tip: parent,
            first: None,
            behind,
            first_tail: behind,
            tail: None,
            before: None,
            now,
        };
        self.lines.push(line);
        (self.last, self.inner_result) = (Last::Open, None);
    }

    fn close(&mut self, token: Token) {
        if self.lines.len() < 2 {
            return self.tell(token.start, FindingKind::VariationNotOpened);
        }
        self.inner_result = None;
        self.close_line(token.start);
    }

    fn close_line(&mut self, at: usize) {
        let Some(closed) = self.lines.pop() else { return };
        if closed.first.is_none() {
            self.tell(at, FindingKind::VariationEmpty);
        }
        if let Some(line) = self.lines.last_mut() {
            let at_first = line.first.is_none() || line.first == Some(line.tip);
            line.tail = line.first.and(closed.first_tail);
            if at_first {
                line.first_tail = closed.first_tail;
            }
        }
        match closed.first {
            Some(first) => {
                self.flush_to(closed.tip);
                self.last = Last::Close(first);
            }
            None => {
                self.flush();
                self.last = Last::Move;
            }
        }
    }

    fn end_with(&mut self, token: Token) {
        let span = Span::new(token.start, token.end);
        if self.lines.len() > 1 {
            self.tell(token.start, FindingKind::ResultInVariation);
            self.inner_result = Some(span);
        } else {
            self.flush();
            (self.result, self.last) = (self.result.or(Some(span)), Last::Result);
        }
    }

    fn note(&mut self, span: Span, style: Style) {
        let Some(line) = self.lines.last() else { return };
        let tip = line.tip;
        let (node, spot) = match self.last {
            Last::Move => (Some(tip), Spot::After),
            Last::Close(first) => (Some(first), Spot::AfterVariation),
            Last::Result => (Some(tip), Spot::AfterResult),
            Last::Open => (None, Spot::Before),
            Last::Number => (None, Spot::AfterNumber),
        };
        let link = self.notes.add(span, style, spot);
        match node {
            Some(node) => self.attach(node, link),
            None if self.waiting.0 == Link::NONE => self.waiting = (link, link),
            None => {
                self.join(self.waiting.1, link);
                self.waiting.1 = link;
            }
        }
    }

    fn attach(&mut self, node: NodeId, link: Link) {
        let Some(ply) = self.plies.get_mut(node.index()) else { return };
        if ply.notes == Link::NONE {
            ply.notes = link;
        } else {
            let from =
                if self.newest.0 == node && self.newest.1 != Link::NONE { self.newest.1 } else { ply.notes };
            let last = self.notes.last(from);
            self.join(last, link);
        }
        self.newest = (node, link);
    }

    fn join(&mut self, last: Link, link: Link) {
        if let Some(last) = self.notes.get_mut(last) {
            last.next = link;
        }
    }

    /// Notes whose move never came go to the move before.
    fn flush(&mut self) {
        if let Some(tip) = self.lines.last().map(|line| line.tip) {
            self.flush_to(tip);
        }
    }

    fn flush_to(&mut self, node: NodeId) {
        let (mut link, _) = std::mem::replace(&mut self.waiting, (Link::NONE, Link::NONE));
        while let Some(note) = self.notes.get_mut(link) {
            let next = std::mem::replace(&mut note.next, Link::NONE);
            note.spot = Spot::After;
            self.attach(node, link);
            link = next;
        }
    }

    fn pass_over(&mut self, token: Token) {
        match token.kind {
            Kind::Open => self.too_deep.0 += 1,
            Kind::Close => self.too_deep.0 -= 1,
            _ => return,
        }
        if self.too_deep.0 == 0 {
            self.keep_too_deep(token.end);
        }
    }

    fn keep_too_deep(&mut self, end: usize) {
        self.last = Last::Move;
        self.note(Span::new(self.too_deep.1, end), Style::Stray);
    }

    fn finish(&mut self, end: usize) {
        if std::mem::take(&mut self.too_deep.0) > 0 {
            self.keep_too_deep(end);
        }
        if self.lines.len() > 1 {
            self.tell(end, FindingKind::VariationNotClosed);
            self.result = self.inner_result;
        }
        while self.lines.len() > 1 {
            self.close_line(end);
        }
        self.flush();
        self.told.sort_by_key(|told| told.at);
    }
}
