//! Parses a file into its skeleton in one pass, with an explicit stack, and warnings instead of errors.

use memchr::memchr_iter;

use super::lex::{self, NodePart, Wide};
use super::warning::{PendingWarnings, WarningKind};
use crate::tree::{Links, NodeId, Tree};

/// The structure of a file and the offset of each node.
#[derive(Clone, Debug)]
pub(crate) struct Skeleton {
    pub tree: Tree,
    pub starts: Vec<u32>,
    pub branches: Vec<SourceBranch>,
    pub source_games: Vec<SourceGame>,
    pub warnings: PendingWarnings,
}

/// A `(` with a node after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SourceBranch {
    pub head: NodeId,
    /// The offset after its `)`; `None` if the file ends first.
    pub close: Option<std::num::NonZeroU32>,
}

/// A game in the file as read.
#[derive(Clone, Debug)]
pub(crate) struct SourceGame {
    pub root: NodeId,
    /// The offset after its last node or `)`.
    pub end: u32,
    /// Whether its first `(` is missing.
    pub bare: bool,
    /// The number of brackets that the file does not close.
    pub unclosed: u32,
    /// For a game with mismatched brackets: its shape, to detect changes.
    pub irregular: Option<Box<[Links]>>,
}

/// An open `(`.
struct Open {
    above: Option<NodeId>,
    branch: Option<usize>,
}

struct Reader<'a> {
    bytes: &'a [u8],
    wide: Wide,
    at: usize,
    /// The offset after the last node or bracket of a game.
    mark: usize,
    found: Skeleton,
    stack: Vec<Open>,
    here: Option<NodeId>,
    last_child: Option<NodeId>,
    irregular: bool,
}

/// `bytes` must be shorter than 4 GiB.
pub(crate) fn skeleton(bytes: &[u8], wide: Wide) -> Skeleton {
    // Comments may contain many of them, so the counts are limited by the room for nodes.
    let nodes = memchr_iter(b';', bytes).count().min(bytes.len() / 5 + 1);
    let branches = memchr_iter(b'(', bytes).count().min(bytes.len() / 8 + 1);
    let found = Skeleton {
        tree: Tree::with_capacity(nodes),
        starts: Vec::with_capacity(nodes),
        branches: Vec::with_capacity(branches),
        source_games: Vec::new(),
        warnings: PendingWarnings::default(),
    };
    let mut reader = Reader {
        bytes,
        wide,
        at: 0,
        mark: 0,
        found,
        stack: Vec::new(),
        here: None,
        last_child: None,
        irregular: false,
    };
    reader.games();
    reader.found.trim();
    reader.found
}

impl Skeleton {
    /// Semicolons and brackets in comments were counted too, so the capacity was too large.
    fn trim(&mut self) {
        self.tree.trim();
        if self.starts.capacity() > self.starts.len() + self.starts.len() / 8 {
            self.starts.shrink_to_fit();
        }
        if self.branches.capacity() > self.branches.len() + self.branches.len() / 8 {
            self.branches.shrink_to_fit();
        }
    }
}

/// The next `(` that a node follows.
fn next_game(bytes: &[u8], from: usize) -> Option<usize> {
    let opens = memchr_iter(b'(', bytes.get(from..)?).map(|at| from + at);
    opens.into_iter().find(|open| {
        let first = lex::skip_space(bytes, open + 1);
        match bytes.get(first) {
            Some(b';') => true,
            // Capitals only: "(see [1])" in an e-mail is not a game.
            Some(b'A'..=b'Z') => lex::named_value(bytes, first).is_some(),
            _ => false,
        }
    })
}

/// The next `;` before a property: a game whose `(` is missing.
fn next_bare_game(bytes: &[u8], from: usize) -> Option<usize> {
    let starts = memchr_iter(b';', bytes.get(from..)?).map(|at| from + at);
    starts.into_iter().find(|at| lex::named_value(bytes, lex::skip_space(bytes, at + 1)).is_some())
}

/// Whether a game begins somewhere in the bytes, or would if a bracket followed.
pub(crate) fn has_game(bytes: &[u8]) -> bool {
    let ends_open = bytes.trim_ascii_end().last() == Some(&b'(');
    ends_open || next_game(bytes, 0).is_some() || next_bare_game(bytes, 0).is_some()
}

impl Reader<'_> {
    fn games(&mut self) {
        while let Some(start) = next_game(self.bytes, self.at) {
            self.game(start);
        }
        while let Some(start) = next_bare_game(self.bytes, self.at) {
            self.warn(start, WarningKind::MissingOpen);
            self.irregular = true;
            self.stack.push(Open { above: None, branch: None });
            self.game(start);
        }
        self.outside(self.bytes.len());
    }

    fn game(&mut self, start: usize) {
        self.outside(start);
        let first = self.found.tree.len();
        (self.at, self.mark, self.here, self.last_child) = (start, start, None, None);
        while let Some(byte) = self.bytes.get(self.at) {
            match byte {
                b';' => self.node(),
                b'(' => self.open(),
                b')' => self.close(),
                _ => self.between(),
            }
            if self.stack.is_empty() {
                break;
            }
        }
        if !self.stack.is_empty() {
            self.warn(self.bytes.len(), WarningKind::MissingClose);
        }
        self.end_game(start, first);
    }

    fn end_game(&mut self, start: usize, first: usize) {
        let unclosed = self.stack.len() as u32;
        self.stack.clear();
        let tree = &self.found.tree;
        let Some(root) = tree.node(first) else { return };
        let irregular = std::mem::take(&mut self.irregular).then(|| tree.shape(first..tree.len()).into());
        let bare = self.found.starts.get(first).is_some_and(|at| *at as usize == start);
        self.found.source_games.push(SourceGame { root, end: self.mark as u32, bare, unclosed, irregular });
    }

    fn node(&mut self) {
        let node = self.found.tree.add_after(self.here, self.last_child);
        self.found.starts.push(self.at as u32);
        match self.stack.last_mut() {
            Some(open) if open.branch.is_none() => {
                open.branch = Some(self.found.branches.len());
                self.found.branches.push(SourceBranch { head: node, close: None });
            }
            _ if self.last_child.is_some() => self.warn_irregular(self.at, WarningKind::NodeAfterVariation),
            _ => {}
        }
        (self.here, self.last_child) = (Some(node), None);
        self.at += usize::from(self.bytes.get(self.at) == Some(&b';'));
        self.mark = self.at;
        self.body();
    }

    fn body(&mut self) {
        if let Some(end) = lex::lone_move_end(self.bytes, self.at) {
            (self.at, self.mark) = (lex::skip_space(self.bytes, end), end);
            return;
        }
        while let Some(part) = lex::node_part(self.bytes, self.at, self.wide) {
            self.at = part.end();
            match part {
                NodePart::Property { end, closed: true, .. } => self.mark = end,
                NodePart::Property { start, end, .. } => {
                    self.warn(start, WarningKind::ValueNotClosed);
                    self.mark = end;
                }
                NodePart::Nameless { start, end, .. } => {
                    self.warn(start, WarningKind::ValueWithoutName);
                    self.mark = end;
                }
                NodePart::Valueless { start, .. } => self.warn(start, WarningKind::NameWithoutValue),
                NodePart::Junk { start, .. } => self.warn(start, WarningKind::StrayText),
            }
        }
        self.at = lex::skip_space(self.bytes, self.at);
    }

    fn open(&mut self) {
        if self.stack.last().is_some_and(|open| open.branch.is_none()) {
            self.warn_irregular(self.at, WarningKind::DoubleOpen);
        }
        self.stack.push(Open { above: self.here, branch: None });
        self.at += 1;
    }

    fn close(&mut self) {
        self.at += 1;
        let Some(open) = self.stack.pop() else { return };
        self.mark = self.at;
        let Some(branch) = open.branch.and_then(|n| self.found.branches.get_mut(n)) else {
            return self.warn_irregular(self.at - 1, WarningKind::EmptyVariation);
        };
        branch.close = std::num::NonZeroU32::new(self.at as u32);
        (self.here, self.last_child) = (open.above, Some(branch.head));
    }

    /// Between a bracket and the next node.
    fn between(&mut self) {
        let start = lex::skip_space(self.bytes, self.at);
        if lex::named_value(self.bytes, start).is_some() {
            self.at = start;
            self.warn_irregular(start, WarningKind::MissingSemicolon);
            return self.node();
        }
        match lex::node_part(self.bytes, start, self.wide) {
            Some(part) => {
                let named = matches!(part, NodePart::Nameless { .. });
                self.warn(start, if named { WarningKind::ValueWithoutName } else { WarningKind::StrayText });
                self.at = part.end();
            }
            None => self.at = start,
        }
    }

    /// Text up to `end` outside of games. Reported once; a `)` in it is ignored.
    fn outside(&mut self, end: usize) {
        let from = self.at;
        let text = self.bytes.get(from..end).unwrap_or_default();
        match text.iter().position(|b| !lex::is_space(*b) && *b != b')') {
            Some(word) => self.warn(from + word, WarningKind::TextOutsideGames),
            None => memchr_iter(b')', text).for_each(|at| self.warn(from + at, WarningKind::ExtraClose)),
        }
        self.at = end;
    }

    /// Reports mismatched brackets and stores the game's shape.
    fn warn_irregular(&mut self, at: usize, kind: WarningKind) {
        self.irregular = true;
        self.warn(at, kind);
    }

    fn warn(&mut self, at: usize, kind: WarningKind) {
        self.found.warnings.add(at, kind);
    }
}
