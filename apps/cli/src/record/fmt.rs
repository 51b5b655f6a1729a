//! `tabiya fmt`: writes a record back, unchanged unless options ask for changes.

use std::path::PathBuf;

use catalogue::FileKind;
use clap::Args;
use record::backgammon::{MatchFormat, decode};
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
    let written = match input.kind() {
        FileKind::ChessRecord => chess(args, &input)?,
        FileKind::BackgammonMatch => backgammon(args, &input)?,
        _ => sgf(args, &input)?,
    };
    input::write(args.output.as_deref(), &written)
}

fn sgf(args: &FmtArgs, input: &Input) -> Result<Vec<u8>, Failure> {
    let mut file = input.sgf()?;
    if args.utf8 {
        file.to_utf8();
    }
    let rotation = if args.flip { Some(Rotation::Half) } else { args.rotate };
    if let Some(rotation) = rotation {
        file.rotate(rotation);
    }
    if let Some(number) = args.game {
        file = extract_game(input, &file, number)?;
    }
    Ok(if args.pretty { file.pretty() } else { file.write() })
}

/// Only Go has the same rules whichever way the board is turned.
fn refuse_turning(args: &FmtArgs, game: &str) -> Result<(), Failure> {
    match args.flip || args.rotate.is_some() {
        true => Err(Failure::Usage(format!("a {game} board cannot be rotated"))),
        false => Ok(()),
    }
}

fn backgammon(args: &FmtArgs, input: &Input) -> Result<Vec<u8>, Failure> {
    refuse_turning(args, "backgammon")?;
    let file = input.match_file()?;
    let kind = match file.format() {
        MatchFormat::Sgf => return sgf(args, input),
        MatchFormat::Mat => "match files (.mat): it is for SGF and PGN",
        MatchFormat::Xg => "files of eXtreme Gammon, which are never changed",
    };
    let no_option = |option: &str| Err(Failure::Usage(format!("{option} does not apply to {kind}")));
    match (args.pretty, args.game, args.utf8) {
        (true, ..) => no_option("--pretty"),
        (_, Some(_), _) => no_option("--game"),
        (.., true) if file.format() == MatchFormat::Xg => no_option("--utf8"),
        (.., true) => Ok(decode(&input.bytes).into_bytes()),
        (.., false) => Ok(file.write()),
    }
}

fn chess(args: &FmtArgs, input: &Input) -> Result<Vec<u8>, Failure> {
    refuse_turning(args, "chess")?;
    let mut file = Pgn::read(input.bytes.clone());
    if args.utf8 {
        file = file.to_utf8();
    }
    let Some(number) = args.game.map(|number| number as usize) else {
        return Ok(if args.pretty { file.pretty().into_bytes() } else { file.write() });
    };
    let text = match args.pretty {
        true => file.game(number - 1).map(|game| game.to_text()),
        false => file.text(number - 1).map(|text| text.into_owned()),
    };
    let text = text.ok_or_else(|| input.no_game(number, file.len()))?;
    Ok((text.trim_end().to_owned() + "\n").into_bytes())
}

/// One game as a file of its own.
fn extract_game(input: &Input, file: &Collection, number: u32) -> Result<Collection, Failure> {
    let games = file.games();
    let root = games.get(number as usize - 1).ok_or_else(|| input.no_game(number as usize, games.len()))?;
    let bytes = file.write_game(*root);
    sgf::read(&bytes).map_err(|cause| input.failure(cause.to_string()))
}

fn rotation(degrees: &str) -> Result<Rotation, String> {
    let rotation = degrees.parse().ok().and_then(Rotation::from_degrees);
    rotation.ok_or_else(|| "90, 180 or 270".to_owned())
}
