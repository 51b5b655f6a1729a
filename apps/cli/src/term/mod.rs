//! Go in the terminal: `app` decides, `draw` shows, `host` runs the two between a terminal and the world.

mod app;
mod archive;
mod args;
mod bot;
mod config;
mod draw;
mod field;
mod host;
mod keys;
mod librarian;
mod outside;
mod plain;
mod recorder;
mod screen;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod theme;

use std::fs;
use std::io::{self, ErrorKind, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::mpsc;

pub use args::TermArgs;
use server::engine;

use app::{App, Surroundings};
use archive::Folders;
use config::Config;
use outside::Outside;

use crate::failure::Failure;

/// Where the games played in the terminal are.
pub fn history_folder() -> Option<PathBuf> {
    Folders::of_this_user().map(|folders| folders.history)
}

pub fn run(args: &TermArgs) -> Result<(), Failure> {
    let wanted = args.wanted();
    wanted.file.as_deref().map_or(Ok(()), check)?;
    let no_home = || io::Error::new(ErrorKind::NotFound, "there is no home folder to keep games in");
    let folders = Folders::of_this_user().ok_or_else(no_home)?;
    let (mut config, problem) = match Config::load(&folders.config) {
        Ok(config) => (config, None),
        Err(error) => (Config::default(), Some(error.to_string())),
    };
    args.change(&mut config.game);
    let around = Surroundings {
        config,
        config_problem: problem,
        suits: config::suiting_theme(|name| std::env::var(name).ok()),
        gnu_go: engine::gnu_go().is_some(),
        clock: jiff::Zoned::now,
        seed: jiff::Timestamp::now().as_nanosecond() as u64,
    };
    let (tell, told) = mpsc::channel();
    let outside = Outside::new(folders, tell.clone());
    let app = App::new(around, wanted);
    match args.plain || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        true => plain::run(app, outside, &told, &tell)?,
        false => host::run(app, outside, &told, &tell)?,
    }
    Ok(())
}

/// A file that cannot be shown is said to be so before the screen is taken.
fn check(path: &Path) -> Result<(), Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::File { path: path.to_owned(), error })?;
    let failed = |what| Failure::Record { name: path.display().to_string(), what };
    screen::history::read_game(&bytes).map(drop).map_err(failed)
}
