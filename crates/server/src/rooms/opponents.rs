//! The automatic players of this host: the built-in bot, and the engines installed on this machine.

use std::collections::BTreeMap;
use std::env;

use play::protocol::{BotLevel, Opponent};

use crate::engine::CommandLine;

/// Engines by the names under which players choose them.
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

    /// Adds GNU Go if it is installed.
    #[must_use]
    pub fn with_gnu_go(self) -> Opponents {
        match CommandLine::gnu_go(10) {
            Some(command) => self.with_engine("GNU Go", command),
            None => self,
        }
    }

    /// The player's name and the command that starts it; `None` for people and for engines that this host does not have.
    pub(super) fn find(&self, opponent: &Opponent) -> Option<(String, CommandLine)> {
        match opponent {
            Opponent::Person => None,
            Opponent::Bot(level) => {
                let tabiya = env::current_exe().ok()?;
                let command = CommandLine::new(tabiya, ["gtp", "--threads", "1", "--level", level.name()]);
                Some((format!("Bot, {}", level.name()), command))
            }
            Opponent::Engine(name) => Some((name.clone(), self.engines.get(name)?.clone())),
        }
    }

    pub(super) fn is_available(&self, opponent: &Opponent) -> bool {
        match opponent {
            Opponent::Engine(name) => self.engines.contains_key(name),
            Opponent::Person | Opponent::Bot(_) => true,
        }
    }

    pub(super) fn listed(&self) -> api::rooms::Opponents {
        let engines = self.engines.keys().cloned().collect();
        api::rooms::Opponents { bots: BotLevel::ALL.to_vec(), engines }
    }
}
