//! `tabiya check`: prints the warnings about files, with line and column.

use std::process::ExitCode;

use i18n::visible_line;
use record::pgn::Pgn;

use super::input::Input;
use super::{FileArg, backgammon, chess};
use crate::failure::Failure;
use crate::output;

/// The exit code if there were warnings, which are not a failure of the program.
pub const EXIT_WITH_WARNINGS: u8 = 3;

pub fn check(files: &[FileArg]) -> Result<ExitCode, Failure> {
    let mut warned = false;
    let mut failed = false;
    for file in files {
        match warnings_of(file) {
            Ok(warnings) => {
                warned |= !warnings.is_empty();
                output::print(&warnings.concat())?;
            }
            // The other files are still checked.
            Err(failure) => {
                failed = true;
                output::report(failure);
            }
        }
    }
    Ok(match (failed, warned) {
        (true, _) => ExitCode::FAILURE,
        (false, true) => ExitCode::from(EXIT_WITH_WARNINGS),
        (false, false) => ExitCode::SUCCESS,
    })
}

/// One line for each.
fn warnings_of(file: &FileArg) -> Result<Vec<String>, Failure> {
    let input = Input::read(file)?;
    let name = visible_line(&input.name);
    if input.is_match() {
        let found = backgammon::findings(&input.match_file()?);
        return Ok(found.iter().map(|finding| format!("{name}:{finding}\n")).collect());
    }
    if input.is_pgn() {
        let file = Pgn::read(input.bytes.clone());
        return Ok(chess::findings(&file).map(|finding| format!("{name}:{finding}\n")).collect());
    }
    let warnings = record::go::check(&input.sgf()?);
    Ok(warnings.iter().map(|warning| format!("{name}:{warning}\n")).collect())
}
