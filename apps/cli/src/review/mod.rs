//! `tabiya review`: whole games through an engine.

mod args;
mod backgammon;
mod chess;
mod go;
mod go_engine;
mod players;
mod progress;
mod report;
mod store;

use std::process::ExitCode;

use catalogue::FileKind;

pub use args::{HELP, ReviewArgs};
pub use go::by_bot;
pub use progress::remaining;
pub use report::{GameReview, WorstMove};
pub use store::open as open_store;

use crate::failure::Failure;
use crate::output;
use crate::record::{Input, write};

/// What was reviewed, and why it ended early if it did.
struct Reviewed {
    games: Vec<GameReview>,
    warnings: Vec<String>,
    interrupted: Option<String>,
    /// The file with the evaluations in it.
    file: Vec<u8>,
}

pub fn run(args: &ReviewArgs) -> Result<ExitCode, Failure> {
    let input = Input::read(&args.file)?;
    if input.kind() == FileKind::BackgammonMatch {
        return backgammon::review(args, &input).map(|()| ExitCode::SUCCESS);
    }
    let reviewed = match input.kind() {
        FileKind::ChessRecord => chess::review(args, &input)?,
        FileKind::GoRecord => go::review(args, &input)?,
        other => {
            let what =
                format!("this is {other}: games of chess and Go and backgammon matches can be reviewed");
            return Err(input.failure(what));
        }
    };
    for warning in &reviewed.warnings {
        output::report(format!("{}: warning: {warning}", i18n::visible_line(&input.name)));
    }
    if let Some(path) = &args.output {
        write(Some(path), &reviewed.file)?;
    }
    let is_stdout_taken = args.output.as_deref().is_some_and(|path| path == std::path::Path::new("-"));
    match (args.json, is_stdout_taken) {
        (_, true) => {}
        (true, false) => output::print_json(&report::document(&input.name, &reviewed.games))?,
        (false, false) => output::print(&report::text(&input.name, &reviewed.games))?,
    }
    match reviewed.interrupted {
        None => Ok(ExitCode::SUCCESS),
        Some(why) => Err(Failure::Message(format!(
            "{}: {why}. What was searched is stored: the same command continues",
            i18n::visible_line(&input.name)
        ))),
    }
}
