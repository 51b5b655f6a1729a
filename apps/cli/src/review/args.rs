//! The options of `tabiya review`.

use std::path::PathBuf;
use std::time::Duration;

use analysis::Limit;
use clap::Args;
use server::engine::CommandLine;

use crate::failure::Failure;

pub const HELP: &str = "Examples:\n  tabiya review game.pgn\n  tabiya review games.pgn --player Ann --seconds 1\n  \
    tabiya review game.pgn --visits 1000000 -o reviewed.pgn\n  tabiya review game.pgn --engine 'lc0 --threads=2' --json\n  tabiya review game.sgf --engine 'katago analysis -model net.bin.gz -config analysis.cfg'\n  \
    tabiya review match.mat --player Ann";

#[derive(Args)]
pub struct ReviewArgs {
    /// Games to review; - reads standard input
    pub file: PathBuf,
    /// Engine, as a command line (default: the one that is installed for the game)
    #[arg(long, value_name = "COMMAND", value_parser = command)]
    pub engine: Option<CommandLine>,
    /// Search each position for this many nodes or visits
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "seconds")]
    pub visits: Option<u64>,
    /// Search each position for this many seconds
    #[arg(long, value_name = "N", value_parser = seconds)]
    pub seconds: Option<Duration>,
    /// Backgammon: analyse with this many plies
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(0..=4))]
    pub plies: u8,
    /// Review only games of this player, and only this player's moves
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// The game, from 1, in a file that has several (default: all)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub game: Option<u32>,
    /// Search positions again that have an evaluation in the file
    #[arg(long)]
    pub again: bool,
    /// Threads of the engine (default: one per core)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=512))]
    pub threads: Option<u32>,
    /// Start the engine again if it says nothing for this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = seconds)]
    pub patience: Duration,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
    /// Write the file with the evaluations in it; everything else in it stays
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl ReviewArgs {
    pub fn limit(&self, default_visits: u64) -> Limit {
        match (self.visits, self.seconds) {
            (None, Some(time)) => Limit::Millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            (visits, _) => Limit::Nodes(visits.unwrap_or(default_visits)),
        }
    }

    pub fn threads(&self) -> u32 {
        self.threads.unwrap_or_else(processors)
    }

    /// The numbers of the games to review, from 0, of this many.
    pub fn games(&self, name: &str, games: usize) -> Result<Vec<usize>, Failure> {
        let missing = |number| Failure::Record {
            name: name.to_owned(),
            what: format!("there is no game {number}: the file has {games}"),
        };
        match self.game.map(|number| number as usize) {
            None if games == 0 => Err(missing(1)),
            None => Ok((0..games).collect()),
            Some(number) if number <= games => Ok(vec![number - 1]),
            Some(number) => Err(missing(number)),
        }
    }
}

/// The processors that this program may use.
pub fn processors() -> u32 {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    u32::try_from(processors).unwrap_or(1)
}

fn command(text: &str) -> Result<CommandLine, String> {
    CommandLine::parse(text).ok_or_else(|| "this is not a command line".to_owned())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "this is not a number of seconds".to_owned())?;
    let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| time.as_millis() > 0);
    time.filter(|time| time.as_secs() <= 86_400).ok_or_else(|| "choose from 0.001 to 86400".to_owned())
}
