//! `tabiya drill`: puzzles in the terminal, with the same state machine as on the page. `app` turns keys into inputs of
//! the session and shows its outputs.

mod app;
mod chess;
mod draw;
mod go;
mod history;
mod host;
mod line_texts;
mod plain;
mod terminal_board;
#[cfg(test)]
mod tests;
mod words;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ::drill::{FoundPuzzles, Puzzle, PuzzleIds, Selection, Session, SessionSettings};
use clap::{Args, ValueEnum};
use record::go::GoFile;
use record::pgn::Pgn;

use crate::failure::Failure;
use crate::output;
use crate::record::Input;
use app::App;
use history::{PuzzleFile, TrainedSet, today};
use terminal_board::TerminalBoard;

#[derive(Args)]
pub struct DrillArgs {
    /// Chess puzzles in PGN or Go problems in SGF; - reads standard input
    file: PathBuf,
    /// Session length in minutes
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    minutes: u64,
    /// Start with this puzzle, counting from 1, and go on in the order of the file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    from: Option<u32>,
    /// Ask only these puzzles; without it, puzzles that were never solved come first
    #[arg(long, value_enum, conflicts_with_all = ["from", "no_history"])]
    only: Option<Only>,
    /// Leave the training history as it is: don't read it, and store nothing
    #[arg(long)]
    no_history: bool,
    /// Use lines of text instead of a full screen, for screen readers and pipes
    #[arg(long)]
    plain: bool,
    /// Language of the drill's texts
    #[arg(long, value_enum, default_value_t = Language::English)]
    language: Language,
}

#[derive(Clone, Copy, ValueEnum)]
enum Only {
    /// Those whose last attempt was wrong
    Failed,
    /// Those due for repetition today
    Due,
}

#[derive(Clone, Copy, ValueEnum)]
enum Language {
    English,
    Vietnamese,
    Chinese,
}

impl From<Language> for i18n::Language {
    fn from(language: Language) -> i18n::Language {
        match language {
            Language::English => i18n::Language::En,
            Language::Vietnamese => i18n::Language::Vi,
            Language::Chinese => i18n::Language::Zh,
        }
    }
}

pub fn run(args: &DrillArgs) -> Result<(), Failure> {
    let input = Input::read(&args.file)?;
    if input.is_pgn() {
        train(args, &input, ::drill::chess::find_puzzles(&Pgn::read(input.bytes.clone()), usize::MAX))
    } else {
        train(args, &input, ::drill::go::find_puzzles(&GoFile(input.sgf()?)))
    }
}

fn train<B: TerminalBoard>(args: &DrillArgs, input: &Input, found: FoundPuzzles<B>) -> Result<(), Failure> {
    let left_out = words::left_out(&found.without_solution, found.puzzles.len());
    let puzzles = found.puzzles;
    if puzzles.is_empty() {
        return Err(input.failure("it contains no puzzles: a puzzle has moves to find".to_owned()));
    }
    let selection = match args.only {
        Some(Only::Failed) => Selection::Failed,
        Some(Only::Due) => Selection::Due,
        None => Selection::All,
    };
    let set = if args.no_history { None } else { open_set(args, input, &puzzles, selection)? };
    let numbers = match (args.from, &set) {
        (Some(from), _) => from_number(from, &puzzles),
        (None, Some(set)) => set.progress.puzzles(selection, today()),
        (None, None) => (0..puzzles.len()).collect(),
    };
    if numbers.is_empty() {
        return Err(input.failure(nothing_to_ask(args).to_owned()));
    }
    let session = session(args, puzzles, &numbers);
    let is_plain = args.plain || !io::stdin().is_terminal() || !output::is_terminal();
    let app = App::new(session, args.language.into(), set).with_left_out(left_out);
    let set = if is_plain { plain::run(app) } else { host::run(app) }?;
    set.and_then(TrainedSet::problem).map_or(Ok(()), Err)
}

fn open_set<B: TerminalBoard>(
    args: &DrillArgs,
    input: &Input,
    puzzles: &[(usize, Puzzle<B>)],
    selection: Selection,
) -> Result<Option<TrainedSet>, Failure> {
    let ids = PuzzleIds::of(puzzles.iter().map(|(_, puzzle)| puzzle));
    let file = PuzzleFile { path: &args.file, bytes: &input.bytes, puzzles: &ids };
    match TrainedSet::open(&file, selection) {
        // Without a history there are no failed and no due puzzles; all can be asked without one.
        Err(failure) if args.only.is_none() => {
            output::report(format!("{failure}\nThe answers of this session are not stored."));
            Ok(None)
        }
        opened => opened,
    }
}

/// The puzzles from this game of the file on.
fn from_number<B: TerminalBoard>(from: u32, puzzles: &[(usize, Puzzle<B>)]) -> Vec<usize> {
    let is_wanted = |at: &usize| puzzles.get(*at).is_some_and(|(game, _)| *game + 1 >= from as usize);
    (0..puzzles.len()).filter(is_wanted).collect()
}

fn nothing_to_ask(args: &DrillArgs) -> &'static str {
    match args.only {
        Some(Only::Failed) => "no puzzle of this set was failed in its last attempt",
        Some(Only::Due) => "no puzzle of this set is due for repetition today",
        None => "there is no puzzle from this number on",
    }
}

/// Puzzles are identified by their index in the set, as in the history.
fn session<B: TerminalBoard>(
    args: &DrillArgs,
    puzzles: Vec<(usize, Puzzle<B>)>,
    numbers: &[usize],
) -> Session<B> {
    let all: Vec<Arc<Puzzle<B>>> = puzzles.into_iter().map(|(_, puzzle)| Arc::new(puzzle)).collect();
    let wanted = numbers.iter().filter_map(|at| Some((*at, all.get(*at)?.clone()))).collect();
    let length = Duration::from_secs(args.minutes * 60);
    Session::new(wanted, SessionSettings { length, ..SessionSettings::default() })
}
