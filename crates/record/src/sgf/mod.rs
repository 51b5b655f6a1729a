//! Lossless SGF. The bytes that were read are the truth: a node is an offset into them, its properties are parsed on
//! demand, and writing copies everything that was not changed.
//!
//!     let file = sgf::read(bytes)?;  assert_eq!(file.write(), bytes);

mod charset;
mod lex;
mod node;
mod points;
mod pretty;
mod read;
mod recode;
mod rotation;
mod source;
mod splice;
mod text;
mod warning;
mod write;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

pub use charset::Charset;
pub use node::{Node, Property, Value};
pub use rotation::Rotation;
pub use text::LineBreak;
pub(crate) use text::escape;
pub(crate) use warning::PendingWarnings;
pub use warning::{Warning, WarningKind};

use crate::tree::{NodeId, Path, PathError, Tree};
pub(crate) use lex::Wide;
use read::Skeleton;

/// Why bytes cannot be read as SGF. Anything that contains a node is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// No `(;` anywhere.
    NoGame,
    /// 4 GiB or more.
    TooLarge,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ReadError::NoGame => "it contains no game: SGF games start with (;",
            ReadError::TooLarge => "files of 4 GiB or more cannot be opened",
        })
    }
}

impl std::error::Error for ReadError {}

/// Which game it is, by GM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// 1, and files without GM.
    Go,
    Backgammon,
    Other(i64),
}

/// A file: one or more games, the bytes they were read from, and the changes.
#[derive(Clone, Debug)]
pub struct Collection {
    source: Vec<u8>,
    /// The charset of `source`. The file may have been converted to UTF-8 since.
    source_charset: Charset,
    /// Whether the file begins with a byte order mark, which is not in `source`.
    mark: bool,
    /// An odd last byte of a UTF-16 file.
    odd_byte: Option<u8>,
    charset: Charset,
    line_break: LineBreak,
    read: Skeleton,
    games: Vec<NodeId>,
    /// The text of nodes that were edited or added.
    edited_texts: BTreeMap<NodeId, Arc<[u8]>>,
    touched: bool,
    /// Whether the user chose the charset, so that CA may be wrong.
    chosen: bool,
}

/// Reads any bytes that contain a game, and detects the charset.
pub fn read(bytes: &[u8]) -> Result<Collection, ReadError> {
    read_bytes(bytes, None)
}

/// Reads with a charset chosen by the user. When the file is changed, its CA is updated too.
pub fn read_as(bytes: &[u8], charset: Charset) -> Result<Collection, ReadError> {
    read_bytes(bytes, Some(charset))
}

fn read_bytes(bytes: &[u8], chosen: Option<Charset>) -> Result<Collection, ReadError> {
    let is_chosen = chosen.is_some();
    let order = match chosen {
        Some(Charset::Utf16 { big_endian }) => Some(big_endian),
        Some(_) => None,
        None => charset::utf16_order(bytes),
    };
    let (source, mark, odd_byte) = unpacked(bytes, order);
    if u32::try_from(source.len()).is_err() {
        return Err(ReadError::TooLarge);
    }
    let chosen = order.map(|big_endian| Charset::Utf16 { big_endian }).or(chosen);
    let (charset, read) = find_charset(&source, chosen.or(mark.then_some(Charset::Utf8)));
    if read.source_games.is_empty() {
        return Err(ReadError::NoGame);
    }
    Ok(Collection {
        line_break: LineBreak::of(&source),
        source,
        source_charset: charset,
        mark,
        odd_byte,
        charset,
        games: read.source_games.iter().map(|source_game| source_game.root).collect(),
        read,
        edited_texts: BTreeMap::new(),
        touched: false,
        chosen: is_chosen,
    })
}

/// The text without its byte order mark, whether it had one, and an odd last byte.
fn unpacked(bytes: &[u8], utf16: Option<bool>) -> (Vec<u8>, bool, Option<u8>) {
    const MARK: &[u8] = "\u{FEFF}".as_bytes();
    let Some(big_endian) = utf16 else {
        let text = bytes.strip_prefix(MARK);
        return (text.unwrap_or(bytes).to_vec(), text.is_some(), None);
    };
    let (mut text, odd) = charset::from_utf16(bytes, big_endian);
    let mark = text.starts_with(MARK);
    if mark {
        text.drain(..MARK.len());
    }
    (text, mark, odd)
}

/// Reads the skeleton with the charset that is chosen, certain from the bytes, named in the file, or guessed.
fn find_charset(source: &[u8], chosen: Option<Charset>) -> (Charset, Skeleton) {
    if let Some(charset) = chosen {
        return (charset, read::skeleton(source, charset.wide()));
    }
    let settled = charset::detect_certain(source);
    let plain = read::skeleton(source, Wide::No);
    let nodes = |id: NodeId| source_node(source, &plain, id, Charset::Utf8, Wide::No);
    let named = || {
        let roots = plain.source_games.iter().map(|source_game| nodes(source_game.root));
        roots.filter_map(|root| root.simple_text("CA")).find_map(|name| Charset::named(&name))
    };
    let charset = match settled {
        Some(Charset::Ascii) => match named() {
            Some(Charset::Utf16 { .. }) | None => Charset::Ascii,
            Some(named) => named,
        },
        Some(settled) => settled,
        None => match named() {
            Some(named @ (Charset::Utf8 | Charset::Other(_))) => named,
            _ => {
                let all = (0..plain.tree.len()).filter_map(|n| plain.tree.node(n));
                let values = all.flat_map(|id| nodes(id).properties()).flat_map(Property::values);
                charset::guess(values.map(Value::raw).filter(|raw| !raw.is_ascii() || raw.contains(&0x1B)))
            }
        },
    };
    match charset.wide() {
        Wide::No => (charset, plain),
        _ if settled == Some(Charset::Ascii) => (charset, plain),
        wide => (charset, read::skeleton(source, wide)),
    }
}

fn source_node<'a>(source: &'a [u8], read: &Skeleton, id: NodeId, charset: Charset, wide: Wide) -> Node<'a> {
    let start = read.starts.get(id.index()).map_or(source.len(), |at| *at as usize);
    let (end, _) = lex::node_end(source, start, wide);
    Node { bytes: source.get(start..end).unwrap_or_default(), charset, wide }
}

impl Collection {
    /// A new file: UTF-8, one game with an empty root.
    pub fn new() -> Collection {
        let mut new = Collection {
            source: Vec::new(),
            source_charset: Charset::Utf8,
            mark: false,
            odd_byte: None,
            charset: Charset::Utf8,
            line_break: LineBreak::Lf,
            read: read::skeleton(b"", Wide::No),
            games: Vec::new(),
            edited_texts: BTreeMap::new(),
            touched: true,
            chosen: false,
        };
        let root = new.add_detached(b";".as_slice().into());
        new.games.push(root);
        new
    }

    /// The roots of the games, in file order.
    pub fn games(&self) -> &[NodeId] {
        &self.games
    }

    pub fn tree(&self) -> &Tree {
        &self.read.tree
    }

    /// The node at a path in the game with that root.
    pub fn follow(&self, root: NodeId, path: &Path) -> Result<NodeId, PathError> {
        self.tree().follow(root, path, |node| self.node(node).has_move())
    }

    pub fn kind(&self, root: NodeId) -> GameKind {
        match self.node(root).integer("GM") {
            None | Some(1) => GameKind::Go,
            Some(6) => GameKind::Backgammon,
            Some(other) => GameKind::Other(other),
        }
    }

    pub fn charset(&self) -> Charset {
        self.charset
    }

    pub fn line_break(&self) -> LineBreak {
        self.line_break
    }

    pub fn node(&self, id: NodeId) -> Node<'_> {
        match self.edited_texts.get(&id) {
            Some(edited_texts) => {
                Node { bytes: edited_texts, charset: self.charset, wide: self.charset.wide() }
            }
            None => source_node(&self.source, &self.read, id, self.charset, self.source_charset.wide()),
        }
    }

    /// Warnings from reading, with lines and columns. `go::check` finds more.
    pub fn warnings(&self) -> Vec<Warning> {
        self.locate(self.pending_warnings())
    }

    /// The bytes that were read, without a byte order mark.
    pub(crate) fn source(&self) -> &[u8] {
        &self.source
    }

    pub(crate) fn pending_warnings(&self) -> PendingWarnings {
        self.read.warnings.clone()
    }

    pub(crate) fn locate(&self, warnings: PendingWarnings) -> Vec<Warning> {
        let width = |bytes: &[u8]| self.charset.decode(bytes).0.chars().count();
        warning::locate(&self.source, &warnings.sorted(), width, |at| self.node_at(at))
    }

    /// The last node that starts at this offset or before it.
    fn node_at(&self, offset: usize) -> Option<NodeId> {
        let starts = &self.read.starts;
        let after = starts.partition_point(|start| *start as usize <= offset);
        after.checked_sub(1).and_then(|index| self.read.tree.node(index))
    }

    /// The source offset of a position within a node's text; of an edited node, its start.
    pub(crate) fn source_offset(&self, node: NodeId, within: usize) -> usize {
        let start = self.read.starts.get(node.index()).map_or(self.source.len(), |at| *at as usize);
        start + if self.edited_texts.contains_key(&node) { 0 } else { within }
    }
}

/// Changes. Each returns what is needed to undo it.
impl Collection {
    pub fn tree_mut(&mut self) -> &mut Tree {
        self.touched = true;
        &mut self.read.tree
    }

    /// A new detached node with that text.
    pub fn add_detached(&mut self, text: Arc<[u8]>) -> NodeId {
        let node = self.tree_mut().add_detached();
        self.edited_texts.insert(node, text);
        node
    }

    /// The text of a node that was edited or added; `None` if it is as in the file.
    pub fn edited_text(&self, node: NodeId) -> Option<Arc<[u8]>> {
        self.edited_texts.get(&node).cloned()
    }

    /// The nodes whose text differs from the file.
    pub(crate) fn edited(&self) -> impl Iterator<Item = NodeId> {
        self.edited_texts.keys().copied()
    }

    /// Sets the text of a node; `None` restores the text in the file.
    pub fn set_edited_text(&mut self, node: NodeId, text: Option<Arc<[u8]>>) -> Option<Arc<[u8]>> {
        self.touched = true;
        match text {
            Some(text) => self.edited_texts.insert(node, text),
            None => self.edited_texts.remove(&node),
        }
    }

    pub fn set_charset(&mut self, charset: Charset) -> Charset {
        self.touched = true;
        std::mem::replace(&mut self.charset, charset)
    }

    /// Sets the games and their order. Nodes below other roots are not written.
    pub fn set_games(&mut self, games: Vec<NodeId>) {
        self.touched = true;
        self.games = games;
        self.games.retain(|root| self.read.tree.parent(*root).is_none());
    }
}

impl Default for Collection {
    fn default() -> Collection {
        Collection::new()
    }
}

#[cfg(test)]
mod tests;
