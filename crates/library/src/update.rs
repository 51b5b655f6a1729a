//! Bringing the library up to date with its folders: what is new or changed is read, what is gone is taken out.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use crate::batch::{Batch, remove_file};
use crate::error::LibraryError;
use crate::store::Library;
use crate::walk::{Job, Todo, look};
use crate::workers::Workers;
use crate::{Folder, runs};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Files read, of those that were new or had changed.
    pub files: usize,
    pub of: usize,
    pub games: usize,
}

/// What an update has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub files: usize,
    pub games: usize,
    /// Files that were as before.
    pub unchanged: usize,
    /// Files that are no more.
    pub gone: usize,
    /// Files without a game in them.
    pub problems: usize,
    /// Folders that could not be looked into; their games stay.
    pub missing: Vec<PathBuf>,
    /// Somebody said stop. What was read is kept, the rest comes with the next update.
    pub stopped: bool,
}

/// How often at least whoever waits is told, and may say stop.
const TICK: Duration = Duration::from_millis(100);

impl Library {
    /// All folders, or only these. `note` hears how far it is, several times a second, and may say stop.
    pub fn update(
        &mut self,
        only: Option<&[i64]>,
        note: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Summary, LibraryError> {
        let mut todo = Todo::default();
        for Folder { id, path, .. } in self.folders()? {
            if only.is_none_or(|only| only.contains(&id)) {
                look(&self.db, id, &path, &mut todo)?;
            }
        }
        self.forget(&todo.gone)?;
        let mut summary = Summary {
            unchanged: todo.unchanged,
            gone: todo.gone.len(),
            missing: todo.missing,
            ..Summary::default()
        };
        if !todo.jobs.is_empty() {
            self.read(todo.jobs.into(), &mut summary, note)?;
        }
        runs::tidy(&mut self.db)?;
        Ok(summary)
    }

    fn forget(&mut self, gone: &[i64]) -> Result<(), LibraryError> {
        if gone.is_empty() {
            return Ok(());
        }
        let work = self.db.transaction()?;
        gone.iter().try_for_each(|file| remove_file(&work, *file))?;
        runs::drop_empty(&work)?;
        work.commit()?;
        Ok(())
    }

    fn read(
        &mut self,
        jobs: Arc<[Job]>,
        summary: &mut Summary,
        note: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<(), LibraryError> {
        let mut batch = Batch::new(&self.db)?;
        let workers = Workers::start(jobs.clone());
        let done = loop {
            match workers.parcels.recv_timeout(TICK) {
                Ok(parcel) => {
                    summary.games += parcel.games.len();
                    summary.files += usize::from(parcel.end.is_some());
                    summary.problems += usize::from(matches!(parcel.end, Some(Err(_))));
                    batch.add(parcel);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
            if batch.is_full()
                && let Err(error) = batch.write(&mut self.db, &jobs)
            {
                break Err(error);
            }
            let progress = Progress { files: summary.files, of: jobs.len(), games: summary.games };
            if note(progress).is_break() {
                summary.stopped = true;
                break Ok(());
            }
        };
        workers.stop();
        done?;
        batch.write(&mut self.db, &jobs)
    }
}
