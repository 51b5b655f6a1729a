//! Who else can sit at a table here: the bot, and the engines that this machine offers.

use std::collections::BTreeMap;
use std::env;

use play::protocol::{BotLevel, Opponent};
use serde_json::{Value, json};

use crate::engine::CommandLine;

/// By the names under which players choose them.
#[derive(Clone, Debug, Default)]
pub struct Opponents {
    engines: BTreeMap<String, CommandLine>,
}

impl Opponents {
    #[must_use]
    pub fn with_engine(mut self, name: impl Into<String>, command: CommandLine) -> Opponents {
        self.engines.insert(name.into(), command);
        self
    }

    /// GNU Go, where it is installed.
    #[must_use]
    pub fn with_gnu_go(self) -> Opponents {
        match CommandLine::gnu_go(10) {
            Some(command) => self.with_engine("GNU Go", command),
            None => self,
        }
    }

    /// What it is called at the table, and how it is started. None for people and for engines that are not here.
    pub(super) fn find(&self, opponent: &Opponent) -> Option<(String, CommandLine)> {
        match opponent {
            Opponent::Person => None,
            Opponent::Bot(level) => {
                let own = env::current_exe().ok()?;
                let command = CommandLine::new(own, ["gtp", "--threads", "1", "--level", level.name()]);
                Some((format!("Bot, {}", level.name()), command))
            }
            Opponent::Engine(name) => Some((name.clone(), self.engines.get(name)?.clone())),
        }
    }

    pub(super) fn is_here(&self, opponent: &Opponent) -> bool {
        match opponent {
            Opponent::Engine(name) => self.engines.contains_key(name),
            Opponent::Person | Opponent::Bot(_) => true,
        }
    }

    pub(super) fn told(&self) -> Value {
        let engines: Vec<&String> = self.engines.keys().collect();
        json!({ "bots": BotLevel::ALL.map(BotLevel::name), "engines": engines })
    }
}
