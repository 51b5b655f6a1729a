//! `tabiya drill`: puzzles in the terminal, by the same machine as on the page. `app` decides nothing: it turns keys into
//! inputs of the session and what comes out into something to show.

mod app;
mod chess;
mod draw;
mod face;
mod go;
mod host;
mod plain;
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
use crate::record::Input;
use app::App;
use face::Face;

#[derive(Args)]
pub struct DrillArgs {
    /// Chess puzzles in PGN or Go problems in SGF; - reads standard input
    file: PathBuf,
    /// How long the session is
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    minutes: u64,
    /// Begin with this puzzle, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    from: u32,
    /// Lines of text instead of a screen, for screen readers and pipes
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

impl From<Language> for words::Language {
    fn from(language: Language) -> words::Language {
        match language {
            Language::English => words::Language::En,
            Language::Vietnamese => words::Language::Vi,
            Language::Chinese => words::Language::Zh,
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

fn train<B: Face>(args: &DrillArgs, input: &Input, puzzles: Vec<(usize, Puzzle<B>)>) -> Result<(), Failure> {
    let from = args.from as usize - 1;
    let wanted = puzzles.into_iter().filter(|(number, _)| *number >= from);
    let puzzles: Vec<_> = wanted.map(|(number, puzzle)| (number, Arc::new(puzzle))).collect();
    if puzzles.is_empty() {
        return Err(input.failure("there is no puzzle in it: a puzzle has moves to find".to_owned()));
    }
    let length = Duration::from_secs(args.minutes * 60);
    let session = Session::new(puzzles, SessionSettings { length, ..SessionSettings::default() });
    let is_plain = args.plain || !io::stdin().is_terminal() || !io::stdout().is_terminal();
    let app = App::new(session, args.language.into());
    if is_plain { plain::run(app) } else { host::run(app) }.map_err(Failure::from)
}
