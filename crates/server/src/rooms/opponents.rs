//! The automatic players of this host: the built-in bot, and the engines installed on this machine.

use std::collections::BTreeMap;
use std::sync::Arc;

use bot::Level;
use play::protocol::{BotLevel, Opponent};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::address_limits::{Held, Lease};
use crate::engine::CommandLine;

/// Engines by the names under which players choose them.
#[derive(Clone, Debug)]
pub struct Opponents {
    engines: BTreeMap<String, CommandLine>,
    playing: Arc<Semaphore>,
}

/// Counts a player that runs, until it is dropped.
pub(super) struct PlayingEngine {
    _of_all: OwnedSemaphorePermit,
    _of_address: Option<Lease>,
}

impl Default for Opponents {
    fn default() -> Opponents {
        Opponents { engines: BTreeMap::new(), playing: Arc::new(Semaphore::new(Opponents::MAX_PLAYING)) }
    }
}

impl Opponents {
    /// Bots and engines at the same time: a few per core of an ordinary machine, as most of the time they wait for a move.
    pub const MAX_PLAYING: usize = 16;

    /// Not more than this many play at the same time; other games wait.
    #[must_use]
    pub fn with_max_playing(self, count: usize) -> Opponents {
        Opponents { playing: Arc::new(Semaphore::new(count.min(Semaphore::MAX_PERMITS))), ..self }
    }

    /// `None` if too many play already, or too many in rooms that this address has opened.
    pub(super) fn begin_playing(&self, owner: Option<&Lease>) -> Option<PlayingEngine> {
        let of_all = Arc::clone(&self.playing).try_acquire_owned().ok()?;
        let of_address = match owner {
            Some(owner) => Some(owner.account().take(Held::Engine)?),
            None => None,
        };
        Some(PlayingEngine { _of_all: of_all, _of_address: of_address })
    }

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

    /// The command that starts an engine; `None` if this host does not have it.
    pub(super) fn engine(&self, name: &str) -> Option<CommandLine> {
        self.engines.get(name).cloned()
    }

    pub(super) fn is_available(&self, opponent: &Opponent) -> bool {
        match opponent {
            Opponent::Engine(name) => self.engines.contains_key(name),
            Opponent::Person | Opponent::Bot(_) => true,
        }
    }

    pub(super) fn listed(&self) -> api::rooms::Opponents {
        let engines = self.engines.keys().cloned().collect();
        api::rooms::Opponents { bots: Level::ALL.map(BotLevel).to_vec(), engines }
    }
}
