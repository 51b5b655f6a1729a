//! Reads the history folder on a thread: first the file names, then their contents in batches, newest first.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Sender};
use std::thread;

use record::go::GoRecord;

use super::archive;
use super::screen::history::{Info, read_preview};

const BATCH: usize = 100;

pub enum HistoryEvent {
    Listed(Vec<PathBuf>),
    /// Contents of the files, starting at this index of the list.
    Described {
        first: usize,
        infos: Vec<Option<Info>>,
    },
    NotListed(String),
}

/// `notify` returns false when nobody listens any more.
pub fn list_games(folder: PathBuf, notify: impl Fn(HistoryEvent) -> bool + Send + 'static) {
    thread::spawn(move || {
        archive::remove_partial_files(&folder);
        let games = match archive::games(&folder) {
            Ok(games) => games,
            Err(error) => {
                notify(HistoryEvent::NotListed(format!("{}: {error}", folder.display())));
                return;
            }
        };
        if !notify(HistoryEvent::Listed(games.clone())) {
            return;
        }
        for (number, batch) in games.chunks(BATCH).enumerate() {
            let infos = batch.iter().map(|path| describe(path)).collect();
            if !notify(HistoryEvent::Described { first: number * BATCH, infos }) {
                return;
            }
        }
    });
}

/// The newest game, if it is not over.
pub fn unfinished_game(folder: &Path) -> Option<(PathBuf, Info)> {
    let newest = archive::games(folder).ok()?.into_iter().next()?;
    let info = describe(&newest)?;
    (info.result.is_empty() && info.moves > 0).then_some((newest, info))
}

fn describe(path: &Path) -> Option<Info> {
    Info::read(&fs::read(path).ok()?)
}

/// Reads games for previews on a thread. Of several queued paths it reads only the newest, which is the selected one.
pub fn read_previews(
    notify: impl Fn(PathBuf, Result<Box<GoRecord>, String>) -> bool + Send + 'static,
) -> Sender<PathBuf> {
    let (wanted, waiting) = mpsc::channel::<PathBuf>();
    thread::spawn(move || {
        while let Ok(first) = waiting.recv() {
            let path = waiting.try_iter().last().unwrap_or(first);
            let record = fs::read(&path).map_err(|error| error.to_string());
            if !notify(path, record.and_then(|bytes| read_preview(&bytes))) {
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
    fn only_the_newest_game_is_offered_and_only_if_it_is_not_over() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, game: &str| fs::write(folder.path().join(name), game).unwrap();
        assert_eq!(unfinished_game(folder.path()), None);
        write("2026-01-01.sgf", "(;SZ[9]PB[Player]PW[Kim];B[ee])");
        let (path, info) = unfinished_game(folder.path()).unwrap();
        assert_eq!((path, info.moves), (folder.path().join("2026-01-01.sgf"), 1));
        write("2026-01-02.sgf", "(;SZ[9]RE[B+R];B[ee])");
        assert_eq!(unfinished_game(folder.path()), None);
    }

    #[test]
    fn the_last_requested_preview_is_always_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = |number: usize| folder.path().join(format!("{number}.sgf"));
        for number in 0..50 {
            fs::write(path(number), format!("(;SZ[9]PB[{number}];B[ee])")).unwrap();
        }
        let (sender, results) = mpsc::channel();
        let wanted = read_previews(move |path, record| sender.send((path, record)).is_ok());
        (0..50).for_each(|number| wanted.send(path(number)).unwrap());
        wanted.send(folder.path().join("none.sgf")).unwrap();
        drop(wanted);
        let (last, record) = results.iter().last().unwrap();
        assert!(last.ends_with("none.sgf") && record.is_err());
    }
}
