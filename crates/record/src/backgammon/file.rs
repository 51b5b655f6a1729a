//! A match file: its bytes, and the games read from them.

use std::fmt;

use rules::backgammon::Position;

use super::game::MatchGame;
use super::problem::{MatchError, MatchProblem};
use super::xg::{self, XgFault, XgFile};
use super::{mat, sgf, text};
use crate::editor::Game;
use crate::sgf::{Charset, Collection};
use crate::tree::{NodeId, Tree};

/// The bytes contain no backgammon match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMatch {
    Unknown,
    Xg(XgFault),
}

impl fmt::Display for NoMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoMatch::Unknown => f.write_str(
                "neither a match file (.mat) nor SGF of backgammon nor a file of eXtreme Gammon (.xg, .xgp)",
            ),
            NoMatch::Xg(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for NoMatch {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchFormat {
    Mat,
    Sgf,
    /// A match or a position of eXtreme Gammon.
    Xg,
}

#[derive(Clone, Debug)]
enum Source {
    Mat { bytes: Vec<u8>, charset: Charset },
    Sgf(Box<Collection>),
    Xg(Box<XgFile>),
}

#[derive(Clone, Debug)]
pub struct MatchFile {
    source: Source,
    tags: Vec<(String, String)>,
    length: u16,
    games: Vec<MatchGame>,
    /// A line of nodes for each game: its start and one node per action.
    tree: Tree,
    /// The first node of each game; never empty, because a cursor needs a node.
    roots: Vec<NodeId>,
}

impl MatchFile {
    pub fn read(bytes: &[u8]) -> Result<MatchFile, NoMatch> {
        if bytes.starts_with(xg::MAGIC) {
            return xg::read(bytes).map(MatchFile::of_xg).map_err(NoMatch::Xg);
        }
        let charset = text::charset_of(bytes);
        let (text, _) = text::decode_as(bytes, charset);
        let is_mat = mat::is_match_text(&text);
        // A comment in SGF may quote the lines of a match file.
        let is_sgf = !is_mat || text.trim_start().starts_with('(');
        let sgf = if is_sgf { crate::sgf::read(bytes).ok().filter(sgf::is_match) } else { None };
        match sgf {
            Some(file) => Ok(MatchFile::of_sgf(file)),
            None if is_mat => Ok(MatchFile::of_mat(bytes, charset, &text)),
            None => Err(NoMatch::Unknown),
        }
    }

    /// The same bytes in another charset; `None` if they are invalid in it.
    pub(super) fn read_as(&self, charset: Charset) -> Option<MatchFile> {
        let bytes = self.write();
        match self.source {
            Source::Sgf(_) => crate::sgf::read_as(&bytes, charset).ok().map(MatchFile::of_sgf),
            // Its texts say themselves in which charset they are.
            Source::Xg(_) => None,
            Source::Mat { .. } => {
                let (text, is_broken) = text::decode_as(&bytes, charset);
                (!is_broken).then(|| MatchFile::of_mat(&bytes, charset, &text))
            }
        }
    }

    fn of_mat(bytes: &[u8], charset: Charset, text: &str) -> MatchFile {
        let header = mat::Header::read(text);
        let games = mat::games(text, &header);
        let source = Source::Mat { bytes: bytes.to_owned(), charset };
        MatchFile::new(source, header.tags, header.length, games)
    }

    fn of_sgf(file: Collection) -> MatchFile {
        let (tags, length, games) = (sgf::tags(&file), sgf::length(&file), sgf::games(&file));
        MatchFile::new(Source::Sgf(Box::new(file)), tags, length, games)
    }

    fn of_xg(read: xg::XgMatch) -> MatchFile {
        MatchFile::new(Source::Xg(Box::new(read.file)), read.tags, read.length, read.games)
    }

    fn new(source: Source, tags: Vec<(String, String)>, length: u16, games: Vec<MatchGame>) -> MatchFile {
        let mut tree = Tree::new();
        let mut roots: Vec<NodeId> =
            games.iter().map(|game| add_line(&mut tree, game.actions.len())).collect();
        if roots.is_empty() {
            roots.push(tree.add_detached());
        }
        MatchFile { source, tags, length, games, tree, roots }
    }

    /// The bytes as they were read.
    pub fn write(&self) -> Vec<u8> {
        match &self.source {
            Source::Mat { bytes, .. } => bytes.clone(),
            Source::Sgf(file) => file.write(),
            Source::Xg(file) => file.bytes().to_owned(),
        }
    }

    pub fn charset(&self) -> Charset {
        match &self.source {
            Source::Mat { charset, .. } => *charset,
            Source::Sgf(file) => file.charset(),
            Source::Xg(_) => Charset::Utf16 { big_endian: false },
        }
    }

    pub fn format(&self) -> MatchFormat {
        match self.source {
            Source::Mat { .. } => MatchFormat::Mat,
            Source::Sgf(_) => MatchFormat::Sgf,
            Source::Xg(_) => MatchFormat::Xg,
        }
    }

    /// The SGF file of the match, whose nodes may contain analyses.
    pub fn sgf(&self) -> Option<&Collection> {
        match &self.source {
            Source::Mat { .. } | Source::Xg(_) => None,
            Source::Sgf(file) => Some(file),
        }
    }

    /// The file of eXtreme Gammon, with the program's analysis.
    pub fn xg(&self) -> Option<&XgFile> {
        match &self.source {
            Source::Xg(file) => Some(file),
            Source::Mat { .. } | Source::Sgf(_) => None,
        }
    }

    /// Facts about the match by name, in the order of the file.
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The date of the match as it is written.
    pub fn date(&self) -> &str {
        self.tag("EventDate").or_else(|| self.tag("Date")).unwrap_or_default()
    }

    /// In points; 0 for money.
    pub fn length(&self) -> u16 {
        self.length
    }

    pub fn games(&self) -> &[MatchGame] {
        &self.games
    }

    /// The first node of a game.
    pub fn root(&self, game: usize) -> Option<NodeId> {
        self.roots.get(game).copied()
    }

    pub(super) fn first_root(&self) -> NodeId {
        self.roots[0]
    }

    /// The number of a node's game and how many actions lead to the node.
    pub fn locate(&self, node: NodeId) -> Option<(usize, usize)> {
        let game = self.roots.partition_point(|root| *root <= node).checked_sub(1)?;
        Some((game, node.index() - self.roots.get(game)?.index()))
    }

    /// The position at a node, with the dice or the double of the decision that follows.
    pub fn position(&self, node: NodeId) -> Option<Position> {
        let (game, actions) = self.locate(node)?;
        Some(self.games.get(game)?.position(actions))
    }

    /// Everything that breaks the rules, in the order of the file.
    pub fn errors(&self) -> Vec<MatchError> {
        let mut errors: Vec<MatchError> = self.games.iter().flat_map(MatchGame::errors).collect();
        for pair in self.games.windows(2) {
            if let [before, after] = pair {
                errors.extend(score_errors(before, after));
            }
        }
        errors.extend(self.xg().into_iter().flat_map(XgFile::damage).cloned());
        errors.sort_by_key(|error| error.location);
        errors
    }
}

/// A root and this many nodes after it.
fn add_line(tree: &mut Tree, nodes: usize) -> NodeId {
    let root = tree.add_detached();
    let mut last = root;
    for _ in 0..nodes {
        last = tree.add_after(Some(last), None);
    }
    root
}

fn score_errors(before: &MatchGame, after: &MatchGame) -> Vec<MatchError> {
    let Some(counted) = before.score_after() else { return Vec::new() };
    let error = |side| {
        let (written, counted) = (after.score().of(side), counted.of(side));
        let problem = MatchProblem::Score { side, written, counted };
        (written != counted).then_some(MatchError { location: after.location, problem })
    };
    rules::backgammon::Side::BOTH.into_iter().filter_map(error).collect()
}

/// Matches are navigated like other records, but their nodes have no text to edit.
impl Game for MatchFile {
    type Text = ();
    type Setting = ();
    type Position = Position;

    fn tree(&self) -> &Tree {
        &self.tree
    }

    fn tree_mut(&mut self) -> &mut Tree {
        &mut self.tree
    }

    fn text(&self, _node: NodeId) {}

    fn set_text(&mut self, _node: NodeId, _text: ()) {}

    fn add_detached(&mut self, _text: ()) -> NodeId {
        self.tree.add_detached()
    }

    fn setting(&self) {}

    fn set_setting(&mut self, _setting: ()) {}

    fn start(&self, root: NodeId) -> Position {
        self.position(root).unwrap_or(Position::money(rules::backgammon::Board::START))
    }

    fn replay(&self, node: NodeId, before: &Position) -> Position {
        self.position(node).unwrap_or(*before)
    }

    fn counts(&self, node: NodeId) -> (usize, Option<i64>) {
        (usize::from(self.tree.parent(node).is_some()), None)
    }
}
