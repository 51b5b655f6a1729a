//! The arguments of `tabiya library`.

use std::path::PathBuf;

use catalogue::{Date, GameKind, Winner};
use clap::{Args, Subcommand};
use library::{Query, Sort};

use crate::failure::Failure;
use crate::record::NodeArgs;

#[derive(Subcommand)]
pub enum LibraryCommand {
    /// Add folders with everything in them to the library, and read their games
    #[command(after_help = "Example:\n  tabiya library add ~/games ~/Downloads/pgn")]
    Add {
        /// Folders with game records
        #[arg(required = true)]
        folders: Vec<PathBuf>,
        /// Print a summary as one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Read new and changed files in all folders
    #[command(after_help = "Example:\n  tabiya library update")]
    Update {
        /// Print a summary as one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Remove folders from the library; the files stay
    #[command(after_help = "Example:\n  tabiya library remove ~/Downloads/pgn")]
    Remove {
        /// Folders of the library
        #[arg(required = true)]
        folders: Vec<PathBuf>,
    },
    /// List the folders of the library
    #[command(after_help = "Example:\n  tabiya library folders")]
    Folders {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// List games
    #[command(
        after_help = "Examples:\n  tabiya library list honinbo 1846\n  tabiya library list --player ann --kind chess --result white --sort date --reverse"
    )]
    List(Box<FilterArgs>),
    /// List games that reach a position
    ///
    /// The position is a FEN, an XGID, OGID or GNUID, or a node of a record. A Go position is found however the board is
    /// rotated or mirrored.
    #[command(
        after_help = "Examples:\n  tabiya library search game.sgf --at move:30\n  tabiya library search \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\" --json"
    )]
    Search(Box<SearchArgs>),
    /// List duplicate games
    #[command(after_help = "Example:\n  tabiya library dups")]
    Dups {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
pub struct SearchArgs {
    /// FEN, XGID, OGID, GNUID or game record
    pub what: String,
    #[command(flatten)]
    pub node: NodeArgs,
    #[command(flatten)]
    pub filter: FilterArgs,
}

#[derive(Args)]
pub struct FilterArgs {
    /// Words found in a player's name, the event, the result or the date
    words: Vec<String>,
    /// Games of this player
    #[arg(long, value_name = "NAME", default_value = "")]
    player: String,
    /// Only games of events with this in their name
    #[arg(long, value_name = "NAME", default_value = "")]
    event: String,
    /// go, simultaneous-go, chess or backgammon
    #[arg(long = "kind", value_name = "GAME")]
    kind: Option<String>,
    /// Who won: black, white, draw or unknown
    #[arg(long, value_name = "WHO")]
    result: Option<String>,
    /// Played on this day or later: 2026, 2026-02 or 2026-02-11
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// Played on this day or earlier
    #[arg(long, value_name = "DATE")]
    to: Option<String>,
    /// The width of the Go board, or the length of the match
    #[arg(long, value_name = "N")]
    size: Option<u16>,
    /// Only games with at least this many moves
    #[arg(long, value_name = "N")]
    least_moves: Option<u32>,
    /// Only games with at most this many moves
    #[arg(long, value_name = "N")]
    most_moves: Option<u32>,
    /// added, date, black, white, event, result, moves or size
    #[arg(long, value_name = "COLUMN", default_value = "added")]
    sort: String,
    /// Reverse the order
    #[arg(long)]
    reverse: bool,
    /// Show at most this many; 0 shows all
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

impl FilterArgs {
    pub fn query(&self) -> Result<Query, Failure> {
        Ok(Query {
            text: self.words.join(" "),
            player: self.player.clone(),
            event: self.event.clone(),
            kind: one_of("--kind", self.kind.as_deref(), GameKind::ALL, GameKind::name)?,
            winner: one_of("--result", self.result.as_deref(), Winner::ALL, Winner::name)?,
            from: date("--from", self.from.as_deref())?,
            to: date("--to", self.to.as_deref())?,
            size: self.size,
            least_moves: self.least_moves,
            most_moves: self.most_moves,
            position: None,
            sort: one_of("--sort", Some(&self.sort), Sort::ALL, Sort::name)?.unwrap_or_default(),
            backwards: self.reverse,
            skip: 0,
            most: (self.limit > 0).then_some(self.limit),
        })
    }
}

fn one_of<T: Copy, const N: usize>(
    option: &str,
    text: Option<&str>,
    all: [T; N],
    name: fn(T) -> &'static str,
) -> Result<Option<T>, Failure> {
    let Some(text) = text else { return Ok(None) };
    let wrong = || Failure::Usage(format!("{option} {text}: one of {}", all.map(name).join(", ")));
    all.into_iter().find(|one| name(*one) == text).map(Some).ok_or_else(wrong)
}

fn date(option: &str, text: Option<&str>) -> Result<Option<Date>, Failure> {
    let Some(text) = text else { return Ok(None) };
    let wrong = || Failure::Usage(format!("{option} {text}: a date like 2026, 2026-02 or 2026-02-11"));
    Date::typed(text).map(Some).ok_or_else(wrong)
}
