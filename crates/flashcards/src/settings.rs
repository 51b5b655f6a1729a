//! The user's settings as a small TOML file. A broken file gives an error and the defaults; callers that save
//! settings must not overwrite it.

use crate::connect::ADDRESS;
use diagram::backgammon::{Look, Orientation, Scheme, ScoreFormat};
use i18n::Language;
use std::fmt;
use toml::{Table, Value};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub scheme: Scheme,
    pub swap_colors: bool,
    pub deck_name: String,
    pub show_options: bool,
    pub interactive_moves: bool,
    pub export: Export,
    pub orientation: Orientation,
    /// 2 to 10.
    pub option_count: u8,
    pub pips: bool,
    pub score: ScoreFormat,
    /// Decides the order of the options, together with the position.
    pub seed: u64,
    /// Address of AnkiConnect.
    pub anki_address: String,
    /// The `apiKey` of AnkiConnect's own configuration; empty if it asks for none.
    pub anki_key: String,
    /// The path of gnubg if it is not on PATH.
    pub gnubg: String,
    /// Search depth of gnubg in plies, 0 to 4.
    pub plies: u8,
    /// The language of the cards.
    pub language: Language,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    AnkiConnect,
    Package,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            scheme: Scheme::Classic,
            swap_colors: false,
            deck_name: "Backgammon".into(),
            show_options: true,
            interactive_moves: true,
            export: Export::Package,
            orientation: Orientation::CounterClockwise,
            option_count: 5,
            pips: true,
            score: ScoreFormat::Points,
            seed: 0,
            anki_address: ADDRESS.into(),
            anki_key: String::new(),
            gnubg: String::new(),
            plies: 2,
            language: Language::En,
        }
    }
}

/// An error in a settings file, with line and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsError {
    pub line: usize,
    pub column: usize,
    what: String,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for SettingsError {}

impl SettingsError {
    fn not_toml(text: &str, error: &toml::de::Error) -> SettingsError {
        let at = error.span().map_or(0, |span| span.start).min(text.len());
        let before = text.get(..at).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        SettingsError {
            line: before.matches('\n').count() + 1,
            column: before.get(line_start..).unwrap_or_default().chars().count() + 1,
            what: format!("the settings cannot be read: {}", error.message()),
        }
    }

    fn in_text(self, text: &str) -> SettingsError {
        let key = self.what.split(' ').next().unwrap_or_default();
        let line = text.lines().position(|line| line.trim_start().starts_with(key)).unwrap_or(0) + 1;
        SettingsError { line, ..self }
    }
}

const SCORES: [(&str, ScoreFormat); 3] =
    [("points", ScoreFormat::Points), ("away", ScoreFormat::Away), ("hidden", ScoreFormat::Hidden)];
const ORIENTATIONS: [(&str, Orientation); 2] =
    [("counter-clockwise", Orientation::CounterClockwise), ("clockwise", Orientation::Clockwise)];
const EXPORTS: [(&str, Export); 2] = [("apkg", Export::Package), ("ankiconnect", Export::AnkiConnect)];

impl Settings {
    pub fn look(&self) -> Look {
        Look {
            scheme: self.scheme,
            orientation: self.orientation,
            swap: self.swap_colors,
            pips: self.pips,
            score: self.score,
            bottom: None,
            language: self.language,
        }
    }

    /// Missing keys keep their defaults; unknown keys are ignored.
    pub fn read(text: &str) -> Result<Settings, SettingsError> {
        let table: Table = text.parse().map_err(|error| SettingsError::not_toml(text, &error))?;
        Settings::from_table(&table).map_err(|error| error.in_text(text))
    }

    fn from_table(table: &Table) -> Result<Settings, SettingsError> {
        let mut settings = Settings::default();
        let schemes = Scheme::ALL.map(|scheme| (scheme.name(), scheme));
        choose(table, "scheme", &schemes, &mut settings.scheme)?;
        choose(table, "orientation", &ORIENTATIONS, &mut settings.orientation)?;
        choose(table, "export", &EXPORTS, &mut settings.export)?;
        choose(table, "score", &SCORES, &mut settings.score)?;
        let languages = Language::ALL.map(|language| (language.tag(), language));
        choose(table, "language", &languages, &mut settings.language)?;
        switch(table, "swap_colors", &mut settings.swap_colors)?;
        switch(table, "show_options", &mut settings.show_options)?;
        switch(table, "interactive_moves", &mut settings.interactive_moves)?;
        switch(table, "pips", &mut settings.pips)?;
        if let Some(value) = table.get("deck_name") {
            let name = value.as_str().map(str::trim).filter(|name| !name.is_empty());
            settings.deck_name =
                name.ok_or_else(|| wrong("deck_name", value, "a name in quotes"))?.to_string();
        }
        text_of(table, "anki_address", &mut settings.anki_address)?;
        text_of(table, "anki_key", &mut settings.anki_key)?;
        text_of(table, "gnubg", &mut settings.gnubg)?;
        number(table, "option_count", (2, 10), &mut settings.option_count)?;
        number(table, "plies", (0, 4), &mut settings.plies)?;
        if let Some(value) = table.get("seed") {
            let seed = value.as_integer().and_then(|n| u64::try_from(n).ok());
            settings.seed = seed.ok_or_else(|| wrong("seed", value, "a number"))?;
        }
        Ok(settings)
    }

    pub fn write(&self) -> String {
        let name =
            |table: &[(&'static str, bool)]| table.iter().find(|(_, is)| *is).map_or("", |(name, _)| name);
        let orientation = name(&ORIENTATIONS.map(|(name, value)| (name, value == self.orientation)));
        let export = name(&EXPORTS.map(|(name, value)| (name, value == self.export)));
        let score = name(&SCORES.map(|(name, value)| (name, value == self.score)));
        let [deck_name, anki_address, anki_key, gnubg] =
            [&self.deck_name, &self.anki_address, &self.anki_key, &self.gnubg]
                .map(|text| Value::String(text.clone()));
        format!(
            "scheme = \"{}\"\nswap_colors = {}\ndeck_name = {deck_name}\nshow_options = {}\ninteractive_moves = {}\n\
             export = \"{export}\"\norientation = \"{orientation}\"\noption_count = {}\npips = {}\nscore = \"{score}\"\nseed = {}\n\
             anki_address = {anki_address}\nanki_key = {anki_key}\ngnubg = {gnubg}\nplies = {}\nlanguage = \"{}\"\n",
            self.scheme.name(),
            self.swap_colors,
            self.show_options,
            self.interactive_moves,
            self.option_count,
            self.pips,
            self.seed,
            self.plies,
            self.language.tag()
        )
    }
}

fn wrong(key: &'static str, value: &Value, wanted: impl Into<String>) -> SettingsError {
    SettingsError { line: 1, column: 1, what: format!("{key} is {value}, but should be {}", wanted.into()) }
}

fn choose<T: Copy>(
    table: &Table,
    key: &'static str,
    names: &[(&str, T)],
    to: &mut T,
) -> Result<(), SettingsError> {
    let Some(value) = table.get(key) else { return Ok(()) };
    let found = value.as_str().and_then(|text| names.iter().find(|(name, _)| *name == text));
    let all = || names.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    *to = found.ok_or_else(|| wrong(key, value, format!("one of {}", all())))?.1;
    Ok(())
}

fn text_of(table: &Table, key: &'static str, to: &mut String) -> Result<(), SettingsError> {
    if let Some(value) = table.get(key) {
        *to = value.as_str().ok_or_else(|| wrong(key, value, "a text in quotes"))?.trim().to_string();
    }
    Ok(())
}

fn number(
    table: &Table,
    key: &'static str,
    (least, most): (u8, u8),
    to: &mut u8,
) -> Result<(), SettingsError> {
    if let Some(value) = table.get(key) {
        let found =
            value.as_integer().and_then(|n| u8::try_from(n).ok()).filter(|n| (least..=most).contains(n));
        *to = found.ok_or_else(|| wrong(key, value, format!("a number from {least} to {most}")))?;
    }
    Ok(())
}

fn switch(table: &Table, key: &'static str, to: &mut bool) -> Result<(), SettingsError> {
    if let Some(value) = table.get(key) {
        *to = value.as_bool().ok_or_else(|| wrong(key, value, "true or false"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let settings = Settings {
            scheme: Scheme::Midnight,
            deck_name: "Say \"hi\" \\ über".into(),
            export: Export::AnkiConnect,
            orientation: Orientation::Clockwise,
            option_count: 7,
            score: ScoreFormat::Away,
            seed: 42,
            anki_address: "192.168.0.7:8765".into(),
            anki_key: "a\"b".into(),
            gnubg: r"C:\Games\gnubg.exe".into(),
            plies: 3,
            language: Language::Vi,
            ..Settings::default()
        };
        assert_eq!(Settings::read(&settings.write()), Ok(settings));
        assert_eq!(Settings::read(""), Ok(Settings::default()));
        assert_eq!(Settings::read("later = 1"), Ok(Settings::default()));
    }

    #[test]
    fn an_invalid_file_is_refused_with_the_wrong_key() {
        for (text, message) in [
            (
                "scheme = \"plaid\"",
                "scheme is \"plaid\", but should be one of classic, forest, ocean, desert, sunset, midnight, monochrome",
            ),
            ("option_count = 1", "option_count is 1, but should be a number from 2 to 10"),
            ("pips = \"yes\"", "pips is \"yes\", but should be true or false"),
            ("deck_name = \"\"", "deck_name is \"\", but should be a name in quotes"),
            ("plies = 9", "plies is 9, but should be a number from 0 to 4"),
            ("gnubg = 1", "gnubg is 1, but should be a text in quotes"),
            ("seed = -1", "seed is -1, but should be a number"),
        ] {
            assert_eq!(Settings::read(text).unwrap_err().to_string(), message);
        }
        let broken = Settings::read("pips = true\nscheme = \n").unwrap_err();
        assert_eq!((broken.line, broken.column), (2, 10));
        assert!(broken.to_string().starts_with("the settings cannot be read: "), "{broken}");
        assert_eq!(Settings::read("seed = 1\npips = 3").unwrap_err().line, 2);
    }
}
