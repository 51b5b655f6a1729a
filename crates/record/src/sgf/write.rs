//! Writes a collection: unchanged bytes are copied, only changes are rewritten.
//!
//! Every byte of a file belongs to one node: the lead before it (blanks, stray text, its `(`), its text, and, if it
//! opened a `(`, the bytes up to the `)`. Nodes that stay keep all three; new or moved ones get plain brackets.

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

    /// One game as a separate file.
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

    /// One game, or the subtree of a node, with another text for its first node.
    pub fn write_game_with(&self, top: NodeId, text: &[u8]) -> Vec<u8> {
        let mut copy = self.clone();
        copy.set_edited_text(top, Some(text.into()));
        copy.write_game(top)
    }

    /// A branch as SGF text, for the clipboard.
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
    /// What the last written value needs to be closed: may be omitted only at the very end of the file.
    missing_close: &'static [u8],
    /// The number of brackets that the file leaves open at its end.
    open_brackets: usize,
    /// Whether the text around the game is left out.
    alone: bool,
    /// For each game as read: whether its mismatched brackets must be rewritten, because the tree has changed.
    rearranged: Vec<bool>,
}

/// How a node is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeFormat {
    /// With its lead and its own brackets, if any.
    AsRead { bracketed: bool },
    /// In an unchanged game with mismatched brackets: with all bytes since the node before.
    IrregularAsRead,
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
        let format = self.format(node, root);
        match format {
            NodeFormat::AsRead { bracketed } => {
                match node == root && self.alone {
                    true => self.put(b"("),
                    false => self.put_lead(node, root, bracketed),
                }
                if !bracketed && self.needs_brackets(node, root) {
                    self.put(b"(");
                }
            }
            NodeFormat::IrregularAsRead => {
                let lead = self.file.irregular_lead(node);
                self.put(if node == root && self.alone { b"(" } else { lead });
            }
            NodeFormat::Plain => {
                let lead = self.plain_lead(node, root);
                self.put(&lead);
                if self.needs_brackets(node, root) {
                    self.put(b"(");
                }
            }
        }
        self.text(node, format);
    }

    fn text(&mut self, node: NodeId, format: NodeFormat) {
        let Node { bytes: text, wide, .. } = self.file.node(node);
        if format == NodeFormat::Plain && text.first() != Some(&b';') {
            self.put(b";");
        }
        self.put(text);
        if self.file.may_be_cut_short(node) {
            self.missing_close = lex::missing_close(text, wide);
        }
    }

    fn leave(&mut self, node: NodeId, root: NodeId) {
        match self.format(node, root) {
            NodeFormat::AsRead { bracketed: true } => match self.file.closing(node) {
                Some(_) if self.alone && node == root => self.put(b")"),
                Some(closing) => self.put_closing(closing),
                None => self.open_brackets += 1,
            },
            NodeFormat::IrregularAsRead if node == root => self.leave_irregular(root),
            NodeFormat::IrregularAsRead => {}
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

    /// Writes a lead in the file's present charset; if that has changed, stray text is sanitized.
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

    /// Closes what the end of the file left open, because more follows now.
    fn finish(&mut self) {
        self.out.extend_from_slice(std::mem::take(&mut self.missing_close));
        let brackets = std::mem::take(&mut self.open_brackets);
        self.out.extend(std::iter::repeat_n(b')', brackets));
    }

    /// The end of a game with mismatched brackets, with as many of them as it has.
    fn leave_irregular(&mut self, root: NodeId) {
        let Some(source_game) = self.file.source_game(root) else { return };
        let last =
            source_game.root.index() + source_game.irregular.as_ref().map_or(1, |shape| shape.len()) - 1;
        let closing = self.file.source.get(self.file.text_end(last).0..source_game.end as usize);
        self.put(closing.unwrap_or_default());
        self.open_brackets += source_game.unclosed as usize;
    }

    fn format(&self, node: NodeId, root: NodeId) -> NodeFormat {
        let Some(at) = self.file.source_game_index(node) else { return NodeFormat::Plain };
        let Some(source_game) = self.file.read.source_games.get(at) else { return NodeFormat::Plain };
        match (source_game.root == node) == (node == root) && self.rearranged.get(at) == Some(&false) {
            true if source_game.irregular.is_some() => NodeFormat::IrregularAsRead,
            true => NodeFormat::AsRead { bracketed: self.file.branch(node).is_some() },
            false => NodeFormat::Plain,
        }
    }

    fn needs_brackets(&self, node: NodeId, root: NodeId) -> bool {
        node == root || self.file.tree().is_branch(node)
    }

    /// New nodes start on new lines if the two before them do; nodes without brackets now keep their blanks.
    fn plain_lead(&self, node: NodeId, root: NodeId) -> Vec<u8> {
        let file = self.file;
        if node == root {
            let first = self.out.is_empty();
            return if first { Vec::new() } else { file.line_break.as_str().into() };
        }
        if file.is_read(node) {
            let was_first =
                file.read.source_games.binary_search_by_key(&node, |source_game| source_game.root).is_ok();
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

    /// The bytes after the last game. If that was never closed, stray text belongs to it and may stay only if the game
    /// stays the last.
    fn tail(&self) -> Vec<u8> {
        let Some(last) = self.file.read.source_games.last() else { return Vec::new() };
        let tail = self.file.source.get(last.end as usize..).unwrap_or_default();
        let stays = self.file.games.last() == Some(&last.root) && self.rearranged.last() == Some(&false);
        match last.unclosed == 0 || stays {
            true if self.file.reads_the_same(tail) => tail.to_vec(),
            true => self.file.outside(tail),
            false => tail.iter().copied().filter(|b| lex::is_space(*b)).collect(),
        }
    }
}
