//! `tabiya match`: two GTP engines play a number of games. The rules of the match are in `play::engine_match`; here are
//! the processes, the clock, the files and the table.

mod host;
mod report;

use std::fs;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use play::clock::TimeControl;
use play::engine_match::Tally;
use rules::go::{Outcome, Points, Rules, Size};
use server::engine::CommandLine;

use crate::failure::Failure;
use crate::output;
use host::{Match, MatchSettings, PlayedGame};

pub const HELP: &str = "\
Examples:
  tabiya match 'gnugo --mode gtp --level 1' 'tabiya gtp --level easy' --games 20 --size 9
  tabiya match bot:medium gnugo:10 --games 100 --size 13 -o games --json
  tabiya match bot 'katago gtp -model net.bin' --time 5+3x10

An engine is a command line that speaks GTP 2; bot and gnugo stand for the built-in bot and GNU Go, with a level after a
colon. Colours alternate. Elo is the difference of the first engine to the second.";

#[derive(Args)]
pub struct MatchArgs {
    /// The first engine: a command line, or bot or gnugo, with a level after a colon
    #[arg(value_name = "ENGINE")]
    first: String,
    /// The second engine
    #[arg(value_name = "ENGINE")]
    second: String,
    /// Number of games
    #[arg(long, short, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Board size
    #[arg(long, value_name = "N", default_value = "9", value_parser = clap::value_parser!(u8).range(2..=52))]
    size: u8,
    /// Komi; without it the usual one
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true, value_parser = komi)]
    komi: Option<String>,
    /// Rules
    #[arg(long, value_enum, default_value = "chinese")]
    rules: RulesName,
    /// Time limit: minutes, with byo-yomi (10+3x30) or more seconds for each move (5+8)
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<TimeControl>,
    /// The folder of the games; without it a new one in the current folder
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Print one JSON document at the end
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum RulesName {
    Chinese,
    Japanese,
    Aga,
    Nz,
}

impl RulesName {
    fn rules(self) -> Rules {
        match self {
            RulesName::Chinese => Rules::CHINESE,
            RulesName::Japanese => Rules::JAPANESE,
            RulesName::Aga => Rules::AGA,
            RulesName::Nz => Rules::NEW_ZEALAND,
        }
    }

    fn usual_komi(self) -> &'static str {
        match self {
            RulesName::Japanese => "6.5",
            RulesName::Chinese | RulesName::Aga => "7.5",
            RulesName::Nz => "7",
        }
    }
}

fn komi(text: &str) -> Result<String, String> {
    match Points::parse(text) {
        Some(_) if !text.contains(',') => Ok(text.to_owned()),
        _ => Err("komi is a number such as 6.5".to_owned()),
    }
}

fn time(text: &str) -> Result<TimeControl, String> {
    TimeControl::parse(text).ok_or_else(|| {
        "write a time as 20 (minutes), 10+3x30 (byo-yomi) or 5+8 (more for each move)".to_owned()
    })
}

pub fn run(args: &MatchArgs) -> Result<(), Failure> {
    let rules = args.rules.rules();
    let engines = [command(&args.first, rules)?, command(&args.second, rules)?];
    let size = Size::square(args.size.into()).map_err(|error| Failure::Usage(error.to_string()))?;
    let komi = args.komi.clone().unwrap_or_else(|| args.rules.usual_komi().to_owned());
    let folder = args.output.clone().unwrap_or_else(new_folder);
    fs::create_dir_all(&folder).map_err(|error| Failure::File { path: folder.clone(), error })?;
    let settings = MatchSettings { size, komi, rules, time: args.time };
    let mut engine_match = Match::start([&args.first, &args.second], engines, settings);
    let mut tally = Tally::default();
    let mut played: Vec<PlayedGame> = Vec::new();
    for number in 0..args.games {
        let game = engine_match.play((number % 2) as usize);
        count(&mut tally, &game);
        let path = folder.join(format!("{:04}.sgf", number + 1));
        server::replace_file(&path, &game.sgf).map_err(|error| Failure::File { path, error })?;
        if !args.json {
            output::print(&report::line(number + 1, &game, tally))?;
        }
        played.push(game);
    }
    let names = engine_match.end();
    match args.json {
        true => Ok(output::print_json(&report::json(&names, &played, tally, &folder))?),
        false => Ok(output::print(&report::table(&names, &played, tally, &folder))?),
    }
}

/// For the first engine.
fn count(tally: &mut Tally, game: &PlayedGame) {
    match game.outcome.winner() {
        Some(winner) if game.engine_of(winner) == 0 => tally.won += 1,
        Some(_) => tally.lost += 1,
        None => tally.drawn += u32::from(matches!(game.outcome, Outcome::Draw)),
    }
}

/// `bot:hard`, `gnugo:5`, or a command line. `tabiya` is this program.
fn command(text: &str, rules: Rules) -> Result<CommandLine, Failure> {
    let (name, level) = text.split_once(':').unwrap_or((text, ""));
    let this = || std::env::current_exe().map_err(Failure::Io);
    match name {
        "bot" => {
            let level =
                if level.is_empty() { Vec::new() } else { vec!["--level".to_owned(), level.to_owned()] };
            Ok(CommandLine::new(this()?, ["gtp".to_owned()].into_iter().chain(level)))
        }
        "gnugo" => {
            let level = match level {
                "" => 10,
                level => level.parse().map_err(|_| Failure::Usage(format!("gnugo has no level {level}")))?,
            };
            let area = rules.scoring == rules::go::Scoring::Area;
            let rules = if area { "--chinese-rules" } else { "--japanese-rules" };
            let gnu_go = CommandLine::gnu_go(level).map(|command| command.with_arg(rules));
            gnu_go.ok_or_else(|| Failure::Message("GNU Go is not installed: apt install gnugo".to_owned()))
        }
        _ => match text.strip_prefix("tabiya ") {
            Some(args) => {
                let args = shlex::split(args).ok_or_else(|| Failure::Usage(no_command(text)))?;
                Ok(CommandLine::new(this()?, args))
            }
            None => CommandLine::parse(text).ok_or_else(|| Failure::Usage(no_command(text))),
        },
    }
}

fn no_command(text: &str) -> String {
    format!("“{text}” is not a command: is a quotation mark missing?")
}

fn new_folder() -> PathBuf {
    PathBuf::from(format!("match-{}", jiff::Zoned::now().strftime("%Y-%m-%d_%H%M%S")))
}
