//! Engines on the server's machine, and the test whether one works.

use i18n::{Language, fill};
use serde::{Deserialize, Serialize};

use crate::call::{Call, Method, json};
use crate::{ApiError, ErrorCode};

pub const ENGINES: &str = "/api/engines";
pub const TEST: &str = "/api/engines/test";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Game {
    Go,
    Chess,
    Backgammon,
}

impl Game {
    pub fn name(self, language: Language) -> &'static str {
        let texts = language.engine_errors();
        match self {
            Game::Go => texts.go,
            Game::Chess => texts.chess,
            Game::Backgammon => texts.backgammon,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Engine {
    pub name: String,
    pub game: Game,
    /// None: it is not installed.
    pub path: Option<String>,
    pub install: Install,
}

/// How to get an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Install {
    /// The Debian package, where there is one.
    pub package: Option<String>,
    /// It needs a network file as well.
    pub needs_network: bool,
    /// Where there is no package: the site.
    pub site: Option<String>,
    /// The name under which the program is searched for.
    pub program: String,
}

impl Install {
    /// The command for Debian's package, where there is one.
    pub fn command(&self) -> Option<String> {
        self.package.as_ref().map(|package| format!("sudo apt install {package}"))
    }

    pub fn message(&self, language: Language) -> String {
        let texts = language.engine_errors();
        match self.command() {
            Some(command) if self.needs_network => fill(texts.install_network, &[("command", &command)]),
            Some(command) => command,
            None => {
                let site = self.site.as_deref().unwrap_or_default();
                fill(texts.install_from, &[("site", site), ("program", &self.program)])
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineName {
    pub name: String,
}

/// What the engine calls itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tested {
    #[serde(rename = "says")]
    pub reply: String,
}

pub fn list() -> Call<Vec<Engine>> {
    Call::new(Method::Get, ENGINES, json)
}

pub fn test(engine: &EngineName) -> Call<Tested> {
    Call::new(Method::Post, TEST, json).with(engine)
}

/// The messages of the errors of engines.
pub fn wording(error: &ApiError, language: Language) -> Option<String> {
    let texts = language.engine_errors();
    let text = match error.code {
        ErrorCode::NoSuchEngine => texts.no_engine,
        ErrorCode::EngineMissing => texts.engine_missing,
        ErrorCode::EngineFails => texts.engine_fails,
        ErrorCode::EngineNotStarted => texts.not_started,
        ErrorCode::EngineSlow => texts.too_slow,
        ErrorCode::EngineSays => texts.last_output,
        ErrorCode::EngineSilent => texts.silent,
        ErrorCode::EngineTestAborted => texts.interrupted,
        _ => return None,
    };
    Some(error.fill(text, wording, language))
}
