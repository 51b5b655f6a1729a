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
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,
}

impl NodeArgs {
    /// The record with its cursor there.
    fn find(&self, input: &Input) -> Result<GoRecord, Failure> {
        let file = input.sgf()?;
        let games = file.games().len();
        if self.game as usize > games {
            return Err(input.no_game(self.game as usize, games));
        }
        let mut record = GoRecord::open(file, self.game as usize - 1);
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
