//! Updates the library from its folders: reads new and changed files, removes those that are gone.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use crate::batch::{Batch, remove_file};
use crate::error::LibraryError;
use crate::scan::{ReadJob, ScanResult, scan_folder};
use crate::store::Library;
use crate::workers::Workers;
use crate::{Folder, position_runs};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UpdateProgress {
    /// Files read, of those that were new or had changed.
    pub files: usize,
    pub of: usize,
    pub games: usize,
}

/// The result of an update.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UpdateSummary {
    pub files: usize,
    pub games: usize,
    /// Files that had not changed.
    pub unchanged: usize,
    /// Files that no longer exist.
    pub gone: usize,
    /// Files without a game in them.
    pub problems: usize,
    /// Folders that could not be read; their games stay.
    pub missing: Vec<PathBuf>,
    /// The update was cancelled. The next one reads the rest.
    pub stopped: bool,
}

/// The longest time between two progress reports, each of which can cancel the update.
const TICK: Duration = Duration::from_millis(100);

impl Library {
    /// Updates all folders, or only these. `on_progress` is called several times a second and can cancel the update.
    pub fn update(
        &mut self,
        only: Option<&[i64]>,
        on_progress: &mut dyn FnMut(UpdateProgress) -> ControlFlow<()>,
    ) -> Result<UpdateSummary, LibraryError> {
        let mut scan = ScanResult::default();
        for Folder { id, path, .. } in self.folders()? {
            if only.is_none_or(|only| only.contains(&id)) {
                scan_folder(&self.db, id, &path, &mut scan)?;
            }
        }
        self.remove_missing(&scan.gone)?;
        let mut summary = UpdateSummary {
            unchanged: scan.unchanged,
            gone: scan.gone.len(),
            missing: scan.missing,
            ..UpdateSummary::default()
        };
        if !scan.jobs.is_empty() {
            self.read(scan.jobs.into(), &mut summary, on_progress)?;
        }
        position_runs::merge_small_runs(&mut self.db)?;
        Ok(summary)
    }

    fn remove_missing(&mut self, gone: &[i64]) -> Result<(), LibraryError> {
        if gone.is_empty() {
            return Ok(());
        }
        let work = self.db.transaction()?;
        gone.iter().try_for_each(|file| remove_file(&work, *file))?;
        position_runs::drop_empty(&work)?;
        work.commit()?;
        Ok(())
    }

    fn read(
        &mut self,
        jobs: Arc<[ReadJob]>,
        summary: &mut UpdateSummary,
        on_progress: &mut dyn FnMut(UpdateProgress) -> ControlFlow<()>,
    ) -> Result<(), LibraryError> {
        let mut batch = Batch::new(&self.db)?;
        let workers = Workers::start(jobs.clone());
        let done = loop {
            match workers.results.recv_timeout(TICK) {
                Ok(file_games) => {
                    summary.games += file_games.games.len();
                    summary.files += usize::from(file_games.end.is_some());
                    summary.problems += usize::from(matches!(file_games.end, Some(Err(_))));
                    batch.add(file_games);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
            if batch.is_full()
                && let Err(error) = batch.write(&mut self.db, &jobs)
            {
                break Err(error);
            }
            let progress = UpdateProgress { files: summary.files, of: jobs.len(), games: summary.games };
            if on_progress(progress).is_break() {
                summary.stopped = true;
                break Ok(());
            }
        };
        workers.stop();
        done?;
        batch.write(&mut self.db, &jobs)
    }
}
