//! `tabiya fmt`: writes a record back, unchanged unless options ask for changes.

use std::path::PathBuf;

use clap::Args;
use record::pgn::Pgn;
use record::sgf::{self, Collection, Rotation};

use super::FileArg;
use super::input::{self, Input};
use crate::failure::Failure;

#[derive(Args)]
pub struct FmtArgs {
    /// Game record; - reads standard input
    file: FileArg,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Format for reading: SGF with indented branches, PGN in export format
    #[arg(long)]
    pretty: bool,
    /// Rotate by 180 degrees, as the other player saw it
    #[arg(long, conflicts_with = "rotate")]
    flip: bool,
    /// Rotate clockwise by this many degrees
    #[arg(long, value_name = "DEGREES", value_parser = rotation)]
    rotate: Option<Rotation>,
    /// Convert to UTF-8 and set CA accordingly
    #[arg(long)]
    utf8: bool,
    /// Write only this game, counting from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
}

pub fn fmt(args: &FmtArgs) -> Result<(), Failure> {
    let input = Input::read(&args.file)?;
    if input.is_pgn() {
        return input::write(args.output.as_deref(), &chess(args, &input)?);
    }
    let mut file = input.sgf()?;
    if args.utf8 {
        file.to_utf8();
    }
    let rotation = if args.flip { Some(Rotation::Half) } else { args.rotate };
    if let Some(rotation) = rotation {
        file.rotate(rotation);
    }
    if let Some(number) = args.game {
        file = extract_game(&input, &file, number)?;
    }
    let written = if args.pretty { file.pretty() } else { file.write() };
    input::write(args.output.as_deref(), &written)
}

/// A chess file, whose board cannot be rotated.
fn chess(args: &FmtArgs, input: &Input) -> Result<Vec<u8>, Failure> {
    if args.flip || args.rotate.is_some() {
        return Err(Failure::Usage("a chess board cannot be rotated".to_owned()));
    }
    let mut file = Pgn::read(input.bytes.clone());
    if args.utf8 {
        file = file.to_utf8();
    }
    let games = match args.game {
        None if !args.pretty => return Ok(file.write()),
        None => 0..file.len(),
        Some(number) => number as usize - 1..number as usize,
    };
    let mut texts = Vec::new();
    for n in games {
        let none = || input.failure(format!("there is no game {}: the file has {}", n + 1, file.len()));
        let game = file.game(n).ok_or_else(none)?;
        texts.push(if args.pretty { game.to_text() } else { file.text(n).unwrap_or_default().into_owned() });
    }
    Ok((texts.join("\n\n").trim_end().to_owned() + "\n").into_bytes())
}

/// One game as a file of its own.
fn extract_game(input: &Input, file: &Collection, number: u32) -> Result<Collection, Failure> {
    let games = file.games();
    let none = || input.failure(format!("there is no game {number}: the file has {}", games.len()));
    let root = games.get(number as usize - 1).ok_or_else(none)?;
    let bytes = file.write_game(*root);
    sgf::read(&bytes).map_err(|cause| input.failure(cause.to_string()))
}

fn rotation(degrees: &str) -> Result<Rotation, String> {
    let rotation = degrees.parse().ok().and_then(Rotation::from_degrees);
    rotation.ok_or_else(|| "90, 180 or 270".to_owned())
}
