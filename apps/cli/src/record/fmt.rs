//! `tabiya fmt`: a record written back, untouched unless told otherwise.

use std::path::PathBuf;

use clap::Args;
use record::sgf::{self, Collection, Turn};

use super::FileArg;
use super::input::{self, Input};
use crate::failure::Failure;

#[derive(Args)]
pub struct FmtArgs {
    /// The record; - reads standard input
    file: FileArg,
    /// Where it goes instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Set out for reading, with branches indented
    #[arg(long)]
    pretty: bool,
    /// Turned by 180 degrees, as the other player saw it
    #[arg(long, conflicts_with = "rotate")]
    flip: bool,
    /// Turned clockwise by so many degrees
    #[arg(long, value_name = "DEGREES", value_parser = turn)]
    rotate: Option<Turn>,
    /// In UTF-8, with CA saying so
    #[arg(long)]
    utf8: bool,
    /// Only this game, from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
}

pub fn fmt(args: &FmtArgs) -> Result<(), Failure> {
    let input = Input::read(&args.file)?;
    let mut file = input.sgf()?;
    if args.utf8 {
        file.to_utf8();
    }
    let turn = if args.flip { Some(Turn::Half) } else { args.rotate };
    if let Some(turn) = turn {
        file.turn(turn);
    }
    if let Some(number) = args.game {
        file = only(&input, &file, number)?;
    }
    let written = if args.pretty { file.pretty() } else { file.write() };
    input::write(args.output.as_deref(), &written)
}

/// That game as a file of its own.
fn only(input: &Input, file: &Collection, number: u32) -> Result<Collection, Failure> {
    let games = file.games();
    let none = || input.failure(format!("there is no game {number}: the file has {}", games.len()));
    let root = games.get(number as usize - 1).ok_or_else(none)?;
    let bytes = file.write_game(*root);
    sgf::read(&bytes).map_err(|cause| input.failure(cause.to_string()))
}

fn turn(degrees: &str) -> Result<Turn, String> {
    let turn = degrees.parse().ok().and_then(Turn::from_degrees);
    turn.ok_or_else(|| "90, 180 or 270".to_owned())
}
