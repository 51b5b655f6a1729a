//! Go in the terminal: `app` decides, `draw` shows, `host` runs the two between a terminal and the world.

mod app;
mod archive;
mod args;
mod bot;
mod config;
mod draw;
mod engine;
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

use std::io::{self, ErrorKind, IsTerminal};
use std::sync::mpsc;

pub use args::TermArgs;

use app::{App, Surroundings};
use archive::Folders;
use config::Config;
use outside::Outside;

pub fn run(args: &TermArgs) -> io::Result<()> {
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
    let app = App::new(around, args.wanted());
    match args.plain || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        true => plain::run(app, outside, &told, &tell),
        false => host::run(app, outside, &told, &tell),
    }
}
