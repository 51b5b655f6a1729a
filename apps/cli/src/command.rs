//! The command line of `tabiya`, parsed by clap.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use crate::backgammon::{DeckArgs, IdArgs};
use crate::lan::{FindArgs, HostArgs};
use crate::record::{DrawArgs, FmtArgs, ShowArgs};

/// A studio for people who play Go, chess and backgammon.
///
/// Without a command, starts the studio on this computer and opens it in the browser.
#[derive(Parser)]
#[command(
    name = "tabiya",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Example:\n  tabiya game.sgf --port 8080"
)]
pub struct Tabiya {
    #[command(flatten)]
    pub studio: StudioArgs,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Args)]
pub struct StudioArgs {
    /// Files to open
    pub files: Vec<PathBuf>,
    /// Print the address without opening a browser
    #[arg(long)]
    pub no_open: bool,
    /// Listen on this port instead of the default or the next free one
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
}

#[derive(Subcommand)]
pub enum Command {
    /// Show a game record: info, moves, warnings
    #[command(
        after_help = "Examples:\n  tabiya show game.sgf\n  tabiya show game.sgf --at move:42\n  tabiya show games.pgn --game 2\n  tabiya show game.sgf --json"
    )]
    Show(ShowArgs),
    /// Check game records and print warnings with line and column
    ///
    /// Exits with 0 if there are no warnings and with 3 if there are any.
    #[command(
        after_help = "Examples:\n  tabiya check *.sgf\n  tabiya check --journal\n  tabiya check --journal rooms.jsonl --json"
    )]
    Check {
        /// Files to check; - reads standard input
        #[arg(required_unless_present = "journal")]
        files: Vec<PathBuf>,
        /// Tell what is in a journal of rooms and whether it is whole; without FILE, in that of the studio
        #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with = "files")]
        journal: Option<Option<PathBuf>>,
        /// Print one JSON document
        #[arg(long, requires = "journal")]
        json: bool,
    },
    /// Rewrite a game record; without options it stays the same byte for byte
    #[command(
        after_help = "Examples:\n  tabiya fmt --utf8 --pretty old.sgf -o new.sgf\n  tabiya fmt --game 2 collection.sgf"
    )]
    Fmt(FmtArgs),
    /// Draw a position from a game record, a FEN or a backgammon position ID
    #[command(
        after_help = "Examples:\n  tabiya draw game.sgf --at move:42 --coords -o board.png\n  tabiya draw XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10 --theme ocean -o opening.svg\n  tabiya draw \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\" -o ending.svg"
    )]
    Draw(DrawArgs),
    /// Show a backgammon position in all three notations and as fields
    #[command(
        after_help = "Examples:\n  tabiya id XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\n  tabiya id 4HPwATDgc/ABMA:cAkAAAAAAAAA --to xgid"
    )]
    Id(IdArgs),
    /// Turn backgammon analysis into an Anki deck
    ///
    /// Reads files (.xg, .xgp) and text exports of eXtreme Gammon, and hints, exports and SGF files of GNU Backgammon. Match files (.mat) and bare
    /// position IDs are analysed with gnubg if it is installed.
    #[command(
        after_help = "Examples:\n  tabiya deck positions.txt -o positions.apkg\n  tabiya deck match.mat --player Ann --min-error 0.08 --anki\n  tabiya deck match.xg --player Ann --min-error 0.04 -o errors.apkg"
    )]
    Deck(Box<DeckArgs>),
    /// Solve chess puzzles or Go problems in the terminal
    #[command(
        after_help = "Examples:\n  tabiya drill mates.pgn --minutes 5\n  tabiya drill problems.sgf --from 12"
    )]
    Drill(crate::drill::DrillArgs),
    /// Search folders of game records: list games, find positions and duplicates
    ///
    /// Games played in the terminal are included.
    #[command(
        after_help = "Examples:\n  tabiya library add ~/games\n  tabiya library list --player ann\n  tabiya library search game.sgf --at move:30"
    )]
    Library {
        #[command(subcommand)]
        act: crate::library::LibraryCommand,
    },
    /// Play Go in the terminal, against an engine or a friend
    #[command(after_help = "Example:\n  tabiya term --boardsize 9 --color black --difficulty 3 --play")]
    Term(crate::term::TermArgs),
    /// Host Go rooms on the local network
    #[command(after_help = "Example:\n  tabiya host --name \"Club evening\"")]
    Host(HostArgs),
    /// List the hosts on the local network
    #[command(after_help = "Example:\n  tabiya lan --seconds 5 --json")]
    Lan(FindArgs),
    /// Run the bot as a GTP 2 engine, so that any Go program can play against it
    #[command(after_help = crate::gtp::HELP)]
    Gtp(crate::gtp::GtpArgs),
    /// Let two GTP engines play a match: results, Elo and the record of each game
    #[command(after_help = crate::engine_match::HELP)]
    Match(crate::engine_match::MatchArgs),
    /// Review whole games with an engine: accuracy, mistakes, and what should have been played
    ///
    /// A quick search of every position, then a longer one where a move seems to have lost something. What was searched is
    /// stored: a review that was stopped continues where it was.
    #[command(after_help = crate::review::HELP)]
    Review(crate::review::ReviewArgs),
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  tabiya completions bash > ~/.local/share/bash-completion/completions/tabiya"
    )]
    Completions {
        /// The shell it is for
        shell: Shell,
    },
    /// Print the man page, or that of a command
    #[command(after_help = "Examples:\n  tabiya man | man -l -\n  tabiya man library add | man -l -")]
    Man {
        /// The command to describe, such as: library add
        command: Vec<String>,
    },
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    /// The words of a command line, up to a pipe or redirection.
    fn split(line: &str) -> Vec<String> {
        let line = line.replace('\'', "\"");
        let command = line.split(['|', '>']).next().unwrap_or_default();
        let quoted = command.split('"').enumerate();
        quoted
            .flat_map(|(n, part)| match n % 2 {
                0 => part.split_whitespace().map(str::to_owned).collect(),
                _ => vec![part.to_owned()],
            })
            .collect()
    }

    #[test]
    fn every_option_and_command_has_a_help_text() {
        let mut all = vec![Tabiya::command()];
        let mut without = Vec::new();
        while let Some(command) = all.pop() {
            let options = command.get_arguments().filter(|option| option.get_help().is_none());
            without.extend(options.map(|option| format!("{} {}", command.get_name(), option.get_id())));
            without.extend(command.get_about().is_none().then(|| command.get_name().to_owned()));
            all.extend(command.get_subcommands().cloned());
        }
        assert_eq!(without, Vec::<String>::new());
    }

    #[test]
    fn every_example_in_the_help_parses() {
        let mut all = vec![Tabiya::command()];
        let mut tried = 0;
        while let Some(command) = all.pop() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            for line in help.lines().filter(|line| line.starts_with("  tabiya")) {
                let parsed = Tabiya::try_parse_from(split(line));
                assert!(
                    parsed.is_ok(),
                    "{line}: {}",
                    parsed.err().map(|e| e.to_string()).unwrap_or_default()
                );
                tried += 1;
            }
            all.extend(command.get_subcommands().cloned());
        }
        assert!(tried > 20, "{tried}");
    }
}
