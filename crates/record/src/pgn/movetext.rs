//! Builds the tree of a game from tokens. There is one open line of moves per `(`, with the position before and after
//! its last move, so that a variation starts where it branches. Printed move numbers are ignored.

use rules::chess::{Move, MoveError, Position, ResolvedMove, WrittenMove};

use super::finding::FindingKind;
use super::game::Ply;
use super::lex::{Lexer, Token, TokenKind};
use super::notes::{NoteLink, NotePlacement, Notes, Style};
use super::read::UnlocatedFinding;
use super::scan::Span;
use crate::tree::{NodeId, Tree};

/// Deeper nesting than this is stored as text.
const MAX_DEPTH: usize = 10_000;

/// A line of moves that is being read.
struct OpenLine {
    /// The node it branches from.
    parent: NodeId,
    /// Its last node so far; the parent as long as it has no moves.
    tip: NodeId,
    first: Option<NodeId>,
    /// The sibling after which its first move goes.
    behind: Option<NodeId>,
    /// The last sibling of its first move.
    first_tail: Option<NodeId>,
    /// The last sibling of its tip.
    tail: Option<NodeId>,
    before: Option<Position>,
    now: Option<Position>,
}

impl OpenLine {
    fn new(parent: NodeId, behind: Option<NodeId>, now: Option<Position>) -> OpenLine {
        OpenLine {
            parent,
            tip: parent,
            first: None,
            behind,
            first_tail: behind,
            tail: None,
            before: None,
            now,
        }
    }
}

/// The last token, which decides where a note belongs.
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
    line: OpenLine,
    outer: Vec<OpenLine>,
    last: Last,
    /// Notes for the next move: the first and the last.
    pending_notes: (NoteLink, NoteLink),
    /// The last note of the node that got a note last, to avoid searching for it.
    last_note: (NodeId, NoteLink),
    result: Option<Span>,
    /// A result inside a variation, valid if nothing follows it.
    inner_result: Option<Span>,
    /// The number of `(` beyond the maximum depth, and the offset of the first.
    too_deep: (u32, usize),
    findings: Vec<UnlocatedFinding>,
}

pub(super) struct Movetext {
    pub tree: Tree,
    pub root: NodeId,
    pub plies: Vec<Ply>,
    pub notes: Notes,
    pub result: Option<Span>,
    pub findings: Vec<UnlocatedFinding>,
}

/// The moves from this byte on. Without a position to start from they are stored as text.
pub(super) fn read(
    text: &[u8],
    from: usize,
    start: Option<Position>,
    findings: Vec<UnlocatedFinding>,
) -> Movetext {
    let mut reader = Reader::new(text.len(), start, findings);
    let root = reader.last_note.0;
    for token in Lexer::new(text, from) {
        reader.take(text, token);
    }
    reader.finish(text.len());
    let Reader { tree, plies, notes, result, findings, .. } = reader;
    Movetext { tree, root, plies, notes, result, findings }
}

/// Two legal moves in one word, and where the second begins.
fn split_glued(
    now: &Position,
    word: &[u8],
    written: &WrittenMove,
) -> Option<(ResolvedMove, ResolvedMove, usize)> {
    let split = written.split_point(word)?;
    let (one, two) = word.split_at_checked(split)?;
    let first = now.resolve(&WrittenMove::read(one)?).ok()?;
    let mut then = now.clone();
    then.play_resolved(first);
    let second = then.resolve(&WrittenMove::read(two)?).ok()?;
    Some((first, second, split))
}

impl Reader {
    fn new(len: usize, now: Option<Position>, findings: Vec<UnlocatedFinding>) -> Reader {
        let mut tree = Tree::with_capacity(len / 8 + 1);
        let root = tree.add_detached();
        let mut plies = Vec::with_capacity(len / 8 + 1);
        plies.push(Ply::EMPTY);
        Reader {
            tree,
            plies,
            notes: Notes::with_capacity(len / 32),
            line: OpenLine::new(root, None, now),
            outer: Vec::new(),
            last: Last::Move,
            pending_notes: (NoteLink::NONE, NoteLink::NONE),
            last_note: (root, NoteLink::NONE),
            result: None,
            inner_result: None,
            too_deep: (0, 0),
            findings,
        }
    }

    fn report(&mut self, at: usize, kind: FindingKind) {
        self.findings.push(UnlocatedFinding::new(at, kind));
    }

    fn report_stray(&mut self, written: Span) {
        let node = match self.last {
            Last::Move | Last::Number | Last::Open => Some(self.line.tip),
            Last::Close(first) => Some(first),
            Last::Result => None,
        };
        let found = UnlocatedFinding::new(written.start as usize, FindingKind::NotUnderstood);
        self.findings.push(UnlocatedFinding { node, written, ..found });
    }

    fn take(&mut self, text: &[u8], token: Token) {
        if self.too_deep.0 > 0 {
            return self.skip_token(token);
        }
        let span = Span::new(token.start, token.end);
        match token.kind {
            TokenKind::Move(written) => self.play(text, token, written),
            TokenKind::Number => self.last = Last::Number,
            TokenKind::Open => self.open(token),
            TokenKind::Close => self.close(token),
            TokenKind::Comment(closed) => {
                if !closed {
                    self.report(token.start, FindingKind::CommentNotClosed);
                }
                self.note(span, Style::Braces);
            }
            TokenKind::Rest => self.note(span, Style::Semicolon),
            TokenKind::Escape => self.note(span, Style::Percent),
            TokenKind::Nag => self.note(span, Style::Nag),
            TokenKind::Result => self.end_with(token),
            TokenKind::Stray => {
                self.report_stray(span);
                self.note(span, Style::Stray);
            }
        }
    }

    fn play(&mut self, text: &[u8], token: Token, written: WrittenMove) {
        let span = Span::new(token.start, token.end);
        let Some(position) = &self.line.now else {
            self.line.before = None;
            return self.add(None, span);
        };
        match position.resolve(&written) {
            Ok(resolved) => {
                if !resolved.is_san() {
                    self.report(token.start, FindingKind::NotSan);
                }
                self.follow(resolved, span);
            }
            Err(error) => self.play_glued(text, token, written, error),
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
    fn play_glued(&mut self, text: &[u8], token: Token, written: WrittenMove, error: MoveError) {
        let word = text.get(token.start..token.end).unwrap_or_default();
        if let Some((first, second, split)) =
            self.line.now.as_ref().and_then(|now| split_glued(now, word, &written))
        {
            let cut = token.start + split;
            self.report(token.start, FindingKind::NotSan);
            self.follow(first, Span::new(token.start, cut));
            return self.follow(second, Span::new(cut, token.end));
        }
        self.line.before = self.line.now.take();
        let fen = self.line.before.as_ref().map(Position::fen);
        let written = Span::new(token.start, token.end);
        self.add(None, written);
        let node = Some(self.line.tip);
        let found = UnlocatedFinding::new(token.start, FindingKind::Move(error));
        self.findings.push(UnlocatedFinding { fen, node, written, ..found });
    }

    /// Hangs a move on the open line.
    fn add(&mut self, mv: Option<Move>, written: Span) {
        let (notes, _) = std::mem::replace(&mut self.pending_notes, (NoteLink::NONE, NoteLink::NONE));
        self.plies.push(Ply { mv, written, notes });
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
        if self.outer.len() + 1 >= MAX_DEPTH {
            self.too_deep = (1, token.start);
            return self.report(token.start, FindingKind::VariationTooDeep);
        }
        let line = &self.line;
        let (parent, behind, now) = match line.first {
            Some(_) => (self.tree.parent(line.tip).unwrap_or(line.parent), line.tail, line.before.clone()),
            None => (line.parent, line.first_tail, line.now.clone()),
        };
        if line.first.is_none() {
            self.report(token.start, FindingKind::VariationTooEarly);
        }
        self.outer.push(std::mem::replace(&mut self.line, OpenLine::new(parent, behind, now)));
        (self.last, self.inner_result) = (Last::Open, None);
    }

    fn close(&mut self, token: Token) {
        if self.outer.is_empty() {
            return self.report(token.start, FindingKind::VariationNotOpened);
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
                self.report(at, FindingKind::VariationEmpty);
                self.flush();
                self.last = Last::Move;
            }
        }
    }

    fn end_with(&mut self, token: Token) {
        let span = Span::new(token.start, token.end);
        if !self.outer.is_empty() {
            self.report(token.start, FindingKind::ResultInVariation);
            self.inner_result = Some(span);
        } else {
            self.flush();
            (self.result, self.last) = (self.result.or(Some(span)), Last::Result);
        }
    }

    fn note(&mut self, span: Span, style: Style) {
        let tip = self.line.tip;
        let (node, placement) = match self.last {
            Last::Move => (Some(tip), NotePlacement::After),
            Last::Close(first) => (Some(first), NotePlacement::AfterVariation),
            Last::Result => (Some(tip), NotePlacement::AfterResult),
            Last::Open => (None, NotePlacement::Before),
            Last::Number => (None, NotePlacement::AfterNumber),
        };
        let link = self.notes.add(span, style, placement);
        match node {
            Some(node) => self.attach(node, link),
            None if self.pending_notes.0 == NoteLink::NONE => self.pending_notes = (link, link),
            None => {
                self.join(self.pending_notes.1, link);
                self.pending_notes.1 = link;
            }
        }
    }

    fn attach(&mut self, node: NodeId, link: NoteLink) {
        let Some(ply) = self.plies.get_mut(node.index()) else { return };
        if ply.notes == NoteLink::NONE {
            ply.notes = link;
        } else {
            let from = if self.last_note.0 == node && self.last_note.1 != NoteLink::NONE {
                self.last_note.1
            } else {
                ply.notes
            };
            let last = self.notes.last(from);
            self.join(last, link);
        }
        self.last_note = (node, link);
    }

    fn join(&mut self, last: NoteLink, link: NoteLink) {
        if let Some(last) = self.notes.get_mut(last) {
            last.next = link;
        }
    }

    /// Notes whose move never came go to the move before.
    fn flush(&mut self) {
        self.flush_to(self.line.tip);
    }

    fn flush_to(&mut self, node: NodeId) {
        let (mut link, _) = std::mem::replace(&mut self.pending_notes, (NoteLink::NONE, NoteLink::NONE));
        while let Some(note) = self.notes.get_mut(link) {
            let next = std::mem::replace(&mut note.next, NoteLink::NONE);
            note.placement = NotePlacement::After;
            self.attach(node, link);
            link = next;
        }
    }

    fn skip_token(&mut self, token: Token) {
        match token.kind {
            TokenKind::Open => self.too_deep.0 += 1,
            TokenKind::Close => self.too_deep.0 -= 1,
            _ => return,
        }
        if self.too_deep.0 == 0 {
            self.add_too_deep_as_text(token.end);
        }
    }

    fn add_too_deep_as_text(&mut self, end: usize) {
        self.last = Last::Move;
        self.note(Span::new(self.too_deep.1, end), Style::Stray);
    }

    fn finish(&mut self, end: usize) {
        if std::mem::take(&mut self.too_deep.0) > 0 {
            self.add_too_deep_as_text(end);
        }
        if !self.outer.is_empty() {
            self.report(end, FindingKind::VariationNotClosed);
            self.result = self.inner_result;
        }
        while !self.outer.is_empty() {
            self.close_line(end);
        }
        self.flush();
        self.findings.sort_by_key(|finding| finding.at);
    }
}
