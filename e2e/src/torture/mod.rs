//! `cargo xtask torture`: kills, damages, starves and floods the real programs, and counts what is lost.
//!
//! To add a part: a function that returns `Counts`, and a row in `PARTS`.

mod autosaves;
mod evenings;
mod failures;
mod floods;
mod hostile_frames;
mod inputs;
mod kills;
mod truncations;

use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;

use anyhow::Result;
use serde::Serialize;

pub use inputs::{INPUTS_COMMAND, check_inputs};

pub struct Options {
    /// A fraction of everything, for every day.
    pub quick: bool,
    /// Decides the moments of kills and the mutations.
    pub seed: u64,
    /// Where inputs that break a property are saved.
    pub findings: PathBuf,
}

impl Options {
    /// How many cases to try.
    fn count(&self, all: usize) -> usize {
        if self.quick { all.div_ceil(50) } else { all }
    }
}

/// The figures of a part.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Counts {
    pub tried: u64,
    /// What a user would have lost or noticed: turns, saves, games, connections, a crash.
    pub lost: u64,
    /// What else was counted: `378 confirmed turns`.
    pub note: String,
    /// One line for each loss.
    pub problems: Vec<String>,
}

impl Counts {
    fn add(&mut self, result: Result<()>) {
        self.tried += 1;
        if let Err(error) = result {
            self.lost += 1;
            self.problems.push(format!("{error:#}"));
        }
    }
}

type Running<'o> = Pin<Box<dyn Future<Output = Result<Counts>> + 'o>>;

pub struct Part {
    /// Also its name in the JSON.
    pub name: &'static str,
    pub what: &'static str,
    pub run: for<'o> fn(&'o Options) -> Running<'o>,
}

pub const PARTS: &[Part] = &[
    Part {
        name: "host-kills",
        what: "kill -9 of a host in play, at random moments: confirmed turns lost",
        run: |options| Box::pin(kills::host(options)),
    },
    Part {
        name: "evenings",
        what: "evenings of four players in three rooms, with kills, reloads, cuts and sleep: games or seats lost",
        // It has its own threads and runtimes.
        run: |options| Box::pin(async move { evenings::all(options) }),
    },
    Part {
        name: "studio-kills",
        what: "kill -9 of a studio while it saves: torn files and confirmed saves lost",
        run: |options| Box::pin(async move { kills::studio(options) }),
    },
    Part {
        name: "journal-truncations",
        what: "a journal cut at any byte: whole lines lost, hosts that do not start",
        run: |options| Box::pin(truncations::journal(options)),
    },
    Part {
        name: "journal-flips",
        what: "a journal with one changed bit: losses that nobody is told of",
        run: |options| Box::pin(truncations::flips(options)),
    },
    Part {
        name: "damaged-autosaves",
        what: "autosaves with flipped bits or cut short: files of users changed, pages that crash",
        run: |options| Box::pin(async move { autosaves::damaged(options) }),
    },
    Part {
        name: "failing-calls",
        what: "ENOSPC, EIO and EINTR from every system call on data: torn files, unreported errors",
        run: |options| Box::pin(failures::failing_calls(options)),
    },
    Part {
        name: "power-loss",
        what: "the power fails after every system call: acknowledged data lost",
        run: |options| Box::pin(failures::power_loss(options)),
    },
    Part {
        name: "mutated-inputs",
        what: "mutated files, messages and frames: panics, and inputs that take over 2 s",
        run: |options| Box::pin(async move { inputs::mutated(options) }),
    },
    Part {
        name: "hostile-frames",
        what: "mutated frames to a host in play: games disturbed, hosts that stop",
        run: |options| Box::pin(hostile_frames::at_a_host(options)),
    },
    Part {
        name: "floods",
        what: "ten flooding peers: ways that add over 20 ms to another player's round trip, p95",
        // It has its own threads and runtimes.
        run: |_| Box::pin(async { tokio::task::spawn_blocking(floods::at_a_host).await? }),
    },
];
