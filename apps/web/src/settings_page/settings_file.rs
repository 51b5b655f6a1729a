//! All settings as one JSON file: reading, which refuses the whole file or none of it, and writing.
//!
//! Left out is what belongs to a machine or is secret: paths of programs, keys of services, seats in rooms.

use std::collections::BTreeMap;

use diagram::backgammon::Scheme;
use diagram::chess::PieceSet;
use i18n::Language;
use serde_json::{Map, Value, json};
use study::Bindings;

use crate::settings::{BoardStyle, ChessBoardStyle, Theme};

/// The field with the version of the format, by which a file of settings is recognised.
const FORMAT: &str = "tabiya-settings";
const VERSION: u64 = 1;

/// The settings that the browser stores, after `tabiya.`, and what they may be.
const BROWSER: &[(&str, Kind)] = &[
    ("theme", Kind::OneOf(|text| Theme::ALL.iter().any(|theme| theme.name() == text))),
    ("language", Kind::OneOf(|text| Language::ALL.iter().any(|language| language.tag() == text))),
    ("board", Kind::OneOf(|text| BoardStyle::ALL.iter().any(|style| style.name() == text))),
    ("coordinates", Kind::OnOff),
    ("chess-board", Kind::OneOf(|text| ChessBoardStyle::ALL.iter().any(|style| style.name() == text))),
    ("chess-pieces", Kind::OneOf(|text| PieceSet::ALL.iter().any(|set| set.name() == text))),
    ("backgammon-board", Kind::OneOf(|text| Scheme::ALL.iter().any(|scheme| scheme.name() == text))),
    ("backgammon-home", Kind::OneOf(|text| matches!(text, "right" | "left"))),
    ("keys", Kind::Keys),
    ("sounds", Kind::OnOff),
    ("train.sounds", Kind::OnOff),
    ("train.engine", Kind::OnOff),
    ("train.order", Kind::Number),
    ("name", Kind::Text),
    ("notify", Kind::OnOff),
    ("stun", Kind::Text),
    ("analysis.hints", Kind::OnOff),
    ("analysis.lines", Kind::Number),
    ("analysis.ownership", Kind::OnOff),
    ("notation.clocks", Kind::Text),
    ("notation.evaluations", Kind::Text),
    ("notation.pieces", Kind::Text),
    ("notation.style", Kind::Text),
    ("numbers", Kind::Text),
    ("numbers.last", Kind::Number),
    ("variations", Kind::Text),
];
/// The settings of cards that stay on this machine.
const OF_THIS_MACHINE: [&str; 3] = ["anki_address", "anki_key", "gnubg"];
const MAX_TEXT: usize = 200;
const MAX_KEEP: u64 = api::files::BackupSettings::MAX_KEEP as u64;

#[derive(Clone, Copy)]
enum Kind {
    OneOf(fn(&str) -> bool),
    OnOff,
    Number,
    /// A choice that falls back to its default if it is unknown, or a name.
    Text,
    /// Keys of Study's commands, one line each.
    Keys,
}

impl Kind {
    fn accepts(self, text: &str) -> bool {
        match self {
            Kind::OneOf(is_one) => is_one(text),
            Kind::OnOff => matches!(text, "on" | "off"),
            Kind::Number => text.parse::<u32>().is_ok(),
            Kind::Text => text.len() <= MAX_TEXT && !text.contains(i18n::is_hidden),
            // Unknown commands would be dropped silently.
            Kind::Keys => Bindings::read(text).write() == text,
        }
    }
}

/// What a file says. A setting without a value has its default again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsFile {
    /// By the name after `tabiya.`.
    pub browser: BTreeMap<String, Option<String>>,
    pub versions_kept: Option<u32>,
    /// The settings of cards as TOML.
    pub cards: Option<String>,
    /// Names that this version does not know.
    pub unknown: Vec<String>,
}

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    NotSettings,
    Newer,
    Setting { name: String, value: String },
}

/// Everything that the browser stores under these names, and what the studio stores.
pub fn write(
    stored: impl Fn(&str) -> Option<String>,
    versions_kept: Option<u32>,
    cards: Option<&str>,
) -> String {
    let browser: Map<String, Value> =
        BROWSER.iter().map(|(name, _)| ((*name).to_owned(), stored(name).into())).collect();
    let mut file = json!({ FORMAT: VERSION, "browser": browser });
    let mut studio = Map::new();
    studio.extend(versions_kept.map(|keep| ("versions-kept".to_owned(), keep.into())));
    studio.extend(cards.map(|cards| ("cards".to_owned(), portable(cards).into())));
    if !studio.is_empty() {
        file["studio"] = studio.into();
    }
    format!("{file:#}\n")
}

pub fn read(text: &str) -> Result<SettingsFile, Refusal> {
    let file: Map<String, Value> =
        serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|_| Refusal::NotSettings)?;
    let version = file.get(FORMAT).and_then(Value::as_u64).ok_or(Refusal::NotSettings)?;
    if version > VERSION {
        return Err(Refusal::Newer);
    }
    let mut settings = SettingsFile::default();
    for (name, value) in &file {
        match (name.as_str(), value) {
            (FORMAT, _) => {}
            ("browser", Value::Object(values)) => settings.read_browser(values)?,
            ("studio", Value::Object(values)) => settings.read_studio(values)?,
            ("browser" | "studio", _) => return Err(wrong(name, value)),
            _ => settings.unknown.push(name.clone()),
        }
    }
    Ok(settings)
}

impl SettingsFile {
    fn read_browser(&mut self, values: &Map<String, Value>) -> Result<(), Refusal> {
        for (name, value) in values {
            let Some((_, kind)) = BROWSER.iter().find(|(known, _)| known == name) else {
                self.unknown.push(name.clone());
                continue;
            };
            let value = match value {
                Value::Null => None,
                Value::String(text) if kind.accepts(text) => Some(text.clone()),
                _ => return Err(wrong(name, value)),
            };
            self.browser.insert(name.clone(), value);
        }
        Ok(())
    }

    fn read_studio(&mut self, values: &Map<String, Value>) -> Result<(), Refusal> {
        for (name, value) in values {
            match name.as_str() {
                "versions-kept" => {
                    let keep =
                        value.as_u64().filter(|keep| *keep <= MAX_KEEP).ok_or_else(|| wrong(name, value))?;
                    self.versions_kept = u32::try_from(keep).ok();
                }
                "cards" => self.cards = Some(value.as_str().ok_or_else(|| wrong(name, value))?.to_owned()),
                _ => self.unknown.push(name.clone()),
            }
        }
        Ok(())
    }

    /// The cards' settings of the file with those of this machine. They come first, so that no table of the file can
    /// take them in, and a file that has them under other quotes is refused as having them twice.
    pub fn cards_here(&self, here: &str) -> Option<String> {
        let own: String = OF_THIS_MACHINE
            .iter()
            .map(|name| {
                here.lines()
                    .find(|line| key(line) == *name)
                    .map_or_else(|| format!("{name} = {}\n", usual(name)), |line| format!("{line}\n"))
            })
            .collect();
        self.cards.as_ref().map(|cards| own + &portable(cards))
    }
}

fn usual(name: &str) -> String {
    let settings = flashcards::Settings::default();
    let text = if name == "anki_address" { settings.anki_address } else { String::new() };
    format!("{text:?}")
}

/// Without the lines that belong to a machine.
fn portable(cards: &str) -> String {
    let lines = cards.lines().filter(|line| !OF_THIS_MACHINE.contains(&key(line)));
    lines.map(|line| format!("{line}\n")).collect()
}

fn key(line: &str) -> &str {
    line.split('=').next().unwrap_or_default().trim()
}

fn wrong(name: &str, value: &Value) -> Refusal {
    let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let short: String = value.chars().take(40).collect();
    Refusal::Setting { name: name.to_owned(), value: short }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let stored = |name: &str| match name {
            "theme" => Some("dark".to_owned()),
            "language" => Some("zh-Hans".to_owned()),
            "backgammon-board" => Some("ocean".to_owned()),
            _ => None,
        };
        let cards = "scheme = \"ocean\"\ngnubg = \"/opt/gnubg\"\nanki_key = \"secret\"\n";
        let text = write(stored, Some(7), Some(cards));
        assert!(!text.contains("secret") && !text.contains("/opt"), "{text}");
        let file = read(&text).unwrap();
        assert_eq!(file.browser["theme"].as_deref(), Some("dark"));
        assert_eq!((file.browser["sounds"].as_ref(), file.browser.len()), (None, BROWSER.len()));
        assert_eq!((file.versions_kept, file.cards.as_deref()), (Some(7), Some("scheme = \"ocean\"\n")));
        assert_eq!(file.unknown, [""; 0]);
    }

    #[test]
    fn unknown_names_are_listed_and_wrong_values_refuse_the_file() {
        let file =
            read(r#"{"tabiya-settings":1,"browser":{"smell":"pine","theme":"light"},"weather":{}}"#).unwrap();
        assert_eq!(file.unknown, ["smell", "weather"]);
        assert_eq!(file.browser.len(), 1);
        let refused = |text: &str| read(text).unwrap_err();
        for text in ["", "{", "[]", "{}", "null", r#"{"tabiya-settings":"x"}"#] {
            assert_eq!(refused(text), Refusal::NotSettings, "{text}");
        }
        assert_eq!(refused(r#"{"tabiya-settings":2,"browser":{"theme":"sepia"}}"#), Refusal::Newer);
        for (text, name, value) in [
            (r#"{"tabiya-settings":1,"browser":{"theme":"sepia"}}"#, "theme", "sepia"),
            (r#"{"tabiya-settings":1,"browser":{"sounds":true}}"#, "sounds", "true"),
            (r#"{"tabiya-settings":1,"browser":{"keys":"dance F9\n"}}"#, "keys", "dance F9\n"),
            (r#"{"tabiya-settings":1,"browser":7}"#, "browser", "7"),
            (r#"{"tabiya-settings":1,"studio":{"versions-kept":100000}}"#, "versions-kept", "100000"),
            (r#"{"tabiya-settings":1,"studio":{"cards":7}}"#, "cards", "7"),
        ] {
            let expected = Refusal::Setting { name: name.into(), value: value.into() };
            assert_eq!(refused(text), expected, "{text}");
        }
    }

    #[test]
    fn programs_and_keys_stay_those_of_this_machine() {
        let file = |cards: &str| SettingsFile { cards: Some(cards.into()), ..SettingsFile::default() };
        let here = "gnubg = \"/usr/games/gnubg\"\noption_count = 3\n";
        let cards = file("option_count = 7\ngnubg = \"/evil\"\n").cards_here(here).unwrap();
        let read = flashcards::Settings::read(&cards).unwrap();
        assert_eq!(
            (read.gnubg.as_str(), read.option_count, read.anki_key.as_str()),
            ("/usr/games/gnubg", 7, "")
        );
        for evil in ["\"gnubg\" = '/evil'\n", "'gnubg' = '/evil'\n[x]\n"] {
            let cards = file(evil).cards_here("").unwrap();
            assert!(flashcards::Settings::read(&cards).is_err(), "{cards}");
        }
    }
}
