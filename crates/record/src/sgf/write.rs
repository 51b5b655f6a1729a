//! Writing a collection: untouched bytes are copied, only what was changed is written again.
//!
//! Every byte of a file belongs to one node: the lead before it (blanks, stray text, its `(`), its text, and, where it
//! opened a `(`, what leads up to the `)`. Nodes that stay keep all three; new or misplaced ones get bare brackets.

use super::lex;
use super::{Charset, Collection, Node, charset};
use crate::tree::{NodeId, Visit};

impl Collection {
    pub fn write(&self) -> Vec<u8> {
        let as_read = self.packed(&self.source);
        if !self.touched {
            return as_read;
        }
        let written = self.written();
        match written != as_read && self.reads_otherwise(&written) {
            true => self.with_true_charset(&self.games).written(),
            false => written,
        }
    }

    pub(super) fn written(&self) -> Vec<u8> {
        let mut writer = Writer::new(self);
        for root in &self.games {
            writer.game(*root);
        }
        let tail = writer.tail();
        writer.out.extend_from_slice(&tail);
        self.packed(&writer.out)
    }

    /// One game as a file of its own.
    pub fn write_game(&self, root: NodeId) -> Vec<u8> {
        let written = self.written_game(root);
        match self.reads_otherwise(&written) {
            true => self.with_true_charset(&[root]).written_game(root),
            false => written,
        }
    }

    fn written_game(&self, root: NodeId) -> Vec<u8> {
        let mut writer = Writer::new(self);
        writer.alone = true;
        writer.game(root);
        writer.finish();
        writer.out.extend_from_slice(self.line_break.as_str().as_bytes());
        self.packed(&writer.out)
    }

    /// One game, or what follows a node, with another text for its first node.
    pub fn write_game_with(&self, top: NodeId, text: &[u8]) -> Vec<u8> {
        let mut copy = self.clone();
        copy.set_own_text(top, Some(text.into()));
        copy.write_game(top)
    }

    /// A branch as SGF in characters, for the clipboard.
    pub fn branch_text(&self, top: NodeId) -> String {
        if !matches!(self.charset, Charset::Ascii | Charset::Utf8 | Charset::Utf16 { .. }) {
            let mut copy = self.clone();
            copy.to_utf8();
            return copy.branch_text(top);
        }
        let mut writer = Writer::new(self);
        writer.alone = true;
        writer.game(top);
        writer.finish();
        String::from_utf8_lossy(&writer.out).into_owned()
    }

    /// With its byte order mark, and in UTF-16 if the file was.
    pub(super) fn packed(&self, text: &[u8]) -> Vec<u8> {
        let mark = if self.mark { "\u{FEFF}".as_bytes() } else { b"" };
        match self.charset {
            Charset::Utf16 { big_endian } => {
                charset::to_utf16(&[mark, text].concat(), big_endian, self.odd_byte)
            }
            _ => [mark, text].concat(),
        }
    }
}

struct Writer<'a> {
    file: &'a Collection,
    out: Vec<u8>,
    /// What the last value written lacks: harmless only at the very end of the file.
    missing_close: &'static [u8],
    /// Brackets that the file leaves open at its end.
    open_brackets: usize,
    /// Whether the text around the game is left out.
    alone: bool,
    /// Of the games as read: whether their odd brackets must be written again, because the tree has changed.
    rearranged: Vec<bool>,
}

/// How a node is put down.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dress {
    /// With its lead and its own brackets, if any.
    AsRead { bracketed: bool },
    /// In an unchanged game with odd brackets: with everything between it and the node before.
    OddAsRead,
    /// With brackets where the tree needs them.
    Plain,
}

impl<'a> Writer<'a> {
    fn new(file: &'a Collection) -> Writer<'a> {
        let out = Vec::with_capacity(file.source.len() + 64);
        let rearranged = file.rearranged();
        Writer { file, out, missing_close: b"", open_brackets: 0, alone: false, rearranged }
    }

    fn game(&mut self, root: NodeId) {
        for visit in self.file.tree().visits(root) {
            match visit {
                Visit::Enter(node) => self.enter(node, root),
                Visit::Leave(node) => self.leave(node, root),
            }
        }
    }

    fn enter(&mut self, node: NodeId, root: NodeId) {
        let dress = self.dress(node, root);
        match dress {
            Dress::AsRead { bracketed } => {
                match node == root && self.alone {
                    true => self.put(b"("),
                    false => self.put_lead(node, root, bracketed),
                }
                if !bracketed && self.needs_brackets(node, root) {
                    self.put(b"(");
                }
            }
            Dress::OddAsRead => {
                let lead = self.file.odd_lead(node);
                self.put(if node == root && self.alone { b"(" } else { lead });
            }
            Dress::Plain => {
                let lead = self.plain_lead(node, root);
                self.put(&lead);
                if self.needs_brackets(node, root) {
                    self.put(b"(");
                }
            }
        }
        self.text(node, dress);
    }

    fn text(&mut self, node: NodeId, dress: Dress) {
        let Node { bytes: text, wide, .. } = self.file.node(node);
        if dress == Dress::Plain && text.first() != Some(&b';') {
            self.put(b";");
        }
        self.put(text);
        if self.file.may_be_cut_short(node) {
            self.missing_close = lex::missing_close(text, wide);
        }
    }

    fn leave(&mut self, node: NodeId, root: NodeId) {
        match self.dress(node, root) {
            Dress::AsRead { bracketed: true } => match self.file.closing(node) {
                Some(_) if self.alone && node == root => self.put(b")"),
                Some(closing) => self.put_closing(closing),
                None => self.open_brackets += 1,
            },
            Dress::OddAsRead if node == root => self.leave_odd(root),
            Dress::OddAsRead => {}
            _ if self.needs_brackets(node, root) => self.put(b")"),
            _ => {}
        }
    }

    fn put(&mut self, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.finish();
            self.out.extend_from_slice(bytes);
        }
    }

    /// A lead in the charset that the file has now: where that is another one, with stray text made harmless.
    fn put_lead(&mut self, node: NodeId, root: NodeId, bracketed: bool) {
        let lead = self.file.lead(node);
        if self.file.reads_the_same(lead) {
            return self.put(lead);
        }
        let bracket = lead.iter().rposition(|b| *b == b'(').filter(|_| node == root);
        match bracket {
            Some(at) => self.put(&self.file.outside(lead.get(..at).unwrap_or_default())),
            None => self.put(&self.file.stray(lead)),
        }
        self.put(if bracketed { b"(" } else { b"" });
    }

    fn put_closing(&mut self, closing: &[u8]) {
        if self.file.reads_the_same(closing) {
            return self.put(closing);
        }
        self.put(&self.file.stray(closing));
        self.put(b")");
    }

    /// Closes what the end of the file left open, now that more follows.
    fn finish(&mut self) {
        self.out.extend_from_slice(std::mem::take(&mut self.missing_close));
        let brackets = std::mem::take(&mut self.open_brackets);
        self.out.extend(std::iter::repeat_n(b')', brackets));
    }

    /// The end of a game of odd brackets, with as many of them as it has.
    fn leave_odd(&mut self, root: NodeId) {
        let Some(home) = self.file.home(root) else { return };
        let last = home.root.index() + home.odd.as_ref().map_or(1, |odd| odd.len()) - 1;
        let closing = self.file.source.get(self.file.text_end(last).0..home.end as usize);
        self.put(closing.unwrap_or_default());
        self.open_brackets += home.unclosed as usize;
    }

    fn dress(&self, node: NodeId, root: NodeId) -> Dress {
        let Some(at) = self.file.home_index(node) else { return Dress::Plain };
        let Some(home) = self.file.read.homes.get(at) else { return Dress::Plain };
        match (home.root == node) == (node == root) && self.rearranged.get(at) == Some(&false) {
            true if home.odd.is_some() => Dress::OddAsRead,
            true => Dress::AsRead { bracketed: self.file.branch(node).is_some() },
            false => Dress::Plain,
        }
    }

    fn needs_brackets(&self, node: NodeId, root: NodeId) -> bool {
        node == root || self.file.tree().is_branch(node)
    }

    /// New nodes go on new lines where the two before them do; nodes that lost their brackets keep their blanks.
    fn plain_lead(&self, node: NodeId, root: NodeId) -> Vec<u8> {
        let file = self.file;
        if node == root {
            let first = self.out.is_empty();
            return if first { Vec::new() } else { file.line_break.as_str().into() };
        }
        if file.is_read(node) {
            let was_first = file.read.homes.binary_search_by_key(&node, |home| home.root).is_ok();
            let lead = if was_first { b"" } else { file.lead(node) };
            return lead.iter().copied().filter(|b| lex::is_space(*b)).collect();
        }
        let above = file.tree().ancestors(node).skip(1).take(2);
        let mut leads = above.map(|n| if file.is_read(n) { file.lead(n) } else { b"" });
        match (leads.next(), leads.next()) {
            (Some(one), Some(two)) if one == two && one.iter().all(|b| lex::is_space(*b)) => one.into(),
            _ => Vec::new(),
        }
    }

    /// What the file has after its last game. Where that was never closed, stray text belongs to it and may only stay
    /// if the game stays the last.
    fn tail(&self) -> Vec<u8> {
        let Some(last) = self.file.read.homes.last() else { return Vec::new() };
        let tail = self.file.source.get(last.end as usize..).unwrap_or_default();
        let stays = self.file.games.last() == Some(&last.root) && self.rearranged.last() == Some(&false);
        match last.unclosed == 0 || stays {
            true if self.file.reads_the_same(tail) => tail.to_vec(),
            true => self.file.outside(tail),
            false => tail.iter().copied().filter(|b| lex::is_space(*b)).collect(),
        }
    }
}
