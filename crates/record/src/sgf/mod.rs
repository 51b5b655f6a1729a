//! SGF files of which nothing is lost. The bytes that were read are the truth: a node is a place in them, its properties
//! are looked up when asked for, and writing copies what nobody changed.
//!
//!     let file = sgf::read(bytes)?;  assert_eq!(file.write(), bytes);

mod charset;
mod lex;
mod node;
mod points;
mod pretty;
mod read;
mod recode;
mod source;
mod splice;
mod text;
mod turn;
mod warning;
mod write;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

pub use charset::Charset;
pub use node::{Node, Property, Value};
pub use text::LineBreak;
pub(crate) use text::escape;
pub use turn::Turn;
pub(crate) use warning::Notes;
pub use warning::{Warning, WarningKind};

use crate::tree::{NodeId, Path, PathError, Tree};
pub(crate) use lex::Wide;
use read::Skeleton;

/// Why bytes are no SGF at all. Anything with a node in it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGame {
    /// Nowhere a `(;`.
    Nothing,
    /// 4 GiB or more.
    TooLarge,
}

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoGame::Nothing => "it contains no game: SGF games start with (;",
            NoGame::TooLarge => "files of 4 GiB or more cannot be opened",
        })
    }
}

impl std::error::Error for NoGame {}

/// Which game it is, by GM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// 1, and files that do not say.
    Go,
    Backgammon,
    Other(i64),
}

/// A file: one or more games, the bytes they were read from, and what was changed since.
#[derive(Clone, Debug)]
pub struct Collection {
    source: Vec<u8>,
    /// What `source` is in. The file may have become UTF-8 since.
    source_charset: Charset,
    /// Whether the file begins with a byte order mark, which `source` leaves out.
    mark: bool,
    /// A last byte that is no whole UTF-16 unit.
    odd_byte: Option<u8>,
    charset: Charset,
    line_break: LineBreak,
    read: Skeleton,
    games: Vec<NodeId>,
    /// The text of nodes that were edited or added.
    own: BTreeMap<NodeId, Arc<[u8]>>,
    touched: bool,
    /// Whether somebody said what it is in, so that its CA may be wrong.
    said: bool,
}

/// Reads whatever has a game in it, finding out the charset.
pub fn read(bytes: &[u8]) -> Result<Collection, NoGame> {
    read_bytes(bytes, None)
}

/// Reads with the charset that the user knows to be right. Once the file is changed, its CA says so too.
pub fn read_as(bytes: &[u8], charset: Charset) -> Result<Collection, NoGame> {
    read_bytes(bytes, Some(charset))
}

fn read_bytes(bytes: &[u8], said: Option<Charset>) -> Result<Collection, NoGame> {
    let is_said = said.is_some();
    let order = match said {
        Some(Charset::Utf16 { big_endian }) => Some(big_endian),
        Some(_) => None,
        None => charset::utf16_order(bytes),
    };
    let (source, mark, odd_byte) = unpacked(bytes, order);
    if u32::try_from(source.len()).is_err() {
        return Err(NoGame::TooLarge);
    }
    let said = order.map(|big_endian| Charset::Utf16 { big_endian }).or(said);
    let (charset, read) = find_charset(&source, said.or(mark.then_some(Charset::Utf8)));
    if read.homes.is_empty() {
        return Err(NoGame::Nothing);
    }
    Ok(Collection {
        line_break: LineBreak::of(&source),
        source,
        source_charset: charset,
        mark,
        odd_byte,
        charset,
        games: read.homes.iter().map(|home| home.root).collect(),
        read,
        own: BTreeMap::new(),
        touched: false,
        said: is_said,
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

/// Reads the skeleton with the charset that is said, settled by the bytes, named in the file, or guessed.
fn find_charset(source: &[u8], said: Option<Charset>) -> (Charset, Skeleton) {
    if let Some(charset) = said {
        return (charset, read::skeleton(source, charset.wide()));
    }
    let settled = charset::settled(source);
    let plain = read::skeleton(source, Wide::No);
    let nodes = |id: NodeId| source_node(source, &plain, id, Charset::Utf8, Wide::No);
    let named = || {
        let roots = plain.homes.iter().map(|home| nodes(home.root));
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
    /// A file that has never been one: UTF-8, one game with an empty first node.
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
            own: BTreeMap::new(),
            touched: true,
            said: false,
        };
        let root = new.add_detached(b";".as_slice().into());
        new.games.push(root);
        new
    }

    /// The first nodes of the games, in file order.
    pub fn games(&self) -> &[NodeId] {
        &self.games
    }

    pub fn tree(&self) -> &Tree {
        &self.read.tree
    }

    /// The node that a path leads to in the game with that first node.
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
        match self.own.get(&id) {
            Some(own) => Node { bytes: own, charset: self.charset, wide: self.charset.wide() },
            None => source_node(&self.source, &self.read, id, self.charset, self.source_charset.wide()),
        }
    }

    /// What reading found odd, with lines and columns. `go::check` looks closer.
    pub fn warnings(&self) -> Vec<Warning> {
        self.placed(self.notes())
    }

    /// The bytes that were read, without a byte order mark.
    pub(crate) fn source(&self) -> &[u8] {
        &self.source
    }

    pub(crate) fn notes(&self) -> Notes {
        self.read.notes.clone()
    }

    pub(crate) fn placed(&self, notes: Notes) -> Vec<Warning> {
        let width = |bytes: &[u8]| self.charset.decode(bytes).0.chars().count();
        warning::placed(&self.source, &notes.sorted(), width)
    }

    /// A place within the text of a node, in the bytes that were read; of a changed node, its beginning.
    pub(crate) fn place(&self, node: NodeId, within: usize) -> usize {
        let start = self.read.starts.get(node.index()).map_or(self.source.len(), |at| *at as usize);
        start + if self.own.contains_key(&node) { 0 } else { within }
    }
}

/// Changes. Each gives what is needed to take it back.
impl Collection {
    pub fn tree_mut(&mut self) -> &mut Tree {
        self.touched = true;
        &mut self.read.tree
    }

    /// A new node with that text, hanging nowhere yet.
    pub fn add_detached(&mut self, text: Arc<[u8]>) -> NodeId {
        let node = self.tree_mut().add_detached();
        self.own.insert(node, text);
        node
    }

    /// The text of a node that was edited or added; none if it is as in the file.
    pub fn own_text(&self, node: NodeId) -> Option<Arc<[u8]>> {
        self.own.get(&node).cloned()
    }

    /// The nodes whose text is not that of the file.
    pub(crate) fn edited(&self) -> impl Iterator<Item = NodeId> {
        self.own.keys().copied()
    }

    /// Gives a node another text, or with none the one it has in the file.
    pub fn set_own_text(&mut self, node: NodeId, text: Option<Arc<[u8]>>) -> Option<Arc<[u8]>> {
        self.touched = true;
        match text {
            Some(text) => self.own.insert(node, text),
            None => self.own.remove(&node),
        }
    }

    pub fn set_charset(&mut self, charset: Charset) -> Charset {
        self.touched = true;
        std::mem::replace(&mut self.charset, charset)
    }

    /// Gives the file other games, or the same in another order. What hangs below other nodes is left out.
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
