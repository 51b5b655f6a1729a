//! `tabiya check`: everything odd about files, with its place.

use std::process::ExitCode;

use record::pgn::Pgn;

use super::input::Input;
use super::{FileArg, backgammon, chess};
use crate::failure::Failure;

/// Warnings are no failure of the program; scripts tell them by this code.
const WARNED: u8 = 3;

pub fn check(files: &[FileArg]) -> Result<ExitCode, Failure> {
    let mut warned = false;
    let mut failed = false;
    for file in files {
        match warnings_of(file) {
            Ok(warnings) => {
                warned |= !warnings.is_empty();
                warnings.iter().for_each(|warning| println!("{warning}"));
            }
            // One file that cannot be read does not keep the others from being checked.
            Err(failure) => {
                failed = true;
                eprintln!("tabiya: {failure}");
            }
        }
    }
    Ok(match (failed, warned) {
        (true, _) => ExitCode::FAILURE,
        (false, true) => ExitCode::from(WARNED),
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
