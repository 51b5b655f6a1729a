//! The charset of the game in front: another one where the guess was wrong.

use record::NodeId;
use record::chess::ChessRecord;
use record::go::GoRecord;
use record::sgf::{self, Charset};
use words::fill;

use crate::desk::Desk;
use crate::effect::Effect;
use crate::open_game::OpenGame;

/// Where the name that people know is in the tables of words.
pub type CharsetName = fn(&words::Desk) -> &'static str;

/// What files of players are written in, with the names that people know.
pub const CHARSETS: &[(&str, CharsetName)] = &[
    ("UTF-8", |words| words.unicode),
    ("gb18030", |words| words.chinese_simplified),
    ("Big5", |words| words.chinese_traditional),
    ("Shift_JIS", |words| words.japanese),
    ("EUC-JP", |words| words.japanese),
    ("ISO-2022-JP", |words| words.japanese_mail),
    ("EUC-KR", |words| words.korean),
    ("windows-1252", |words| words.western),
    ("windows-1250", |words| words.central),
    ("windows-1251", |words| words.cyrillic),
    ("KOI8-R", |words| words.cyrillic),
    ("UTF-16LE", |words| words.two_bytes),
    ("UTF-16BE", |words| words.two_bytes_high),
];

/// As far as a sample of a file looks for words beyond ASCII.
const NODES: usize = 2_000;
const LETTERS: usize = 160;

impl Desk {
    /// Reads the bytes of the game in front anew, with other characters for them. Changes stay; the way back to before
    /// them does not.
    pub(crate) fn read_as(&mut self, charset: Charset) -> Vec<Effect> {
        let old = self.current();
        let Ok(mut file) = sgf::read_as(&old.record.write(), charset) else {
            let words = fill(self.words().no_game_as, &[("charset", charset.name())]);
            return vec![Effect::Say(words)];
        };
        if old.is_dirty() {
            file.name_charset();
        }
        let mut record = GoRecord::open(file, old.game_number);
        if let Ok(here) = record.file().follow(record.root(), &old.record.tree().path(old.record.here())) {
            record.go_to(here);
        }
        if old.is_dirty() {
            record.mark_dirty();
        }
        let (file, game_number, by_default) = (old.file.clone(), old.game_number, old.by_default);
        let (aside_key, autosave) = (old.aside_key.clone(), old.autosave);
        let new = self.game_of(record, file);
        // With a number of its own, so that nobody takes it for the one before.
        *self.front() = OpenGame { aside_key, autosave, game_number, by_default, ..new };
        vec![Effect::FocusBoard]
    }

    /// What the game in front would say in a charset: its players, and the first words beyond ASCII.
    pub fn sample(&self, charset: Charset) -> Option<String> {
        if let Some(record) = self.current().chess() {
            return sample_of_chess(record, charset);
        }
        let record = &self.current().record;
        let file = sgf::read_as(&record.write(), charset).ok()?;
        let root = *file.games().get(self.current().game_number)?;
        let value =
            |node: NodeId, name: &str| file.node(node).text(name).filter(|text| !text.trim().is_empty());
        let names = ["PB", "PW", "EV", "GN"].into_iter().filter_map(|name| value(root, name));
        let mut words = file.tree().preorder(root).take(NODES).filter_map(|node| value(node, "C"));
        let words = words.find(|text| !text.is_ascii());
        Some(shortened(names.chain(words)))
    }
}

fn sample_of_chess(record: &ChessRecord, charset: Charset) -> Option<String> {
    let game = record.file().game_as(record.number(), charset.into())?;
    let tags = ["White", "Black", "Event", "Site"].into_iter().filter_map(|name| game.tag(name));
    let names = tags.filter(|text| !matches!(text.trim(), "" | "?")).map(|text| text.into_owned());
    let mut words = game.tree().preorder(game.root()).take(NODES).map(|node| game.words(node));
    let words = words.find(|text| !text.is_ascii());
    Some(shortened(names.chain(words)))
}

fn shortened(texts: impl Iterator<Item = String>) -> String {
    let all = texts.collect::<Vec<_>>().join(" · ");
    all.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(LETTERS).collect()
}
