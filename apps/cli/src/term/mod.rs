//! Go in the terminal. `app` is the state machine, `draw` draws it, `event_loop` feeds it and `effect_runner` runs its
//! effects; `plain` is the mode without a screen.

mod analysis;
mod app;
mod archive;
mod args;
mod bot;
mod config;
mod draw;
mod effect_runner;
mod event_loop;
mod game_writer;
#[cfg(test)]
mod going_on_tests;
mod history_reader;
#[cfg(test)]
mod key_tests;
mod keys;
mod own_keys;
mod plain;
#[cfg(test)]
mod record_tests;
mod review;
#[cfg(test)]
mod review_tests;
mod screen;
mod stoppable;
mod studio;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod text_field;
mod theme;

use std::fs;
use std::io::{self, ErrorKind, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::mpsc;

pub use args::TermArgs;
use server::engine;

use app::{App, Environment};
use archive::Folders;
use config::Config;
use effect_runner::EffectRunner;

use crate::failure::Failure;
use crate::output;
use crate::user_folders;

/// The folder of games played in the terminal.
pub fn history_folder() -> Option<PathBuf> {
    Folders::of_this_user().map(|folders| folders.history)
}

pub fn run(args: &TermArgs) -> Result<(), Failure> {
    let options = args.start_options();
    options.file.as_deref().map_or(Ok(()), check)?;
    let no_home = || io::Error::new(ErrorKind::NotFound, "there is no home folder to store games in");
    let folders = Folders::of_this_user().ok_or_else(no_home)?;
    user_folders::make_private();
    // Reading a folder of thousands of games takes longer than everything else before the first picture.
    let history = folders.history.clone();
    std::thread::spawn(move || server::remove_part_files(&history));
    let (mut config, problem) = match Config::load(&folders.config) {
        Ok(config) => (config, None),
        Err(error) => (Config::default(), Some(error.to_string())),
    };
    args.override_settings(&mut config);
    let environment = Environment {
        config,
        config_problem: problem,
        default_theme: config::detect_theme(|name| std::env::var(name).ok()),
        gnu_go: engine::gnu_go().is_some(),
        clock: jiff::Zoned::now,
        seed: jiff::Timestamp::now().as_nanosecond() as u64,
    };
    let (sender, events) = mpsc::channel();
    let effect_runner = EffectRunner::new(folders, sender.clone());
    let app = App::new(environment, options);
    let is_dumb = std::env::var("TERM").is_ok_and(|name| name == "dumb");
    match args.plain || is_dumb || !io::stdin().is_terminal() || !output::is_terminal() {
        true => plain::run(app, effect_runner, &events, &sender)?,
        false => event_loop::run(app, effect_runner, &events, &sender)?,
    }
    Ok(())
}

/// Reports a file that cannot be opened before the screen is taken over.
fn check(path: &Path) -> Result<(), Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::File { path: path.to_owned(), error })?;
    let failed = |what| Failure::Record { name: path.display().to_string(), what };
    screen::history::read_game(&bytes).map(drop).map_err(failed)
}
