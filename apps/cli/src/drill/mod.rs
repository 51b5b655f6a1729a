//! `tabiya drill`: puzzles in the terminal, with the same state machine as on the page. `app` turns keys into inputs of
//! the session and shows its outputs.

mod app;
mod chess;
mod draw;
mod go;
mod host;
mod plain;
mod terminal_board;
#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ::drill::{Puzzle, Session, SessionSettings};
use clap::{Args, ValueEnum};
use record::go::GoFile;
use record::pgn::Pgn;

use crate::failure::Failure;
use crate::output;
use crate::record::Input;
use app::App;
use terminal_board::TerminalBoard;

#[derive(Args)]
pub struct DrillArgs {
    /// Chess puzzles in PGN or Go problems in SGF; - reads standard input
    file: PathBuf,
    /// Session length in minutes
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    minutes: u64,
    /// Start with this puzzle, counting from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    from: u32,
    /// Use lines of text instead of a full screen, for screen readers and pipes
    #[arg(long)]
    plain: bool,
    #[arg(long, value_enum, default_value_t = Language::English)]
    language: Language,
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
        train(args, &input, ::drill::chess::puzzles(&Pgn::read(input.bytes.clone())))
    } else {
        train(args, &input, ::drill::go::puzzles(&GoFile(input.sgf()?)))
    }
}

fn train<B: TerminalBoard>(
    args: &DrillArgs,
    input: &Input,
    puzzles: Vec<(usize, Puzzle<B>)>,
) -> Result<(), Failure> {
    let from = args.from as usize - 1;
    let wanted = puzzles.into_iter().filter(|(number, _)| *number >= from);
    let puzzles: Vec<_> = wanted.map(|(number, puzzle)| (number, Arc::new(puzzle))).collect();
    if puzzles.is_empty() {
        return Err(input.failure("it contains no puzzles: a puzzle has moves to find".to_owned()));
    }
    let length = Duration::from_secs(args.minutes * 60);
    let session = Session::new(puzzles, SessionSettings { length, ..SessionSettings::default() });
    let is_plain = args.plain || !io::stdin().is_terminal() || !output::is_terminal();
    let app = App::new(session, args.language.into());
    if is_plain { plain::run(app) } else { host::run(app) }.map_err(Failure::from)
}
