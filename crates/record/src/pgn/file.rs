//! A PGN file. Opening it finds the games and their tags; a game is parsed on demand, and unchanged games are written
//! back byte for byte.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use rules::chess::Position;

use super::charset::Charset;
use super::finding::LineCounter;
use super::game::{Game, Start};
use super::index::{GameExtent, Index};
use super::read::{Source, read};
use super::scan::TagSpan;
use crate::encodings::DoesNotFit;

#[derive(Clone, Debug, Default)]
pub struct Pgn {
    text: Vec<u8>,
    odd: Option<u8>,
    charset: Charset,
    index: Index,
    /// Line and column of each game, computed when a finding needs them.
    game_locations: OnceLock<Vec<(usize, usize)>>,
    changed: BTreeMap<usize, Vec<u8>>,
    added: Vec<u8>,
}

impl Pgn {
    pub fn read(bytes: Vec<u8>) -> Pgn {
        let charset = Charset::of(&bytes);
        Pgn::decoded(bytes, charset)
    }

    /// Reads with a charset chosen by the user; `None` if the bytes could not be written back in it.
    pub fn read_as(bytes: Vec<u8>, charset: Charset) -> Option<Pgn> {
        let file = Pgn::decoded(bytes.clone(), charset);
        (file.write() == bytes).then_some(file)
    }

    /// One game read in another charset, as a preview.
    pub fn game_as(&self, game: usize, charset: Charset) -> Option<Game> {
        let extent = self.index.games.get(game)?;
        let bytes = self.charset.encode_from_utf8(self.bytes(extent).to_vec(), None);
        Pgn::decoded(bytes, charset).game(0)
    }

    fn decoded(bytes: Vec<u8>, charset: Charset) -> Pgn {
        let (text, odd) = charset.decode_to_utf8(bytes);
        let index = Index::read(&text);
        Pgn { text, odd, charset, index, ..Pgn::default() }
    }

    /// The number of games in the file as read.
    pub fn len(&self) -> usize {
        self.index.games.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn charset(&self) -> Charset {
        self.charset
    }

    /// The first tag of that name, without reading the moves.
    pub fn tag(&self, game: usize, name: &str) -> Option<Cow<'_, str>> {
        let extent = self.index.games.get(game)?;
        let text = self.bytes(extent);
        let tags = self.tags(extent);
        let tag = tags.iter().find(|tag| tag.name.of(text).eq_ignore_ascii_case(name.as_bytes()))?;
        Some(super::game::unescape(self.charset.text(tag.value.of(text))))
    }

    /// The text of a game in the file.
    pub fn text(&self, game: usize) -> Option<Cow<'_, str>> {
        self.index.games.get(game).map(|extent| self.charset.text(self.bytes(extent)))
    }

    /// Parses a game and resolves its moves.
    pub fn game(&self, game: usize) -> Option<Game> {
        self.read_game(game, true)
    }

    /// Parses a game without resolving its moves.
    pub fn unresolved_game(&self, game: usize) -> Option<Game> {
        self.read_game(game, false)
    }

    fn read_game(&self, game: usize, with_moves: bool) -> Option<Game> {
        let extent = self.index.games.get(game)?;
        let source = Source {
            text: self.bytes(extent),
            charset: self.charset,
            tags: self.tags(extent),
            movetext: extent.movetext as usize,
            place: &|| self.game_locations().get(game).copied().unwrap_or((1, 1)),
        };
        Some(read(&source, with_moves))
    }

    fn bytes(&self, extent: &GameExtent) -> &[u8] {
        self.text.get(extent.start..extent.end).unwrap_or_default()
    }

    fn tags(&self, extent: &GameExtent) -> &[TagSpan] {
        let first = extent.first_tag as usize;
        self.index.tags.get(first..first + extent.tags as usize).unwrap_or_default()
    }

    /// As read, in UTF-8 if the charset is wider than ASCII.
    pub(super) fn source(&self) -> &[u8] {
        &self.text
    }

    pub(super) fn extents(&self) -> &[GameExtent] {
        &self.index.games
    }

    /// The same file with another text.
    pub(super) fn with_source(&self, text: Vec<u8>, index: Index) -> Pgn {
        Pgn { text, odd: self.odd, charset: self.charset, index, ..Pgn::default() }
    }

    fn game_locations(&self) -> &[(usize, usize)] {
        self.game_locations.get_or_init(|| {
            let mut game_locations = LineCounter::new(&self.text, 1, 1);
            self.index.games.iter().map(|extent| game_locations.of(extent.start)).collect()
        })
    }

    /// Replaces a game. An unchanged one keeps its bytes; a changed one is written in export format.
    pub fn replace(&mut self, at: usize, game: &Game) -> Result<(), DoesNotFit> {
        if game.is_changed() && at < self.len() {
            self.changed.insert(at, game.changed_text(game.charset)?);
        }
        Ok(())
    }

    /// Adds a game after the last one.
    pub fn add(&mut self, game: &Game) -> Result<(), DoesNotFit> {
        let written = game.export_in(self.charset)?;
        if !(self.text.is_empty() && self.added.is_empty()) {
            self.added.extend_from_slice(b"\n");
        }
        self.added.extend_from_slice(&written);
        self.added.extend_from_slice(b"\n");
        Ok(())
    }

    pub fn write(&self) -> Vec<u8> {
        self.written(&self.changed)
    }

    /// The file with these games; unchanged ones keep their bytes.
    pub fn write_with(&self, games: &[(usize, &Game)]) -> Result<Vec<u8>, DoesNotFit> {
        Ok(self.written(&self.changed_with(games)?))
    }

    /// The texts of all changed games, including these.
    pub(super) fn changed_with(
        &self,
        games: &[(usize, &Game)],
    ) -> Result<BTreeMap<usize, Vec<u8>>, DoesNotFit> {
        let mut changed = self.changed.clone();
        for (at, game) in games.iter().filter(|(_, game)| game.is_changed()) {
            changed.insert(*at, game.changed_text(self.charset)?);
        }
        Ok(changed)
    }

    pub(super) fn put(&mut self, games: BTreeMap<usize, Vec<u8>>) {
        self.changed.extend(games);
    }

    /// The size of the file as read, in bytes; approximate for other charsets than UTF-8.
    pub fn size(&self) -> usize {
        self.text.len()
    }

    fn written(&self, changed: &BTreeMap<usize, Vec<u8>>) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.text.len() + self.added.len());
        let mut from = 0;
        for (at, written) in changed {
            let Some(extent) = self.index.games.get(*at) else { continue };
            out.extend_from_slice(self.text.get(from..extent.start).unwrap_or_default());
            out.extend_from_slice(written);
            from = extent.end;
        }
        out.extend_from_slice(self.text.get(from..).unwrap_or_default());
        out.extend_from_slice(&self.added);
        self.charset.encode_from_utf8(out, self.odd)
    }

    /// The file in UTF-8 with every game in export format and a blank line between games. Text outside of games, such as
    /// `%` lines at the top, stays between them.
    pub fn pretty(&self) -> String {
        let mut parts = Vec::with_capacity(2 * self.len() + 1);
        let mut from = 0;
        for (n, extent) in self.index.games.iter().enumerate() {
            parts.push(self.text_between(from, extent.start));
            parts.extend(self.game(n).map(|game| game.to_text()));
            from = extent.end;
        }
        parts.push(self.text_between(from, self.text.len()));
        parts.retain(|part| !part.is_empty());
        parts.join("\n\n").trim_end().to_owned() + "\n"
    }

    fn text_between(&self, start: usize, end: usize) -> String {
        let text = self.charset.text(self.text.get(start..end).unwrap_or_default());
        text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').to_owned()
    }

    /// The same file in UTF-8, for text that its own charset lacks.
    pub fn to_utf8(&self) -> Pgn {
        let (text, _) = self.charset.decode_to_utf8(self.write());
        let text = self.charset.text(&text).into_owned();
        Pgn::read(text.into_bytes())
    }
}

/// The text of a game that starts from the position. A FEN has no quotes or backslashes; they are removed so that none
/// ends the tag.
pub fn game_from_fen(fen: &str) -> String {
    let fen: String = fen.trim().chars().filter(|c| !matches!(c, '"' | '\\')).collect();
    format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n")
}

impl Game {
    /// The first game of a text.
    pub fn read(text: &str) -> Option<Game> {
        Pgn::read(text.as_bytes().to_vec()).game(0)
    }

    /// An empty game.
    pub fn new(start: &Position) -> Game {
        let mut game = read(&Source::EMPTY, true);
        if *start != Position::initial() {
            for (name, value) in [("SetUp", "1"), ("FEN", start.fen().as_str())] {
                let edit = game.tag_edit(name, value);
                game.change(edit);
            }
            game.start = Start::Position(start.clone());
        }
        game
    }

    /// The game in export format, in UTF-8.
    pub fn to_text(&self) -> String {
        let bytes = self.export_in(Charset::Utf8).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
