//! Folders that are watched: when files in them change, they are read again, a moment after the last change. Where the
//! system cannot watch, the next start or a press on a button does the same.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use library::is_record;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::shelf::Shelf;

/// Programs write a file in several steps, and people copy many at once.
const QUIET: Duration = Duration::from_millis(400);
/// After so long something is read even if more changes.
const LONGEST: Duration = Duration::from_secs(5);

type Folders = Arc<Mutex<Vec<(i64, PathBuf)>>>;

pub(super) struct Watch {
    watcher: RecommendedWatcher,
    folders: Folders,
}

impl Watch {
    /// None where the system cannot watch at all.
    pub fn start(shelf: &Arc<Shelf>) -> Option<Watch> {
        let (sender, changes) = channel();
        let hear = move |event: notify::Result<Event>| {
            let Ok(Event { kind, paths, .. }) = event else { return };
            // A look at a file is no change.
            if !matches!(kind, EventKind::Access(_)) {
                // Whoever listens is gone when the studio ends.
                drop(sender.send(paths));
            }
        };
        let watcher = notify::recommended_watcher(hear).ok()?;
        let folders = Folders::default();
        let (known, shelf) = (folders.clone(), Arc::downgrade(shelf));
        thread::spawn(move || listen(&changes, &known, &shelf));
        Some(Watch { watcher, folders })
    }

    /// These folders and no others.
    pub fn only(&mut self, wanted: Vec<(i64, PathBuf)>) {
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        for (_, old) in folders.iter().filter(|old| !wanted.contains(old)) {
            // It may be gone, and then is watched no more anyway.
            let _ = self.watcher.unwatch(old);
        }
        for (_, new) in wanted.iter().filter(|new| !folders.contains(new)) {
            // Without it the folder is read when it is asked for.
            let _ = self.watcher.watch(new, RecursiveMode::Recursive);
        }
        *folders = wanted;
    }
}

fn listen(changes: &Receiver<Vec<PathBuf>>, folders: &Folders, shelf: &Weak<Shelf>) {
    while let Ok(first) = changes.recv() {
        let mut touched = folders_of(folders, &first);
        let begun = Instant::now();
        while begun.elapsed() < LONGEST {
            match changes.recv_timeout(QUIET) {
                Ok(more) => touched.extend(folders_of(folders, &more)),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        touched.sort_unstable();
        touched.dedup();
        let Some(shelf) = shelf.upgrade() else { return };
        if !touched.is_empty() {
            shelf.begin(Some(&touched));
        }
    }
}

/// A folder that was moved in or away has no ending to know it by.
fn folders_of(folders: &Folders, paths: &[PathBuf]) -> Vec<i64> {
    let folders = folders.lock().unwrap_or_else(PoisonError::into_inner);
    let counts = |path: &Path| is_record(path) || path.extension().is_none();
    let of = |path: &PathBuf| folders.iter().find(|(_, folder)| path.starts_with(folder)).map(|(id, _)| *id);
    paths.iter().filter(|path| counts(path)).filter_map(of).collect()
}
