//! Settings, saved as TOML. If the file cannot be read, the application shows a message, uses the defaults
//! and never overwrites the file, so that the player can fix it.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;
use ratatui::style::Color;
use rules::go::{Points, Rules, Size};
use serde::{Deserialize, Serialize};

use super::engine::CommandLine;
use super::theme::{Part, Theme, ThemeName};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    pub game: GameChoice,
    pub look: Look,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GameChoice {
    pub size: u8,
    pub color: ColorChoice,
    pub opponent: OpponentChoice,
    /// Command line of the player's own engine.
    pub engine: String,
    pub level: u8,
    #[serde(skip_serializing_if = "RulesChoice::is_default")]
    pub rules: RulesChoice,
    /// As it was typed.
    pub komi: String,
    pub handicap: u8,
    pub record: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColorChoice {
    Black,
    White,
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

impl Default for GameChoice {
    fn default() -> GameChoice {
        GameChoice {
            size: 19,
            color: ColorChoice::Black,
            opponent: OpponentChoice::GnuGo,
            engine: String::new(),
            level: 5,
            rules: RulesChoice::default(),
            komi: "6.5".to_owned(),
            handicap: 0,
            record: true,
        }
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
        config.check().map_err(|(key, message)| (line_of(text, key), message))?;
        Ok(config)
    }

    fn check(&self) -> Result<(), (&'static str, String)> {
        let game = &self.game;
        if Size::square(game.size.into()).is_err() {
            return Err(("size", format!("a board cannot have {} lines", game.size)));
        }
        if !(1..=10).contains(&game.level) {
            return Err(("level", "the level must be from 1 to 10".to_owned()));
        }
        read_komi(&game.komi).map_err(|why| ("komi", why.to_owned()))?;
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
        () if light => ThemeName::Light,
        () => ThemeName::Dark,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let mut config = Config::default();
        config.game.komi = "0.50".to_owned();
        config.game.opponent = OpponentChoice::Engine;
        config.game.engine = "katago gtp -model 'my net.bin'".to_owned();
        config.game.rules = RulesChoice::Nz;
        config.look.theme = Some("light".to_owned());
        config.look.colours.insert("board".to_owned(), "#d0b070".to_owned());
        assert_eq!(Config::read(&config.write()), Ok(config));
        assert_eq!(Config::read(""), Ok(Config::default()));
    }

    /// As version 0.1.0 wrote them.
    const SAVED: &str = r##"[game]
size = 13
color = "white"
opponent = "engine"
engine = "gnugo --mode gtp"
level = 7
komi = "0.50"
handicap = 2
record = false

[look]
theme = "light"

[look.colours]
board = "#C0A060"
cursor = "160"
"##;

    #[test]
    fn settings_of_earlier_versions_load_and_are_saved_unchanged() {
        let config = Config::read(SAVED).unwrap();
        let game = &config.game;
        assert_eq!((game.size, game.color, game.opponent), (13, ColorChoice::White, OpponentChoice::Engine));
        assert_eq!((game.engine.as_str(), game.level, game.komi.as_str()), ("gnugo --mode gtp", 7, "0.50"));
        assert_eq!((game.handicap, game.record), (2, false));
        assert_eq!(config.look.theme(ThemeName::Dark).colour(Part::Cursor), Color::Indexed(160));
        assert_eq!(config.write(), SAVED);
        for opponent in ["gnugo", "bot", "friend"] {
            assert!(Config::read(&format!("[game]\nopponent = {opponent:?}\n")).is_ok(), "{opponent}");
        }
    }

    #[test]
    fn errors_in_the_settings_are_reported_with_their_line() {
        for (text, line) in [
            ("[game]\nsize = 19\nlevel = eleven\n", 3),
            ("[game]\nlevel = 11\n", 2),
            ("[game]\nsize = 60\n", 2),
            ("[game]\nsize = 19\nkomi = \"x\"\n", 3),
            ("[game]\nopponent = \"engine\"\n", 2),
            ("[look]\ntheme = \"pink\"\n", 2),
            ("[look.colours]\nboard = \"woody\"\n", 1),
            ("[look.colours]\nwood = \"red\"\n", 1),
            ("[gamee]\n", 1),
            ("what", 1),
        ] {
            assert_eq!(Config::read(text).map_err(|(line, _)| line), Err(line), "{text:?}");
        }
    }

    #[test]
    fn komi_is_a_number_that_every_program_reads_the_same() {
        for (text, komi) in [("6.5", 26), ("6.50", 26), ("-0.5", -2), ("+7", 28), ("0", 0), ("3.75", 15)] {
            assert_eq!(read_komi(text), Ok(Points::quarters(komi)), "{text:?}");
        }
        for (text, word) in [
            ("6,5", "comma"),
            ("6.", "number"),
            (".5", "number"),
            ("", "number"),
            ("6.3", "quarters"),
            (" 1", "number"),
        ] {
            assert!(read_komi(text).is_err_and(|why| why.contains(word)), "{text:?}");
        }
    }

    #[test]
    fn the_theme_suits_the_terminal() {
        let cases: &[(&[(&str, &str)], ThemeName)] = &[
            (&[("LANG", "en_GB.UTF-8")], ThemeName::Dark),
            (&[("LANG", "C")], ThemeName::Ascii),
            (&[("LANG", "C"), ("LC_ALL", "C.utf8")], ThemeName::Dark),
            (&[("NO_COLOR", "1")], ThemeName::Mono),
            (&[("COLORFGBG", "0;15")], ThemeName::Light),
            (&[("COLORFGBG", "15;0")], ThemeName::Dark),
        ];
        for (variables, theme) in cases {
            let look_up =
                |name: &str| variables.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned());
            assert_eq!(detect_theme(look_up), *theme, "{variables:?}");
        }
    }
}
