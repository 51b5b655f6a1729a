//! Game records on the command line: show, check, fmt, draw.

mod backgammon;
mod check;
mod chess;
mod draw;
mod fmt;
mod input;
mod json;
mod picture;
mod position_query;
mod show;
#[cfg(test)]
mod work_tests;

use std::ops::Range;
use std::path::PathBuf;

use clap::Args;
use record::GameRecord;
use record::go::GoRecord;
use record::sgf::GameKind;
use record::{Path, PathError};

pub use check::{EXIT_WITH_WARNINGS, check};
pub use draw::{DrawArgs, draw};
pub use fmt::{FmtArgs, fmt};
pub use show::{ShowArgs, show};

use crate::failure::Failure;
pub use input::{Input, write};

/// Which node of which game.
#[derive(Args)]
pub struct NodeArgs {
    /// The node: child numbers from the root (0.0.1), or a number of moves along the main line (move:42)
    #[arg(long, value_name = "PATH")]
    at: Option<Path>,
    /// The game, from 1, in a file that has several
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
}

impl NodeArgs {
    /// The number of the game from 0, in a file that has this many: the first unless one was asked for.
    fn game_of(&self, input: &Input, games: usize) -> Result<usize, Failure> {
        let number = self.game.unwrap_or(1) as usize;
        (number <= games).then(|| number - 1).ok_or_else(|| input.no_game(number, games))
    }

    /// The numbers of the games from 0: all unless one was asked for.
    fn games_of(&self, input: &Input, games: usize) -> Result<Range<usize>, Failure> {
        match self.game {
            None => Ok(0..games),
            Some(_) => self.game_of(input, games).map(|number| number..number + 1),
        }
    }

    /// The record with its cursor there.
    fn find(&self, input: &Input) -> Result<GoRecord, Failure> {
        let file = input.sgf()?;
        let number = self.game_of(input, file.games().len())?;
        let mut record = GoRecord::open(file, number);
        if record.file().kind(record.root()) != GameKind::Go {
            return Err(input.failure("this is not a Go game: it has no board to show".to_owned()));
        }
        if let Some(path) = &self.at {
            follow(&mut record, path).map_err(|error| input.failure(error.to_string()))?;
        }
        Ok(record)
    }
}

fn follow(record: &mut GoRecord, path: &Path) -> Result<(), PathError> {
    let is_move = |node| record.node(node).has_move();
    let node = record.tree().follow(record.root(), path, is_move)?;
    record.go_to(node);
    Ok(())
}

/// A file, or `-` for standard input.
type FileArg = PathBuf;
