//! Reads the folder of games on a thread: the names at once, what is in them after, in batches from the newest on.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Sender};
use std::thread;

use record::go::GoRecord;

use super::archive;
use super::screen::history::{Info, read_preview};

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

/// Reads the games that are sent to it, on a thread; of several that wait only the newest, which is the chosen one.
pub fn read_previews(
    tell: impl Fn(PathBuf, Result<Box<GoRecord>, String>) -> bool + Send + 'static,
) -> Sender<PathBuf> {
    let (wanted, waiting) = mpsc::channel::<PathBuf>();
    thread::spawn(move || {
        while let Ok(first) = waiting.recv() {
            let path = waiting.try_iter().last().unwrap_or(first);
            let record = fs::read(&path).map_err(|error| error.to_string());
            if !tell(path, record.and_then(|bytes| read_preview(&bytes))) {
                return;
            }
        }
    });
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_that_was_wanted_last_is_always_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = |number: usize| folder.path().join(format!("{number}.sgf"));
        for number in 0..50 {
            fs::write(path(number), format!("(;SZ[9]PB[{number}];B[ee])")).unwrap();
        }
        let (tell, told) = mpsc::channel();
        let wanted = read_previews(move |path, record| tell.send((path, record)).is_ok());
        (0..50).for_each(|number| wanted.send(path(number)).unwrap());
        wanted.send(folder.path().join("none.sgf")).unwrap();
        drop(wanted);
        let (last, record) = told.iter().last().unwrap();
        assert!(last.ends_with("none.sgf") && record.is_err());
    }
}
