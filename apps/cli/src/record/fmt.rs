//! `tabiya fmt`: a record written back, untouched unless told otherwise.

use std::path::PathBuf;

use clap::Args;

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
    let written = match args.game {
        None => file.write(),
        Some(number) => {
            let root = file.games().get(number as usize - 1).copied();
            let games = file.games().len();
            let root = root
                .ok_or_else(|| input.failure(format!("there is no game {number}: the file has {games}")))?;
            file.write_game(root)
        }
    };
    input::write(args.output.as_deref(), &written)
}
