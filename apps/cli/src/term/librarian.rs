//! Reads the folder of games on a thread: the names at once, what is in them after, in batches from the newest on.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use super::archive;
use super::screen::history::Info;

const BATCH: usize = 100;

pub enum Found {
    Listed(Vec<PathBuf>),
    /// What is in the files from that place of the list on.
    Described {
        first: usize,
        infos: Vec<Option<Info>>,
    },
    NotListed(String),
}

/// `tell` says whether anybody still listens.
pub fn list(folder: PathBuf, tell: impl Fn(Found) -> bool + Send + 'static) {
    thread::spawn(move || {
        archive::sweep(&folder);
        let games = match archive::games(&folder) {
            Ok(games) => games,
            Err(error) => {
                tell(Found::NotListed(format!("{}: {error}", folder.display())));
                return;
            }
        };
        if !tell(Found::Listed(games.clone())) {
            return;
        }
        for (number, batch) in games.chunks(BATCH).enumerate() {
            let infos = batch.iter().map(|path| describe(path)).collect();
            if !tell(Found::Described { first: number * BATCH, infos }) {
                return;
            }
        }
    });
}

fn describe(path: &Path) -> Option<Info> {
    Info::read(&fs::read(path).ok()?)
}
