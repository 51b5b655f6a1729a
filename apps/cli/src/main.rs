//! The `tabiya` command: the studio without arguments, everything else by name.

mod backgammon;
mod command;
mod completions;
mod drill;
mod failure;
mod gtp;
mod lan;
mod library;
mod record;
mod studio;
mod term;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use command::{Command, Tabiya};
use failure::Failure;

fn main() -> ExitCode {
    match obey(Tabiya::parse()) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("tabiya: {failure}");
            ExitCode::from(failure.code())
        }
    }
}

fn manual(words: &[String]) -> Result<(), Failure> {
    let mut all = Tabiya::command().disable_help_subcommand(true);
    all.build();
    let mut meant = &all;
    for word in words {
        meant = meant
            .find_subcommand(word)
            .ok_or_else(|| Failure::Usage(format!("there is no command {word}")))?;
    }
    Ok(clap_mangen::Man::new(meant.clone()).render(&mut std::io::stdout())?)
}

fn obey(said: Tabiya) -> Result<ExitCode, Failure> {
    match said.command {
        None => studio::run(&said.studio)?,
        Some(Command::Show(args)) => record::show(&args)?,
        Some(Command::Check { files }) => return record::check(&files),
        Some(Command::Fmt(args)) => record::fmt(&args)?,
        Some(Command::Draw(args)) => record::draw(&args)?,
        Some(Command::Id(args)) => backgammon::id(&args)?,
        Some(Command::Deck(args)) => return backgammon::deck(&args),
        Some(Command::Drill(args)) => drill::run(&args)?,
        Some(Command::Library { act }) => library::run(&act)?,
        Some(Command::Host(args)) => lan::host(&args)?,
        Some(Command::Lan(args)) => lan::find(&args)?,
        Some(Command::Term(args)) => term::run(&args)?,
        Some(Command::Gtp(args)) => gtp::run(&args)?,
        Some(Command::Completions { shell }) => completions::print(shell)?,
        Some(Command::Man { command }) => manual(&command)?,
    }
    Ok(ExitCode::SUCCESS)
}
