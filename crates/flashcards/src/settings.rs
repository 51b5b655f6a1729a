//! What the user prefers, as a small TOML file. A broken file gives a message and the defaults; whoever writes
//! settings must not overwrite it then.

use diagram::backgammon::{Look, Orientation, Scheme, ScoreFormat};
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
        }
    }
}

/// What is wrong with a settings file, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingsError {
    NotToml(String),
    Value { key: &'static str, found: String, wanted: String },
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingsError::NotToml(why) => write!(f, "the settings file cannot be read: {why}"),
            SettingsError::Value { key, found, wanted } => {
                write!(f, "settings: {key} is {found}, but should be {wanted}")
            }
        }
    }
}

impl std::error::Error for SettingsError {}

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
        }
    }

    /// Missing keys keep their defaults, unknown ones are left alone.
    pub fn read(text: &str) -> Result<Settings, SettingsError> {
        let table: Table =
            text.parse().map_err(|e: toml::de::Error| SettingsError::NotToml(e.message().into()))?;
        let mut settings = Settings::default();
        let schemes = Scheme::ALL.map(|scheme| (scheme.name(), scheme));
        choose(&table, "scheme", &schemes, &mut settings.scheme)?;
        choose(&table, "orientation", &ORIENTATIONS, &mut settings.orientation)?;
        choose(&table, "export", &EXPORTS, &mut settings.export)?;
        choose(&table, "score", &SCORES, &mut settings.score)?;
        switch(&table, "swap_colors", &mut settings.swap_colors)?;
        switch(&table, "show_options", &mut settings.show_options)?;
        switch(&table, "interactive_moves", &mut settings.interactive_moves)?;
        switch(&table, "pips", &mut settings.pips)?;
        if let Some(value) = table.get("deck_name") {
            let name = value.as_str().map(str::trim).filter(|name| !name.is_empty());
            settings.deck_name =
                name.ok_or_else(|| wrong("deck_name", value, "a name in quotes"))?.to_string();
        }
        if let Some(value) = table.get("option_count") {
            let count =
                value.as_integer().and_then(|n| u8::try_from(n).ok()).filter(|n| (2..=10).contains(n));
            settings.option_count =
                count.ok_or_else(|| wrong("option_count", value, "a number from 2 to 10"))?;
        }
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
        let deck_name = Value::String(self.deck_name.clone());
        format!(
            "scheme = \"{}\"\nswap_colors = {}\ndeck_name = {deck_name}\nshow_options = {}\ninteractive_moves = {}\n\
             export = \"{export}\"\norientation = \"{orientation}\"\noption_count = {}\npips = {}\nscore = \"{score}\"\nseed = {}\n",
            self.scheme.name(),
            self.swap_colors,
            self.show_options,
            self.interactive_moves,
            self.option_count,
            self.pips,
            self.seed
        )
    }
}

fn wrong(key: &'static str, value: &Value, wanted: impl Into<String>) -> SettingsError {
    SettingsError::Value { key, found: value.to_string(), wanted: wanted.into() }
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
            ..Settings::default()
        };
        assert_eq!(Settings::read(&settings.write()), Ok(settings));
        assert_eq!(Settings::read(""), Ok(Settings::default()));
        assert_eq!(Settings::read("later = 1"), Ok(Settings::default()));
    }

    #[test]
    fn a_broken_file_says_which_key_is_wrong() {
        for (text, said) in [
            (
                "scheme = \"plaid\"",
                "settings: scheme is \"plaid\", but should be one of classic, forest, ocean, desert, sunset, midnight, monochrome",
            ),
            ("option_count = 1", "settings: option_count is 1, but should be a number from 2 to 10"),
            ("pips = \"yes\"", "settings: pips is \"yes\", but should be true or false"),
            ("deck_name = \"\"", "settings: deck_name is \"\", but should be a name in quotes"),
            ("seed = -1", "settings: seed is -1, but should be a number"),
        ] {
            assert_eq!(Settings::read(text).unwrap_err().to_string(), said);
        }
        assert!(
            Settings::read("scheme = ")
                .unwrap_err()
                .to_string()
                .starts_with("the settings file cannot be read")
        );
    }
}
