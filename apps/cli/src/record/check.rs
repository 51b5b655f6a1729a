//! `tabiya check`: prints the warnings about files, with line and column.

use std::process::ExitCode;

use record::pgn::Pgn;

use super::input::Input;
use super::{FileArg, backgammon, chess};
use crate::failure::Failure;

/// The exit code if there were warnings, which are not a failure of the program.
pub const EXIT_WITH_WARNINGS: u8 = 3;

pub fn check(files: &[FileArg]) -> Result<ExitCode, Failure> {
    let mut warned = false;
    let mut failed = false;
    for file in files {
        match warnings_of(file) {
            Ok(warnings) => {
                warned |= !warnings.is_empty();
                warnings.iter().for_each(|warning| println!("{warning}"));
            }
            // The other files are still checked.
            Err(failure) => {
                failed = true;
                eprintln!("tabiya: {failure}");
            }
        }
    }
    Ok(match (failed, warned) {
        (true, _) => ExitCode::FAILURE,
        (false, true) => ExitCode::from(EXIT_WITH_WARNINGS),
        (false, false) => ExitCode::SUCCESS,
    })
}

fn warnings_of(file: &FileArg) -> Result<Vec<String>, Failure> {
    let input = Input::read(file)?;
    if input.is_match() {
        let found = backgammon::findings(&input.match_file()?);
        return Ok(found.iter().map(|finding| format!("{}:{finding}", input.name)).collect());
    }
    if input.is_pgn() {
        let file = Pgn::read(input.bytes.clone());
        return Ok(chess::findings(&file).map(|finding| format!("{}:{finding}", input.name)).collect());
    }
    let warnings = record::go::check(&input.sgf()?);
    Ok(warnings.iter().map(|warning| format!("{}:{warning}", input.name)).collect())
}
