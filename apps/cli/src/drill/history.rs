//! The training history in the data folder, which the page and the desktop program use as well: what was solved before, and
//! every answer as it is given.

use std::io;
use std::path::Path;

use ::drill::{
    Day, FinishedAttempt, History, HistoryError, Progress, ProgressMark, PuzzleId, Selection, SetId,
    UnixMillis,
};
use jiff::{Timestamp, Zoned};
use server::TrainingFolder;

use crate::failure::Failure;
use crate::user_folders::{TRAINING_FOLDER, data_folder};

/// A set of the history that is being trained.
pub struct TrainedSet {
    folder: TrainingFolder,
    history: History,
    set: SetId,
    puzzles: Vec<PuzzleId>,
    pub progress: Progress,
    selection: Selection,
    /// How many attempts of the session are recorded.
    recorded: usize,
    /// What could not be stored yet.
    unsaved: String,
    problem: Option<io::Error>,
}

/// A file of puzzles.
pub struct PuzzleFile<'f> {
    pub path: &'f Path,
    pub bytes: &'f [u8],
    pub puzzles: &'f [PuzzleId],
}

impl TrainedSet {
    /// The set of this file. None for a user without a home folder.
    pub fn open(file: &PuzzleFile<'_>, selection: Selection) -> Result<Option<TrainedSet>, Failure> {
        match data_folder() {
            Some(data) => TrainedSet::open_in(data.join(TRAINING_FOLDER), file, selection).map(Some),
            None => Ok(None),
        }
    }

    pub fn open_in(
        folder: std::path::PathBuf,
        file: &PuzzleFile<'_>,
        selection: Selection,
    ) -> Result<TrainedSet, Failure> {
        let folder = TrainingFolder::new(folder);
        let path = folder.history_path();
        let failed = |error| Failure::File { path: path.clone(), error };
        let bytes = folder.history().map_err(failed)?;
        let newer =
            |error: HistoryError| Failure::File { path: path.clone(), error: io::Error::other(error) };
        let mut history = History::read_store(&String::from_utf8_lossy(&bytes)).map_err(newer)?.history;
        let (name, source) = names(file.path);
        let opened = history.open_set(now(), &name, &source, file.puzzles);
        let progress =
            history.progress(opened.set).unwrap_or_else(|| Progress::new(name, file.puzzles.len()));
        let first = bytes.is_empty().then(|| History::first_line() + "\n");
        let added = opened.added.iter().map(|entry| entry.line() + "\n");
        let unsaved = first.into_iter().chain(added).collect();
        let mut set = TrainedSet {
            folder,
            history,
            set: opened.set,
            puzzles: file.puzzles.to_owned(),
            progress,
            selection,
            recorded: 0,
            unsaved,
            problem: None,
        };
        // So that the page can open it without the file.
        if let Err(error) = set.folder.store_set_file(&set.set.to_string(), file.bytes) {
            set.problem = Some(error);
        }
        Ok(set)
    }

    /// Stores the attempts that the session has had since the last call. If that fails, the next call tries again.
    pub fn record(&mut self, attempts: &[FinishedAttempt]) {
        let fresh = attempts.get(self.recorded..).unwrap_or_default();
        if fresh.is_empty() {
            return;
        }
        for attempt in fresh {
            let before = ProgressMark::of(&self.progress);
            self.progress.record(today(), self.selection, *attempt);
            let added = self.history.record((self.set, &self.puzzles), now(), &before, &self.progress);
            added.iter().for_each(|entry| self.unsaved += &(entry.line() + "\n"));
        }
        self.recorded = attempts.len();
        match self.folder.add(self.unsaved.as_bytes()) {
            Ok(()) => {
                self.unsaved.clear();
                self.problem = None;
            }
            Err(error) => self.problem = Some(error),
        }
    }

    /// Why something is not stored.
    pub fn problem(self) -> Option<Failure> {
        Some(Failure::File { path: self.folder.history_path(), error: self.problem? })
    }
}

/// The name of the file, and the path by which it is known.
fn names(path: &Path) -> (String, String) {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let full = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    (name, full.to_string_lossy().into_owned())
}

fn now() -> UnixMillis {
    UnixMillis::try_from(Timestamp::now().as_millisecond()).unwrap_or(0)
}

/// Days since 1970 in local time, as the page counts them.
pub fn today() -> Day {
    let now = Zoned::now();
    let local = now.timestamp().as_second() + i64::from(now.offset().seconds());
    local.div_euclid(24 * 60 * 60)
}

#[cfg(test)]
mod tests {
    use ::drill::{PuzzleIds, chess};
    use record::pgn::Pgn;

    use super::*;

    fn ids(pgn: &str) -> Vec<PuzzleId> {
        let puzzles = chess::puzzles(&Pgn::read(pgn.as_bytes().to_vec()));
        PuzzleIds::of(puzzles.iter().map(|(_, puzzle)| puzzle))
    }

    fn open(folder: &Path, pgn: &str) -> TrainedSet {
        let file =
            PuzzleFile { path: Path::new("/none/mates.pgn"), bytes: pgn.as_bytes(), puzzles: &ids(pgn) };
        TrainedSet::open_in(folder.join("training"), &file, Selection::All).unwrap()
    }

    fn attempt(puzzle: usize, right: bool) -> FinishedAttempt {
        // The answers of two people at one puzzle in the same millisecond are told apart by the time each took.
        let think = serde_json::json!({ "secs": 3, "nanos": u32::from(right) });
        let attempt = serde_json::json!({ "puzzle": puzzle, "right": right, "think": think, "mistakes": 0, "hints": 0 });
        serde_json::from_value(attempt).unwrap()
    }

    #[test]
    fn two_terminals_at_once_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (mut one, mut other) =
            (open(folder.path(), "1. e4 *\n\n1. d4 *\n"), open(folder.path(), "1. d4 *\n\n1. e4 *\n"));
        one.record(&[attempt(0, true)]);
        other.record(&[attempt(0, false)]);
        one.record(&[attempt(0, true), attempt(1, true)]);
        let again = open(folder.path(), "1. e4 {edited} *\n\n1. d4 *\n\n1. c4 *\n");
        assert_eq!(again.progress.attempts().len(), 3);
        assert_eq!(again.progress.puzzles(Selection::All, today()), [2, 0, 1]);
        assert!(one.problem().is_none() && other.problem().is_none());
    }

    #[test]
    fn what_cannot_be_stored_is_reported_and_stored_later() {
        let folder = tempfile::tempdir().unwrap();
        let mut set = open(folder.path(), "1. e4 *\n\n1. d4 *\n");
        let training = folder.path().join("training");
        std::fs::remove_dir_all(&training).unwrap();
        std::fs::write(&training, b"in the way").unwrap();
        set.record(&[attempt(0, true)]);
        assert!(set.problem.is_some());
        std::fs::remove_file(&training).unwrap();
        set.record(&[attempt(0, true), attempt(1, true)]);
        assert!(set.problem().is_none());
        assert_eq!(open(folder.path(), "1. e4 *\n\n1. d4 *\n").progress.attempts().len(), 2);
    }

    #[test]
    fn a_history_of_a_later_version_is_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let training = TrainingFolder::new(folder.path().join("training"));
        training.add(b"{\"tabiya-training\":2}\n").unwrap();
        let file = PuzzleFile { path: Path::new("a.pgn"), bytes: b"1. e4 *", puzzles: &ids("1. e4 *") };
        let refused = TrainedSet::open_in(training.folder().to_owned(), &file, Selection::All).err().unwrap();
        assert!(refused.to_string().contains("format 2"), "{refused}");
        assert_eq!(training.history().unwrap(), b"{\"tabiya-training\":2}\n");
    }
}
