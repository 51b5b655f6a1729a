//! Settings, saved as TOML. If the file cannot be read, the application shows a message, uses the defaults
//! and never overwrites the file, so that the player can fix it.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use bot::Level;
use clap::ValueEnum;
use play::clock::TimeControl;
use ratatui::style::Color;
use rules::go::{Points, Rules, Size};
use serde::{Deserialize, Serialize};

use super::engine::CommandLine;
use super::own_keys::BoardKeys;
use super::theme::{Part, Theme, ThemeName};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    pub game: GameChoice,
    #[serde(skip_serializing_if = "EngineSettings::is_default")]
    pub engine: EngineSettings,
    pub look: Look,
    /// The player's own keys, by action.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub keys: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EngineSettings {
    /// Seconds that an engine may think about a move before it counts as hung; None: ten minutes.
    pub timeout: Option<u64>,
    /// The name that the player's own engine has told, by which its games are continued.
    pub name: Option<String>,
}

impl EngineSettings {
    fn is_default(&self) -> bool {
        *self == EngineSettings::default()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GameChoice {
    pub size: u8,
    pub color: ColorChoice,
    pub opponent: OpponentChoice,
    /// Command line of the player's own engine.
    pub engine: String,
    /// Of GNU Go and other engines.
    pub level: u8,
    /// The name of the bot's level. Files of earlier versions have only the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    #[serde(skip_serializing_if = "RulesChoice::is_default")]
    pub rules: RulesChoice,
    /// As it was typed.
    pub komi: String,
    pub handicap: u8,
    pub record: bool,
    /// As `TimeControl` reads it; empty without a time limit.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub time: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColorChoice {
    Black,
    White,
    Random,
}

impl ColorChoice {
    pub const ALL: [ColorChoice; 3] = [ColorChoice::Black, ColorChoice::White, ColorChoice::Random];

    /// `dice` decides for a random colour.
    pub fn drawn(self, dice: u64) -> rules::go::Color {
        match self {
            ColorChoice::Black => rules::go::Color::Black,
            ColorChoice::White => rules::go::Color::White,
            ColorChoice::Random => rules::go::Color::BOTH[(dice % 2) as usize],
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpponentChoice {
    GnuGo,
    Bot,
    Engine,
    Friend,
}

/// How the game is counted, and which repetitions are forbidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum RulesChoice {
    #[default]
    Japanese,
    Chinese,
    Aga,
    Nz,
}

impl RulesChoice {
    pub const ALL: [RulesChoice; 4] =
        [RulesChoice::Japanese, RulesChoice::Chinese, RulesChoice::Aga, RulesChoice::Nz];

    pub fn rules(self) -> Rules {
        match self {
            RulesChoice::Japanese => Rules::JAPANESE,
            RulesChoice::Chinese => Rules::CHINESE,
            RulesChoice::Aga => Rules::AGA,
            RulesChoice::Nz => Rules::NEW_ZEALAND,
        }
    }

    /// The komi that players expect with these rules and this handicap.
    pub fn usual_komi(self, handicap: u8) -> &'static str {
        match self {
            _ if handicap >= 2 => "0.5",
            RulesChoice::Japanese => "6.5",
            RulesChoice::Chinese | RulesChoice::Aga => "7.5",
            RulesChoice::Nz => "7",
        }
    }

    /// Files of earlier versions are written as they were.
    fn is_default(&self) -> bool {
        *self == RulesChoice::default()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Look {
    /// None: the theme that suits the terminal.
    pub theme: Option<String>,
    /// Colours that differ from the theme, by part.
    pub colours: BTreeMap<String, String>,
}

impl GameChoice {
    /// Whether komi is the usual one, so that it follows when rules or handicap change.
    pub fn has_usual_komi(&self) -> bool {
        self.komi == self.rules.usual_komi(self.handicap)
    }

    pub fn time_control(&self) -> Option<TimeControl> {
        TimeControl::parse(&self.time)
    }
}

impl Default for GameChoice {
    fn default() -> GameChoice {
        GameChoice {
            size: 19,
            color: ColorChoice::Black,
            opponent: OpponentChoice::GnuGo,
            engine: String::new(),
            level: 5,
            bot: None,
            rules: RulesChoice::default(),
            komi: "6.5".to_owned(),
            handicap: 0,
            record: true,
            time: String::new(),
        }
    }
}

impl GameChoice {
    pub fn bot_level(&self) -> Level {
        let named = self.bot.as_deref().and_then(Level::from_name);
        named.unwrap_or_else(|| level_of_number(self.level))
    }
}

/// The level that searches about as far as the bot of earlier versions at this number.
fn level_of_number(number: u8) -> Level {
    match number {
        0..=2 => Level::Beginner,
        3..=4 => Level::Easy,
        5 => Level::Medium,
        6..=7 => Level::Hard,
        8..=9 => Level::Strong,
        _ => Level::Max,
    }
}

/// Why the default settings are used.
#[derive(Debug)]
pub enum ConfigError {
    Unread { path: PathBuf, error: io::Error },
    Broken { path: PathBuf, line: usize, message: String },
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Unread { path, error } => write!(f, "{}: {error}", path.display()),
            ConfigError::Broken { path, line, message } => {
                write!(f, "{}:{line}: {message}", path.display())
            }
        }
    }
}

impl Config {
    pub fn load(path: &Path) -> Result<Config, ConfigError> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(missing) if missing.kind() == io::ErrorKind::NotFound => return Ok(Config::default()),
            Err(error) => return Err(ConfigError::Unread { path: path.to_owned(), error }),
        };
        Config::read(&text).map_err(|(line, message)| ConfigError::Broken {
            path: path.to_owned(),
            line,
            message,
        })
    }

    fn read(text: &str) -> Result<Config, (usize, String)> {
        let config: Config = toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            (before.matches('\n').count() + 1, error.message().to_owned())
        })?;
        config.check().map_err(|(key, message)| (line_of(text, &key), message))?;
        Ok(config)
    }

    fn check(&self) -> Result<(), (String, String)> {
        BoardKeys::of(&self.keys)?;
        self.check_values().map_err(|(key, why)| (key.to_owned(), why))
    }

    fn check_values(&self) -> Result<(), (&'static str, String)> {
        let game = &self.game;
        if Size::square(game.size.into()).is_err() {
            return Err(("size", format!("a board cannot have {} lines", game.size)));
        }
        if !(1..=10).contains(&game.level) {
            return Err(("level", "the level must be from 1 to 10".to_owned()));
        }
        if let Some(name) = game.bot.as_deref().filter(|name| Level::from_name(name).is_none()) {
            let names = Level::ALL.map(Level::name).join(", ");
            return Err(("bot", format!("the bot has no level {name:?}; choose one of {names}")));
        }
        read_komi(&game.komi).map_err(|why| ("komi", why.to_owned()))?;
        read_time(&game.time).map_err(|why| ("time", why.to_owned()))?;
        if game.opponent == OpponentChoice::Engine && CommandLine::parse(&game.engine).is_none() {
            return Err(("engine", format!("{:?} is not a command", game.engine)));
        }
        if let Some(name) = &self.look.theme
            && ThemeName::from_str(name).is_err()
        {
            return Err(("theme", format!("there is no theme called {name:?}")));
        }
        self.look.parts().map(|_| ()).map_err(|message| ("colours", message))
    }

    pub fn write(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }
}

/// The text is written to the record unchanged, so it must be a number in SGF's format: other programs would
/// read `6,5` as 6.
pub fn read_komi(text: &str) -> Result<Points, &'static str> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match Points::parse(text) {
        _ if text.contains(',') => Err("Write komi with a point, not a comma: 6.5"),
        _ if !is_number(whole) || !is_number(part) => Err("Komi must be a number such as 6.5 or 0"),
        Some(komi) => Ok(komi),
        None => Err("Komi must be in quarters of a point, such as 6.5 or 3.75"),
    }
}

/// Nothing, or a time control.
pub fn read_time(text: &str) -> Result<(), &'static str> {
    match text.trim().is_empty() || TimeControl::parse(text).is_some() {
        true => Ok(()),
        false => Err("Write a time as 20 (minutes), 10+3x30 (byo-yomi) or 5+8 (more for each move)"),
    }
}

/// The line of a key, for an error message; 1 if it is not found.
fn line_of(text: &str, key: &str) -> usize {
    text.lines()
        .position(|line| line.trim_start().trim_start_matches('[').contains(key))
        .map_or(1, |line| line + 1)
}

impl Look {
    pub fn parts(&self) -> Result<Vec<(Part, Color)>, String> {
        let part_of = |(name, colour): (&String, &String)| {
            let part = Part::ALL.into_iter().find(|part| part.key() == name);
            let part = part.ok_or_else(|| format!("there is no part called {name:?}"))?;
            let colour = Color::from_str(colour).map_err(|_| format!("{colour:?} is not a colour"))?;
            Ok((part, colour))
        };
        self.colours.iter().map(part_of).collect()
    }

    pub fn theme(&self, default_theme: ThemeName) -> Theme {
        let chosen = self.theme.as_deref().and_then(|name| ThemeName::from_str(name).ok());
        let parts = self.parts().unwrap_or_default();
        parts.into_iter().fold(Theme::new(chosen.unwrap_or(default_theme)), |theme, (part, colour)| {
            theme.with(part, colour)
        })
    }
}

/// Picks a theme from the terminal's environment variables.
pub fn detect_theme(variable: impl Fn(&str) -> Option<String>) -> ThemeName {
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| variable(name).filter(|v| !v.is_empty()));
    let utf8 = locale.is_none_or(|locale| locale.to_uppercase().replace('-', "").contains("UTF8"));
    let light = variable("COLORFGBG").is_some_and(|pair| matches!(pair.rsplit(';').next(), Some("7" | "15")));
    match () {
        () if !utf8 => ThemeName::Ascii,
        () if variable("NO_COLOR").is_some_and(|v| !v.is_empty()) => ThemeName::Mono,
        // The console of Linux has 16 colours.
        () if variable("TERM").as_deref() == Some("linux") => ThemeName::Sixteen,
        () if light => ThemeName::Light,
        () => ThemeName::Dark,
    }
}
