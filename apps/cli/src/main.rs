//! The `tabiya` binary: the studio without a command, everything else as a subcommand.

#[cfg(test)]
mod allocations;
mod backgammon;
mod browser;
mod command;
mod completions;
mod count;
mod drill;
mod engine_match;
mod failure;
mod gtp;
mod interrupt;
mod lan;
mod library;
mod output;
mod record;
mod review;
mod studio;
mod term;
mod user_folders;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use command::{Command, Tabiya};
use failure::Failure;

fn main() -> ExitCode {
    let args = match Tabiya::try_parse() {
        Ok(args) => args,
        Err(error) => return refuse(&error),
    };
    match run(args) {
        Ok(code) => code,
        Err(Failure::Io(error)) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(failure) => {
            output::report(&failure);
            ExitCode::from(failure.code())
        }
    }
}

/// Prints what is wrong with the arguments, or the help that was asked for. Names of files may be among the arguments, so
/// an error is shown without clap's colours, and like every other error begins with the program's name.
fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        error.exit();
    }
    let text = error.render().to_string();
    match text.strip_prefix("error: ") {
        Some(what) => output::report(what.trim_end()),
        None => output::report_text(&text),
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

fn print_man_page(path: &[String]) -> Result<(), Failure> {
    let mut all = Tabiya::command().disable_help_subcommand(true);
    all.build();
    let mut command = &all;
    for name in path {
        command = command
            .find_subcommand(name)
            .ok_or_else(|| Failure::Usage(format!("there is no command {name}")))?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    Ok(output::print_bytes(&page)?)
}

fn run(args: Tabiya) -> Result<ExitCode, Failure> {
    match args.command {
        None => studio::run(&args.studio)?,
        Some(Command::Show(args)) => record::show(&args)?,
        Some(Command::Check { journal: Some(path), json, .. }) => {
            return lan::check_journal(path.as_deref(), json);
        }
        Some(Command::Check { files, .. }) => return record::check(&files),
        Some(Command::Fmt(args)) => record::fmt(&args)?,
        Some(Command::Draw(args)) => record::draw(&args)?,
        Some(Command::Id(args)) => return backgammon::id(&args),
        Some(Command::Deck(args)) => return backgammon::deck(&args),
        Some(Command::Drill(args)) => drill::run(&args)?,
        Some(Command::Library { act }) => library::run(&act)?,
        Some(Command::Host(args)) => lan::host(&args)?,
        Some(Command::Lan(args)) => lan::find(&args)?,
        Some(Command::Term(args)) => term::run(&args)?,
        Some(Command::Gtp(args)) => gtp::run(&args)?,
        Some(Command::Match(args)) => engine_match::run(&args)?,
        Some(Command::Review(args)) => return review::run(&args),
        Some(Command::Completions { shell }) => completions::print(shell)?,
        Some(Command::Man { command }) => print_man_page(&command)?,
    }
    Ok(ExitCode::SUCCESS)
}
