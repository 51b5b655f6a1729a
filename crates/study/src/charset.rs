//! The charset of the current game: another one if the guess was wrong.

use i18n::fill;
use record::sgf::Charset;

use crate::effect::Effect;
use crate::workspace::Workspace;

/// Selects the common name of a charset from the table of texts.
pub type CharsetName = fn(&i18n::Workspace) -> &'static str;

/// Charsets that players' files use, with their common names.
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
    ("UTF-16LE", |words| words.utf16_le),
    ("UTF-16BE", |words| words.utf16_be),
];

/// The maximum length of a sample, in characters.
const SAMPLE: usize = 160;

impl Workspace {
    /// Reads the bytes of the current game again, in another charset. Changes are kept, the undo history is not.
    pub(crate) fn read_as(&mut self, charset: Charset) -> Vec<Effect> {
        let Some(record) = self.record().read_as(charset) else {
            let words = fill(self.words().not_in_charset, &[("charset", charset.name())]);
            return vec![Effect::Notify(words)];
        };
        let id = self.new_id();
        let game = self.current_mut();
        (game.checked_revision, game.clip) = (record.revision(), None);
        game.replace_record(id, record);
        vec![Effect::FocusBoard]
    }

    /// How the current game would read in a charset: its players, and the first comment beyond ASCII.
    pub fn sample(&self, charset: Charset) -> Option<String> {
        let all = self.record().sample_as(charset)?.join(" · ");
        Some(all.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(SAMPLE).collect())
    }
}
