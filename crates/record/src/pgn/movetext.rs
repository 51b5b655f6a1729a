//! From the tokens of a game to its tree. One line of moves is open for every `(`; each knows the position before and
//! after its last move, so that a variation starts from where it branches and printed numbers decide nothing.

use rules::chess::{Move, MoveError, Position, ResolvedMove, WrittenMove};

use super::finding::FindingKind;
use super::game::Ply;
use super::lex::{Kind, Lexer, Token};
use super::notes::{Link, Notes, Spot, Style};
use super::read::Told;
use super::scan::Span;
use crate::tree::{NodeId, Tree};

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

impl Line {
    fn new(parent: NodeId, behind: Option<NodeId>, now: Option<Position>) -> Line {
        Line { parent, tip: parent, first: None, behind, first_tail: behind, tail: None, before: None, now }
    }
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

struct Reader {
    tree: Tree,
    plies: Vec<Ply>,
    notes: Notes,
    /// The line that is being read, and those it branched from.
    line: Line,
    outer: Vec<Line>,
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

pub(super) struct Movetext {
    pub tree: Tree,
    pub root: NodeId,
    pub plies: Vec<Ply>,
    pub notes: Notes,
    pub result: Option<Span>,
    pub told: Vec<Told>,
}

/// The moves from this byte on. Without a position to start from they are kept as text.
pub(super) fn read(text: &[u8], from: usize, start: Option<Position>, told: Vec<Told>) -> Movetext {
    let mut reader = Reader::new(text.len(), start, told);
    let root = reader.newest.0;
    for token in Lexer::new(text, from) {
        reader.take(text, token);
    }
    reader.finish(text.len());
    let Reader { tree, plies, notes, result, told, .. } = reader;
    Movetext { tree, root, plies, notes, result, told }
}

/// Two legal moves in one word, and where the second begins.
fn unglue(
    now: &Position,
    word: &[u8],
    spelling: &WrittenMove,
) -> Option<(ResolvedMove, ResolvedMove, usize)> {
    let split = spelling.split_point(word)?;
    let (one, two) = word.split_at_checked(split)?;
    let first = now.resolve(&WrittenMove::read(one)?).ok()?;
    let mut then = now.clone();
    then.play_resolved(first);
    let second = then.resolve(&WrittenMove::read(two)?).ok()?;
    Some((first, second, split))
}

impl Reader {
    fn new(len: usize, now: Option<Position>, told: Vec<Told>) -> Reader {
        let mut tree = Tree::with_capacity(len / 8 + 1);
        let root = tree.add_detached();
        let mut plies = Vec::with_capacity(len / 8 + 1);
        plies.push(Ply::EMPTY);
        Reader {
            tree,
            plies,
            notes: Notes::with_capacity(len / 32),
            line: Line::new(root, None, now),
            outer: Vec::new(),
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

    fn play(&mut self, text: &[u8], token: Token, spelling: WrittenMove) {
        let span = Span::new(token.start, token.end);
        let Some(position) = &self.line.now else {
            self.line.before = None;
            return self.add(None, span);
        };
        match position.resolve(&spelling) {
            Ok(resolved) => {
                if !resolved.is_san() {
                    self.tell(token.start, FindingKind::NotSan);
                }
                self.follow(resolved, span);
            }
            Err(error) => self.play_glued(text, token, spelling, error),
        }
    }

    fn follow(&mut self, resolved: ResolvedMove, span: Span) {
        self.line.before.clone_from(&self.line.now);
        if let Some(now) = &mut self.line.now {
            now.play_resolved(resolved);
        }
        self.add(Some(resolved.mv()), span);
    }

    /// `e4e5` may be two moves without a space; otherwise the line goes on as text.
    fn play_glued(&mut self, text: &[u8], token: Token, spelling: WrittenMove, error: MoveError) {
        let word = text.get(token.start..token.end).unwrap_or_default();
        if let Some((first, second, split)) =
            self.line.now.as_ref().and_then(|now| unglue(now, word, &spelling))
        {
            let cut = token.start + split;
            self.tell(token.start, FindingKind::NotSan);
            self.follow(first, Span::new(token.start, cut));
            return self.follow(second, Span::new(cut, token.end));
        }
        self.line.before = self.line.now.take();
        let fen = self.line.before.as_ref().map(Position::fen);
        self.told.push(Told { at: token.start, kind: FindingKind::Move(error), fen });
        self.add(None, Span::new(token.start, token.end));
    }

    /// Hangs a move on the open line.
    fn add(&mut self, mv: Option<Move>, spelling: Span) {
        let (notes, _) = std::mem::replace(&mut self.waiting, (Link::NONE, Link::NONE));
        self.plies.push(Ply { mv, spelling, notes });
        (self.last, self.inner_result) = (Last::Move, None);
        let line = &mut self.line;
        if line.first.is_some() {
            line.tip = self.tree.add_after(Some(line.tip), None);
            line.tail = Some(line.tip);
            return;
        }
        line.tip = self.tree.add_after(Some(line.parent), line.behind);
        line.first = Some(line.tip);
        if line.first_tail == line.behind {
            line.first_tail = line.first;
        }
        line.tail = line.first_tail;
    }

    fn open(&mut self, token: Token) {
        self.flush();
        if self.outer.len() + 1 >= DEEPEST {
            self.too_deep = (1, token.start);
            return self.tell(token.start, FindingKind::VariationTooDeep);
        }
        let line = &self.line;
        let (parent, behind, now) = match line.first {
            Some(_) => (self.tree.parent(line.tip).unwrap_or(line.parent), line.tail, line.before.clone()),
            None => (line.parent, line.first_tail, line.now.clone()),
        };
        if line.first.is_none() {
            self.tell(token.start, FindingKind::VariationTooEarly);
        }
        self.outer.push(std::mem::replace(&mut self.line, Line::new(parent, behind, now)));
        (self.last, self.inner_result) = (Last::Open, None);
    }

    fn close(&mut self, token: Token) {
        if self.outer.is_empty() {
            return self.tell(token.start, FindingKind::VariationNotOpened);
        }
        self.inner_result = None;
        self.close_line(token.start);
    }

    fn close_line(&mut self, at: usize) {
        let Some(outer) = self.outer.pop() else { return };
        let closed = std::mem::replace(&mut self.line, outer);
        let line = &mut self.line;
        let at_first = line.first.is_none_or(|first| first == line.tip);
        line.tail = line.first.and(closed.first_tail);
        if at_first {
            line.first_tail = closed.first_tail;
        }
        match closed.first {
            Some(first) => {
                self.flush_to(closed.tip);
                self.last = Last::Close(first);
            }
            None => {
                self.tell(at, FindingKind::VariationEmpty);
                self.flush();
                self.last = Last::Move;
            }
        }
    }

    fn end_with(&mut self, token: Token) {
        let span = Span::new(token.start, token.end);
        if !self.outer.is_empty() {
            self.tell(token.start, FindingKind::ResultInVariation);
            self.inner_result = Some(span);
        } else {
            self.flush();
            (self.result, self.last) = (self.result.or(Some(span)), Last::Result);
        }
    }

    fn note(&mut self, span: Span, style: Style) {
        let tip = self.line.tip;
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
        self.flush_to(self.line.tip);
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
        if !self.outer.is_empty() {
            self.tell(end, FindingKind::VariationNotClosed);
            self.result = self.inner_result;
        }
        while !self.outer.is_empty() {
            self.close_line(end);
        }
        self.flush();
        self.told.sort_by_key(|told| told.at);
    }
}
